package shop

import (
	"net/http"

	"marquee/app/shop"
	"marquee/app/transfer"
	"marquee/handlers/web/page"
)

// offerBasket shows that there is a basket behind a link. Following a link changes nothing:
// somebody else may have sent it.
func (s *Shop) offerBasket(w http.ResponseWriter, r *http.Request) {
	c, o, err := shop.ByLink(r.Context(), s.site.App, r.PathValue("reference"), r.PathValue("token"))
	if err != nil {
		s.site.Refuse(w, r, err)
		return
	}
	v := s.visitTo(c, w, r)
	if !c.Shop.Open {
		_ = v.closed()
		return
	}
	if v.basket.Reference == o.Reference {
		page.GoOn(w, r, v.path("/basket"))
		return
	}
	v.view.Title, v.view.Unlisted = v.view.T("shop.hand_over_title"), true
	_ = v.show(s.handOver, r.URL.Path)
}

// takeOver hands a basket over to the browser that asks for it.
func (s *Shop) takeOver(w http.ResponseWriter, r *http.Request) {
	reference, token := r.PathValue("reference"), r.PathValue("token")
	c, o, err := shop.ByLink(r.Context(), s.site.App, reference, token)
	if err == nil {
		o, err = transfer.TakeOver(r.Context(), s.site.App, c.ID, reference, token)
	}
	if err != nil {
		s.site.Refuse(w, r, err)
		return
	}
	v := s.visitTo(c, w, r)
	v.keep(&o)
	page.GoOn(w, r, v.path("/basket"))
}
