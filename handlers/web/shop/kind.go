package shop

import (
	"net/http"
	"strconv"
	"strings"

	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/shop"
	"marquee/handlers/web/page"
)

// kind says whose the pages of the shops are.
func (s *Shop) kind() page.Kind {
	return page.Kind{Name: "shop", Company: companyOf, Known: s.known}
}

// at takes the address of a page apart: /shop/ALIAS/…, /orders/TOKEN/….
func at(r *http.Request) (what, which string) {
	what, which, _ = strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	which, _, _ = strings.Cut(which, "/")
	return what, which
}

// companyOf is the company whose page an address is, as the address says; empty where it does
// not.
func companyOf(r *http.Request) string {
	switch what, which := at(r); what {
	case "shop":
		return strings.ToLower(which)
	case "orders":
		if d, ok := order.ParsePage(which); ok {
			return strconv.FormatInt(d.Company, 10)
		}
	case "claim":
		if d, ok := order.ParseClaim(which); ok {
			return strconv.FormatInt(d.Company, 10)
		}
	}
	return ""
}

// known tells whether a request comes from somebody who has a basket, an order or a log-in.
func (s *Shop) known(r *http.Request) bool {
	ctx, a := r.Context(), s.site.App
	what, which := at(r)
	if what == "orders" {
		_, err := shop.ReadOrder(ctx, a, which, "")
		return err == nil
	}
	if what != "shop" {
		return false
	}
	c, err := company.ShopAt(ctx, a, which)
	if err != nil {
		return false
	}
	v := &visit{shop: s, r: r, company: c}
	if reference, secret, ok := strings.Cut(s.site.Cookie(r, v.cookie()), "."); ok {
		if _, err := shop.ReadBasket(ctx, a, c.Buyer(secret, ""), order.Key{Reference: reference}); err == nil {
			return true
		}
	}
	signedIn, err := customer.Of(ctx, a, c.ID, s.site.Cookie(r, v.customerCookie()), placeOf(r))
	return err == nil && signedIn.ID != 0
}
