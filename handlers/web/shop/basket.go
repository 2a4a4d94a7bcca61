package shop

import (
	"net/url"
	"strconv"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/sales"
	"marquee/app/sales/recovery"
	"marquee/app/sales/rules"
	"marquee/app/shop"
	"marquee/handlers/web/page"
)

// basketBody is what the page of the basket shows.
type basketBody struct {
	Stub    *stub // nil: empty
	Action  string
	Problem string
	CodeAt  string
	CodeBad string
	Home    string
	// Give is what is for others, nil: nothing can be. Must: something has to be.
	Give *giftView
	Must bool
	// Delivery is how it can be delivered, nil: by e-mail.
	Delivery *deliveryView
}

// read reads the basket of the browser, nil without one.
func (v *visit) read() (*shop.Basket, error) {
	if v.basket.IsZero() {
		return nil, nil
	}
	b, err := shop.ReadBasket(v.r.Context(), v.app(), v.buyer, v.basket)
	if app.KindOf(err) == app.NotFound {
		return nil, nil
	}
	return b, err
}

func (s *Shop) showBasket(v *visit) error {
	body, err := v.basketBody()
	if err != nil {
		return err
	}
	if n, _ := strconv.Atoi(v.r.URL.Query().Get("lost")); n > 0 && n <= rules.MaxBasketSize && body.Stub != nil {
		body.Problem = v.view.T("shop.not_all_back", "n", n)
	}
	return v.show(s.basket, body)
}

func (v *visit) basketBody() (*basketBody, error) {
	b, err := v.read()
	if err != nil {
		return nil, err
	}
	v.at("/basket")
	v.view.Title, v.view.Back, v.view.Unlisted = v.view.T("shop.your_tickets"), v.path(""), true
	body := &basketBody{Stub: v.stub(b), Action: v.path("/basket"), CodeAt: v.path("/basket/code"), Home: v.path("")}
	if b != nil && len(b.Events) > 0 {
		v.view.Back = v.path("/events/%d", b.Events[0].ID)
		body.Home = v.view.Back
	}
	if b != nil {
		gifts, err := shop.ReadGifts(v.r.Context(), v.app(), v.buyer, b)
		if err != nil {
			return nil, err
		}
		body.Give, body.Must = giftsOf(v.view, &gifts, v.path("/basket")), b.MustGive
		if body.Delivery, err = v.deliveries(b); err != nil {
			return nil, err
		}
	}
	return body, nil
}

// changeBasket makes a line one step smaller or larger, or takes it out.
func (s *Shop) changeBasket(v *visit) error {
	form, err := page.Form(v.w, v.r)
	if err != nil {
		return err
	}
	item, _ := strconv.ParseInt(form.Get("item"), 10, 64)
	space, _ := strconv.ParseInt(form.Get("seat"), 10, 64)
	b, err := v.read()
	if err != nil {
		return err
	}
	if b != nil {
		err = v.changeLine(b, item, space, form.Get("do"))
	}
	if err == nil {
		return v.goOn(v.path("/basket"))
	}
	return s.basketAgain(v, err, "")
}

func (v *visit) changeLine(b *shop.Basket, item, space int64, do string) error {
	for _, l := range b.Lines {
		if l.SaleItemID != item || l.Resold != (do == "return") {
			continue
		}
		ask := sales.ChangeItem{Basket: v.basket, SaleItemID: item, SpaceID: space}
		var err error
		switch do {
		case "more":
			ask.Quantity = l.Quantity + l.Step
			_, err = sales.SetQuantity(v.r.Context(), v.app(), v.buyer, ask)
		case "less":
			ask.Quantity = max(l.Quantity-l.Step, 0)
			_, err = sales.SetQuantity(v.r.Context(), v.app(), v.buyer, ask)
		case "return":
			_, err = sales.RemoveOffers(v.r.Context(), v.app(), v.buyer, v.basket, l.ItemIDs)
		default:
			_, err = sales.RemoveItem(v.r.Context(), v.app(), v.buyer, ask)
		}
		return err
	}
	return nil
}

// basketAgain shows the basket with what was refused.
func (s *Shop) basketAgain(v *visit, err error, code string) error {
	if !told(err) && app.KindOf(err) != app.NotFound {
		return err
	}
	body, failed := v.basketBody()
	if failed != nil {
		return failed
	}
	if code != "" {
		body.CodeBad = code
	}
	if !expired(err) { // the page says that by itself
		body.Problem = say(v.view, err)
	}
	return v.showAgain(s.basket, body)
}

// extendBasket keeps the tickets for longer, and shows the page that the buyer was on.
func (s *Shop) extendBasket(v *visit) error {
	form, err := page.Form(v.w, v.r)
	if err != nil {
		return err
	}
	if _, _, err := sales.ExtendBasket(v.r.Context(), v.app(), v.buyer, v.basket, catalog.NoChannel); err != nil {
		return s.basketAgain(v, err, "")
	}
	if to := form.Get("to"); page.Local(to) {
		return v.goOn(to)
	}
	return v.goOn(v.path("/basket"))
}

// recoverBasket takes again what of an expired basket is still there.
func (s *Shop) recoverBasket(v *visit) error {
	if err := s.begun.Take(v.r, v.app().Now()); err != nil {
		return err
	}
	b, missing, err := recovery.RecoverBasket(v.r.Context(), v.app(), v.buyer, recovery.Recovery{Basket: v.basket, Channel: catalog.Shop})
	if err != nil {
		return s.basketAgain(v, err, "")
	}
	v.keep(&b.Order)
	lost := int64(0)
	for _, m := range missing {
		lost += m.Quantity
	}
	if lost > 0 {
		return v.goOn(v.path("/basket?lost=%d", lost))
	}
	return v.goOn(v.path("/basket"))
}

// enterCode takes a code of either kind: one that opens something, or one that takes
// something off.
func (s *Shop) enterCode(v *visit) error {
	form, err := page.Form(v.w, v.r)
	if err != nil {
		return err
	}
	code := form.Get("code")
	b, err := v.read()
	if err != nil {
		return err
	}
	event := v.r.PathValue("event")
	open := b != nil && b.Open && b.Units > 0
	switch {
	case form.Get("do") == "remove" && open:
		err = v.removeCodes(b)
	case form.Get("do") == "remove":
	case open:
		err = v.apply(code)
	case event != "":
		return v.goOn(v.path("/events/%s?code=%s#code", event, url.QueryEscape(code)))
	}
	switch {
	case err == nil && event != "":
		return v.goOn(v.path("/events/%s#code", event))
	case err == nil:
		return v.goOn(v.path("/basket#code"))
	case event != "" && told(err):
		return s.codeRefused(v, err, code)
	}
	return s.basketAgain(v, err, code)
}

// codeRefused shows the event with a code that is not good.
func (s *Shop) codeRefused(v *visit, err error, code string) error {
	id, failed := v.number("event")
	if failed != nil {
		return failed
	}
	body, failed := v.eventBody(id)
	if failed != nil {
		return failed
	}
	body.Code, body.CodeNote = code, say(v.view, err)
	v.view.Stand = "code"
	return v.showAgain(s.event, body)
}

// apply puts a code on the basket.
func (v *visit) apply(code string) error {
	ctx := v.r.Context()
	return v.trying(code, func(code string) (good bool, err error) {
		_, opens := sales.ApplyAccess(ctx, v.app(), v.buyer, sales.EnterAccess{Basket: v.basket, Code: code})
		if app.KindOf(opens) != app.Invalid || expired(opens) {
			return true, opens
		}
		_, err = sales.ApplyCode(ctx, v.app(), v.buyer, sales.EnterCode{Basket: v.basket, Code: code})
		if unknownCode(err) {
			err = opens // there is one that opens something, which says why it does not
		}
		return app.KindOf(err) != app.Invalid || expired(err), err
	})
}

// removeCodes takes the codes off the basket.
func (v *visit) removeCodes(b *shop.Basket) error {
	ctx := v.r.Context()
	if b.Code != "" {
		if _, err := sales.RemoveCodes(ctx, v.app(), v.buyer, v.basket, catalog.NoChannel); err != nil {
			return err
		}
	}
	if b.Access == "" {
		return nil
	}
	_, err := sales.RemoveAccess(ctx, v.app(), v.buyer, v.basket, catalog.NoChannel)
	return err
}
