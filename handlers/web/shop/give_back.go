package shop

import (
	"net/http"
	"strconv"

	"marquee/app"
	"marquee/app/sales/refund"
	"marquee/app/shop"
	"marquee/handlers/web/page"
)

// giveBackView is what comes of giving all tickets of an order back, in words.
type giveBackView struct {
	Action string
	// Comes says how much comes back, Kept what does not; empty: nothing is kept.
	Comes, Kept string
	// Amount is what was said: the form brings it along.
	Amount  int64
	Problem string
}

// addGiveBack says what the buyer would have back, and where money went back to.
func (b *orderBody) addGiveBack(v *page.View, path string) {
	for _, r := range b.Order.Returned {
		key := "shop.returned_" + string(r.To)
		if r.Pending {
			key = "shop.returned_pending"
		}
		b.Returned = append(b.Returned, v.T(key, "amount", v.Amount(b.Currency, r.Amount), "date", v.Lang.Date(r.At.In(b.Company.Location())), "name", b.Company.Name))
	}
	if b.GivesBack == nil {
		return
	}
	b.GiveBack = &giveBackView{Action: path + "/give-back", Amount: b.GivesBack.Amount}
	b.GiveBack.Comes = v.T("shop.give_back_comes", "amount", v.Amount(b.Currency, b.GivesBack.Amount), "name", b.Company.Name)
	if b.GivesBack.Kept > 0 {
		b.GiveBack.Kept = v.T("shop.give_back_kept", "amount", v.Amount(b.Currency, b.GivesBack.Kept))
	}
}

// giveBack gives all tickets of an order back, for money on the account of its buyer: for as
// much as the page has said.
func (s *Shop) giveBack(w http.ResponseWriter, r *http.Request) {
	form, err := page.Form(w, r)
	if err != nil {
		s.site.Refuse(w, r, err)
		return
	}
	token, said := r.PathValue("token"), form.Get("amount")
	o, err := shop.ReadOrder(r.Context(), s.site.App, token, "")
	switch {
	case err != nil:
		s.site.Refuse(w, r, err)
		return
	case o.GivesBack != nil && said != strconv.FormatInt(o.GivesBack.Amount, 10):
		err = app.Refuse(app.Invalid, "Another amount comes back by now. Look at it once more.")
	default:
		_, err = refund.AsBuyer(r.Context(), s.site.App, token, nil)
	}
	switch {
	case err == nil:
		page.GoOn(w, r, "/orders/"+token+"#returned")
	case told(err):
		s.orderAgain(w, r, func(b *orderBody, v *page.View) {
			if b.GiveBack == nil {
				b.GiveBack = &giveBackView{}
			}
			b.GiveBack.Problem, v.Stand = say(v, err), "give-back"
		})
	default:
		s.site.Refuse(w, r, err)
	}
}
