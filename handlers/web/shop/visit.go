package shop

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/shop"
	"marquee/handlers/web/page"
	"marquee/handlers/wire"
)

// visit is one request of a buyer at a shop.
type visit struct {
	shop    *Shop
	w       http.ResponseWriter
	r       *http.Request
	company *company.Company
	buyer   *app.Caller
	view    *page.View
	// basket is what the cookie names; the zero Key without one.
	basket order.Key
	// page is the secret of the page of an order that is paid, empty: the basket is.
	page string
}

// nothing says that there is nothing at an address.
func nothing() error { return &app.Error{Kind: app.NotFound} }

// visiting finds the shop of a request. What a page refuses is shown as a page of errors.
func (s *Shop) visiting(show func(*visit) error) http.HandlerFunc { return s.at(company.ShopAt, show) }

// at is visiting with the shops that a function finds.
func (s *Shop) at(find func(context.Context, *app.App, string) (*company.Company, error), show func(*visit) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c, err := find(r.Context(), s.site.App, r.PathValue("alias"))
		if app.KindOf(err) == app.NotFound && closedAt(s, w, r) {
			return
		}
		if err == nil && c.Alias != r.PathValue("alias") && r.Method == http.MethodGet { // one that it had before
			http.Redirect(w, r, shopPath(c)+strings.TrimPrefix(r.URL.RequestURI(), "/shop/"+url.PathEscape(r.PathValue("alias"))), http.StatusFound)
			return
		}
		if err == nil {
			err = show(s.visitTo(c, w, r))
		}
		if err != nil {
			s.site.Refuse(w, r, err)
		}
	}
}

func (s *Shop) visitTo(c *company.Company, w http.ResponseWriter, r *http.Request) *visit {
	v := &visit{shop: s, w: w, r: r, company: c, view: s.site.View(w, r)}
	secret := ""
	if reference, token, ok := strings.Cut(s.site.Cookie(r, v.cookie()), "."); ok {
		v.basket, secret = order.Key{Reference: reference}, token
	}
	v.buyer = c.Buyer(secret, string(v.view.Lang))
	s.dress(v.view, c)
	v.view.Home = v.path("")
	return v
}

// dress puts a page into the colours and the name of a company.
func (s *Shop) dress(v *page.View, c *company.Company) {
	v.Brand, v.Title = c.Name, c.Name
	if m := c.Logo(); m != nil {
		v.Logo = &page.Logo{At: string(wire.MediaURL(c.ID, m)), Width: m.Width, Height: m.Height}
	}
	v.Wear(c.Branding.PrimaryColor)
	v.Styles, v.Scripts = []string{"shop.css"}, []string{"shop.js"}
	for _, kind := range company.LegalKinds {
		if to := c.LegalAt(kind); to != "" {
			v.Footer.Links = append(v.Footer.Links, page.Link{Text: v.T("shop." + string(kind)), To: to})
		}
	}
	if c.Shop.Email != "" {
		v.Footer.Links = append([]page.Link{{Text: v.T("shop.contact"), To: "mailto:" + c.Shop.Email}}, v.Footer.Links...)
	}
	if c.Shop.Open {
		v.Footer.Links = append(v.Footer.Links, page.Link{Text: v.T("shop.account"), To: shopPath(c) + "/account"})
	}
	if v.Footer.Note = c.Billing.Name; v.Footer.Note == "" {
		v.Footer.Note = c.Name
	}
}

// staff is who wants to see what is not published: somebody of the company, signed in, who
// asks for a preview; nil for everybody else.
func (v *visit) staff() *app.Caller {
	if !v.r.URL.Query().Has("preview") {
		return nil
	}
	c, err := company.AuthenticateFor(v.r.Context(), v.app(), company.ForPage, v.shop.site.Cookie(v.r, page.StaffCookie))
	if err != nil {
		return nil
	}
	return c
}

// closed says that a shop is closed, to whoever has a link that leads into it.
func (v *visit) closed() error {
	v.view.Title, v.view.Home, v.view.Unlisted = v.view.T("shop.closed_title"), "/", true
	return v.show(v.shop.handOver, "")
}

// closedAt says so where the address is that of a company whose shop is closed.
func closedAt(s *Shop, w http.ResponseWriter, r *http.Request) bool {
	c, err := company.At(r.Context(), s.site.App, r.PathValue("alias"))
	if err != nil || c.Shop.Open {
		return false
	}
	v := s.visitTo(c, w, r)
	v.view.Title, v.view.Home, v.view.Unlisted, v.view.Body, v.view.Address = v.view.T("shop.closed_title"), "/", true, "", v.path("")
	s.site.ShowMissing(w, r, s.handOver, v.view)
	return true
}

// path is an address in the shop.
func (v *visit) path(below string, parts ...any) string {
	return shopPath(v.company) + fmt.Sprintf(below, parts...)
}

// shopPath is the front page of the shop of a company.
func shopPath(c *company.Company) string { return "/shop/" + c.Alias }

func (v *visit) app() *app.App { return v.shop.site.App }

func (v *visit) cookie() string { return basketCookie(v.company) }

// basketCookie is the name under which a browser keeps the basket of a company.
func basketCookie(c *company.Company) string { return "basket-" + strconv.FormatInt(c.ID, 10) }

// keep lets the browser have a basket.
func (v *visit) keep(o *order.Order) {
	if o.Link == nil {
		return
	}
	v.basket, v.buyer.Secret = order.Key{Reference: o.Reference}, o.Link.Token
	v.shop.site.SetCookie(v.w, v.r, v.cookie(), o.Reference+"."+o.Link.Token, basketMemory)
}

// at is where the page stands that answers a form: what leads back to it leads there.
func (v *visit) at(below string, parts ...any) {
	if v.r.Method != http.MethodGet && v.r.Method != http.MethodHead {
		v.view.Address = v.path(below, parts...)
	}
}

// goOn sends the browser to another page of the shop.
func (v *visit) goOn(to string) error {
	page.GoOn(v.w, v.r, to)
	return nil
}

// show answers with a page.
func (v *visit) show(t *page.Template, body any) error {
	v.view.Body = body
	v.shop.site.Show(v.w, v.r, t, v.view)
	return nil
}

// showAgain answers with the page of a form that was refused.
func (v *visit) showAgain(t *page.Template, body any) error {
	v.view.Body = body
	v.shop.site.ShowAgain(v.w, v.r, t, v.view)
	return nil
}

// number reads an id of the address.
func (v *visit) number(name string) (int64, error) {
	n, err := strconv.ParseInt(v.r.PathValue(name), 10, 64)
	if err != nil || n <= 0 {
		return 0, nothing()
	}
	return n, nil
}

// trying tries a code where not too many were of no use. What is no code is not counted.
func (v *visit) trying(code string, try func(code string) (good bool, err error)) error {
	if code == "" {
		_, err := try(code)
		return err
	}
	if err := v.shop.tried.Take(v.r, code, v.app().Now()); err != nil {
		return err
	}
	good, err := try(code)
	if good {
		v.shop.tried.Good(v.r, code)
	}
	return err
}

// readEvent reads an event with what the code in the address opens.
func (v *visit) readEvent(id int64) (e shop.Event, b *shop.Basket, err error) {
	err = v.trying(v.code(), func(code string) (good bool, err error) {
		e, b, err = shop.ReadEvent(v.r.Context(), v.app(), v.buyer, shop.Ask{EventID: id, Code: code, Basket: v.basket, Staff: v.staff(), Preview: v.r.URL.Query().Get("preview")})
		return e.Code != "" || e.CodeKnown, err
	})
	return e, b, err
}
