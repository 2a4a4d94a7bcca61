package shop

import (
	"net/http"

	"marquee/app/sales/refund"
	"marquee/handlers/web/page"
)

// giveBack gives all tickets of an order back, for money on the account of its buyer.
func (s *Shop) giveBack(w http.ResponseWriter, r *http.Request) {
	if _, err := page.Form(w, r); err != nil {
		s.site.Refuse(w, r, err)
		return
	}
	path := "/orders/" + r.PathValue("token")
	_, err := refund.AsBuyer(r.Context(), s.site.App, r.PathValue("token"), nil)
	switch {
	case err == nil:
		page.GoOn(w, r, path)
	case told(err):
		s.orderAgain(w, r, func(b *orderBody, v *page.View) { b.gift().Problem = say(v, err) })
	default:
		s.site.Refuse(w, r, err)
	}
}
