package shop

import (
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/locale"
	"marquee/app/resale"
	"marquee/app/sales/rules"
	"marquee/app/shop"
	"marquee/handlers/web/page"
)

// sellView is what of an order may be sold on, and what is offered, in words.
type sellView struct {
	Action, EndAt string
	Free          []sellRow
	Listings      []listingView
	Currency      company.Currency
	// Payout says what becomes of the money.
	Payout, Problem string
	Together        bool
}

type sellRow struct {
	giftLine
	shop.Sellable
	On bool
	// Number tells those apart that are called the same, from 1.
	Number int
	// Typed is the price that was typed, Problem what is wrong with it.
	Typed, Problem string
	// Between is what may be asked; empty where there is one price.
	Between string
}

type listingView struct {
	shop.Listing
	Rows  []listedRow
	Until template.HTML
}

type listedRow struct {
	giftLine
	shop.ListedItem
}

// payouts say what becomes of what sellers earn.
var payouts = map[resale.Payout]string{
	resale.ToWallet: "shop.sell_to_wallet", resale.ToPendingWallet: "shop.sell_to_pending", resale.ToOriginal: "shop.sell_to_original",
}

func (b *orderBody) addSales(v *page.View, path string) {
	out := &sellView{Action: path + "/sell", EndAt: path + "/sell/end", Currency: b.Currency}
	for i := range b.SellOn.Free {
		f := &b.SellOn.Free[i]
		row := sellRow{giftLine: giftLineOf(v, &f.GiftItem), Sellable: *f, Number: i + 1, Typed: typedAmount(v, b.Currency, f.Usual)}
		if f.Least < f.Most {
			row.Between = v.T("shop.sell_between", "least", v.Amount(b.Currency, f.Least), "most", v.Amount(b.Currency, f.Most))
		}
		out.Free, out.Payout = append(out.Free, row), v.T(payouts[f.Payout])
	}
	for _, l := range b.SellOn.Listings {
		view := listingView{Listing: l, Until: v.Moment(l.Until.In(b.zone()))}
		for i := range l.Items {
			view.Rows = append(view.Rows, listedRow{giftLineOf(v, &l.Items[i].GiftItem), l.Items[i]})
		}
		out.Listings = append(out.Listings, view)
	}
	if len(out.Free)+len(out.Listings) > 0 {
		b.Sell = out
	}
}

// typedAmount is an amount as people type it in the language of the page.
func typedAmount(v *page.View, cur company.Currency, minor int64) string {
	text := plainAmount(minor, cur)
	if v.Lang != locale.English {
		text = strings.Replace(text, ".", ",", 1)
	}
	return text
}

// sell offers items of an order to other buyers, for whoever has the link to its page.
func (s *Shop) sell(w http.ResponseWriter, r *http.Request) {
	form, err := page.Form(w, r)
	if err != nil {
		s.site.Refuse(w, r, err)
		return
	}
	token := r.PathValue("token")
	o, err := shop.ReadOrder(r.Context(), s.site.App, token, "")
	if err != nil {
		s.site.Refuse(w, r, err)
		return
	}
	offer, wrong := offerOf(form, o)
	if len(wrong) == 0 {
		_, err = resale.ListAsBuyer(r.Context(), s.site.App, token, offer)
	}
	path := "/orders/" + token
	switch {
	case err == nil && len(wrong) == 0:
		page.GoOn(w, r, path+"#sell")
	case err == nil || told(err):
		s.orderAgain(w, r, func(b *orderBody, v *page.View) { b.sellAgain(v, form, wrong, err) })
	default:
		s.site.Refuse(w, r, err)
	}
}

// offerOf reads a listing of the form. Wrong are the items whose price is none that can be
// asked.
func offerOf(form url.Values, o *shop.Order) (offer resale.NewListing, wrong []int64) {
	for _, text := range form["item"][:min(len(form["item"]), resale.MaxContracts)] {
		id, _ := strconv.ParseInt(text, 10, 64) // there is no item 0
		ask := resale.Ask{ItemID: id}
		i := slices.IndexFunc(o.SellOn.Free, func(f shop.Sellable) bool { return f.ID == id })
		if typed := form.Get("price." + text); i >= 0 && typed != "" {
			f := &o.SellOn.Free[i]
			price, ok := parseAmount(typed, o.Currency)
			if !ok || price < f.Least || price > f.Most {
				wrong = append(wrong, id)
			}
			ask.Price = &price
		}
		offer.Items = append(offer.Items, ask)
	}
	offer.MinQuantity = 1
	if form.Get("together") != "" {
		offer.MinQuantity = int64(max(len(offer.Items), 1))
	}
	return offer, wrong
}

// sellAgain shows the form as it was filled in, with what was refused.
func (b *orderBody) sellAgain(v *page.View, form url.Values, wrong []int64, refused error) {
	if b.Sell == nil {
		b.Sell = &sellView{}
	}
	b.Sell.Together = form.Get("together") != ""
	for i := range b.Sell.Free {
		row := &b.Sell.Free[i]
		id := decimal(row.Sellable.ID)
		row.On = slices.Contains(form["item"], id)
		if typed := form.Get("price." + id); typed != "" {
			row.Typed = typed
		}
		if slices.Contains(wrong, row.Sellable.ID) {
			row.Problem = row.Between
		}
	}
	switch {
	case len(wrong) > 0:
		b.Sell.Problem = v.T("shop.sell_price_bad")
	case len(form["item"]) == 0:
		b.Sell.Problem = v.T("shop.sell_nothing")
	default:
		b.Sell.Problem = say(v, refused)
	}
}

// endSale ends a listing of an order.
func (s *Shop) endSale(w http.ResponseWriter, r *http.Request) {
	form, err := page.Form(w, r)
	if err != nil {
		s.site.Refuse(w, r, err)
		return
	}
	id, _ := strconv.ParseInt(form.Get("listing"), 10, 64) // there is no listing 0
	_, err = resale.CancelAsBuyer(r.Context(), s.site.App, r.PathValue("token"), id)
	switch {
	case err == nil:
		page.GoOn(w, r, "/orders/"+r.PathValue("token")+"#sell")
	case told(err):
		s.orderAgain(w, r, func(b *orderBody, v *page.View) {
			if b.Sell == nil {
				b.Sell = &sellView{}
			}
			b.Sell.Problem = say(v, err)
		})
	default:
		s.site.Refuse(w, r, err)
	}
}

// offerRow is something that another buyer sells on, on the page of an event.
type offerRow struct {
	shop.Offer
	Currency company.Currency
	Action   string
	When     template.HTML
	First    int64
	Problem  string
}

// offers are what others sell on as the page shows it.
func (b *eventBody) offers(v *visit, e *shop.Event) {
	for _, o := range e.Offers {
		row := offerRow{Offer: o, Currency: v.company.Currency(), Action: b.Action, First: o.Items[0]}
		if o.Start != nil {
			row.When = v.view.Meeting(*o.Start)
		}
		b.Resold = append(b.Resold, row)
	}
}

// takeOffer puts what another buyer sells on into the basket: all that is sold together,
// or one of those that are alike.
func (v *visit) takeOffer(eventID, itemID int64) error {
	e, b, err := v.readEvent(eventID)
	if err != nil {
		return err
	}
	o := e.Offer(itemID)
	if o == nil {
		return app.Refuse(app.Invalid, "This item is not offered for resale.")
	}
	var items []rules.AddItem
	for _, id := range o.Items[:o.Together] {
		items = append(items, rules.AddItem{OrderItemID: id})
	}
	return v.add(b, items...)
}
