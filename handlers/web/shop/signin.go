package shop

import (
	"net/http"
	"strconv"

	"marquee/app"
	"marquee/app/customer"
	"marquee/handlers/web/page"
)

// signInBody is what the page of a sign-in link shows.
type signInBody struct{ Name, Email, To string }

// showSignIn offers to sign in by a link that another system made. Opening it does nothing,
// so that no page can make somebody buy as somebody else.
func (s *Shop) showSignIn(v *visit) error {
	c, err := customer.Offered(v.r.Context(), v.app(), v.company.ID, v.r.PathValue("link"))
	if err != nil {
		return err
	}
	if !v.company.Shop.Open {
		return v.closed()
	}
	v.view.Title, v.view.Unlisted = v.view.T("shop.sign_in"), true
	to := v.r.URL.Query().Get("to")
	if to == "" {
		to = v.path("/account")
	}
	if b, err := v.read(); err == nil && b != nil && b.Open && b.Units > 0 {
		to = v.path("/checkout")
	}
	if at := v.voucherKeptHere(); at != "" {
		to = at
	}
	return v.show(s.signIn, signInBody{Name: c.Name, Email: c.Email, To: to})
}

func (s *Shop) useSignIn(v *visit) error {
	form, err := page.Form(v.w, v.r)
	if err != nil {
		return err
	}
	token, err := customer.UseLink(v.r.Context(), v.app(), v.company.ID, v.r.PathValue("link"), placeOf(v.r))
	if err != nil {
		return err
	}
	s.site.SetCookie(v.w, v.r, v.customerCookie(), token, customer.TokenLife)
	to := form.Get("to")
	if !page.Local(to) {
		to = v.path("")
	}
	return v.goOn(to)
}

// customerCookie is the name under which the browser keeps who it is to this company.
func (v *visit) customerCookie() string { return "customer-" + strconv.FormatInt(v.company.ID, 10) }

// customer is who signed in by a link, the zero one for everybody else.
func (v *visit) customer() (customer.Customer, error) {
	token := v.shop.site.Cookie(v.r, v.customerCookie())
	if token == "" {
		return customer.Customer{}, nil
	}
	c, err := customer.Of(v.r.Context(), v.app(), v.company.ID, token, placeOf(v.r))
	if app.KindOf(err) == app.NotFound {
		v.shop.site.ClearCookie(v.w, v.r, v.customerCookie())
		return customer.Customer{}, nil
	}
	v.buyer.CustomerID = c.ID
	return c, err
}

func placeOf(r *http.Request) customer.Place {
	return customer.Place{Address: page.AddressOf(r), Agent: r.UserAgent()}
}
