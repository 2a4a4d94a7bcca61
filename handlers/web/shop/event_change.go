package shop

import (
	"net/url"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/shop"
	"marquee/handlers/web/page"
)

// changeAtEvent puts one thing on sale into the basket, or takes one out.
func (s *Shop) changeAtEvent(v *visit) error {
	id, err := v.number("event")
	if err != nil {
		return err
	}
	form, err := page.Form(v.w, v.r)
	if err != nil {
		return err
	}
	item, _ := strconv.ParseInt(form.Get("item"), 10, 64)
	back := v.r.URL.RequestURI()
	if offer, _ := strconv.ParseInt(form.Get("offer"), 10, 64); offer != 0 {
		if err = v.takeOffer(id, offer); err == nil {
			return v.goOn(back + "#resold")
		}
	} else {
		err = v.change(id, item, form)
	}
	switch {
	case err == nil:
		return v.goOn(back + "#i" + decimal(item))
	case !told(err) && app.KindOf(err) != app.NotFound:
		return err
	}
	if strings.HasSuffix(v.r.URL.Path, "/times") {
		body, shown := v.timesBody(id)
		if shown != nil {
			return shown
		}
		body.Problem = say(v.view, err)
		return v.showAgain(s.times, body)
	}
	body, shown := v.eventBody(id)
	if shown != nil {
		return shown
	}
	body.problem(say(v.view, err), item)
	v.view.Stand = "offers"
	if body.ProblemAt != 0 {
		v.view.Stand = "i" + decimal(item)
	}
	return v.showAgain(s.event, body)
}

// change does what a row of the form asks for.
func (v *visit) change(eventID, itemID int64, form url.Values) error {
	e, b, err := v.readEvent(eventID)
	if err != nil {
		return err
	}
	it := e.Item(itemID)
	if it == nil {
		return app.Refuse(app.Invalid, "This is not on sale here any more.")
	}
	if form.Get("do") == "less" {
		left := it.In - it.Step
		if left < it.First {
			left = 0
		}
		_, err := sales.SetQuantity(v.r.Context(), v.app(), v.buyer, sales.ChangeItem{Basket: v.basket, SaleItemID: it.ID, Quantity: left})
		return err
	}
	if n, err := strconv.ParseInt(form.Get("number"), 10, 64); form.Get("do") == "take" && err == nil && !it.Named {
		if it.In > 0 {
			_, err := sales.SetQuantity(v.r.Context(), v.app(), v.buyer, sales.ChangeItem{Basket: v.basket, SaleItemID: it.ID, Quantity: n})
			return err
		}
		return v.add(b, rules.AddItem{SaleItemID: it.ID, Quantity: &n})
	}
	if it.In > 0 && !it.Named {
		_, err := sales.SetQuantity(v.r.Context(), v.app(), v.buyer, sales.ChangeItem{Basket: v.basket, SaleItemID: it.ID, Quantity: it.In + it.Step})
		return err
	}
	n := it.More()
	add := rules.AddItem{SaleItemID: it.ID, Quantity: &n}
	if it.Named {
		amount, ok := parseAmount(form.Get("amount"), v.company.Currency())
		if !ok {
			return app.Field("amount", "must be a number")
		}
		add.Amount = &amount
	}
	return v.add(b, add)
}

// add puts things into the basket of the browser, or into a new one. Whoever calls it has
// read the event with the code in the address, so that the code counts as tried.
func (v *visit) add(b *shop.Basket, items ...rules.AddItem) error {
	ask := sales.AddToBasket{Items: items, Channel: catalog.Shop, PriceChannel: catalog.Shop, Link: &sales.LinkWish{}}
	fresh := b == nil || !b.Open
	if fresh {
		if err := v.shop.begun.Take(v.r, v.app().Now()); err != nil {
			return err
		}
		if code := v.code(); code != "" {
			ask.AccessCode = &code
		}
	} else {
		ask.Basket, ask.Channel, ask.PriceChannel = v.basket, b.Order.Channel, b.Order.PriceChannel
	}
	made, err := sales.Add(v.r.Context(), v.app(), v.buyer, ask)
	if fresh && ask.AccessCode != nil && app.KindOf(err) == app.Invalid {
		ask.AccessCode = nil // it is a discount code, or none
		made, err = sales.Add(v.r.Context(), v.app(), v.buyer, ask)
	}
	if err != nil {
		return err
	}
	v.keep(&made.Order)
	if fresh && v.code() != "" && made.Order.AccessID == 0 {
		v.discount(v.code())
	}
	return nil
}

// discount tries a code that was entered before there was a basket. It counts, or not.
func (v *visit) discount(code string) {
	_, err := sales.ApplyCode(v.r.Context(), v.app(), v.buyer, sales.EnterCode{Basket: v.basket, Code: code})
	if err != nil && app.KindOf(err) == 0 {
		v.shop.site.Log.Error("a discount code cannot be tried", "error", err)
	}
}

// parseAmount reads an amount as people type it: 12, 12.50 or 12,50.
func parseAmount(text string, cur company.Currency) (int64, bool) {
	text = strings.ReplaceAll(strings.TrimSpace(text), ",", ".")
	whole, part, _ := strings.Cut(text, ".")
	if len(part) > int(cur.Subunit) || len(whole) > 12 || whole == "" {
		return 0, false
	}
	for len(part) < int(cur.Subunit) {
		part += "0"
	}
	n, err := strconv.ParseUint(whole+part, 10, 62)
	return int64(n), err == nil
}
