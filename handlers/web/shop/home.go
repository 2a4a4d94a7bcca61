package shop

import (
	"net/http"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/shop"
	"marquee/handlers/web/page"
)

// homeBody is what strangers see of a server with several companies, or none.
type homeBody struct {
	Title, Nothing string
	Shops          []homeShop
}

// homeShop is a company with what it announces first.
type homeShop struct {
	Name    string
	To      string // its shop, empty: it is closed
	Cards   []*cardView
	Nothing string
	More    bool // its shop has more of them
	Demo    bool
}

// Home answers at the address of the server: with the shop of the only company there is, else
// with all of them.
func Home(s *Shop) http.Handler {
	return s.site.Handler(s.kind(), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := showHome(s, w, r); err != nil {
			s.site.Refuse(w, r, err)
		}
	}))
}

func showHome(s *Shop, w http.ResponseWriter, r *http.Request) error {
	all, err := shop.ReadFaces(r.Context(), s.site.App)
	if err != nil {
		return err
	}
	if len(all) == 1 && all[0].Shop.Open {
		v := s.visitTo(&all[0], w, r)
		v.view.Footer.Links = append(v.view.Footer.Links, page.Link{Text: v.view.T("shop.staff"), To: "/staff"})
		return s.showFront(v)
	}
	view := s.site.View(w, r)
	body := &homeBody{Title: view.T("shop.home_title")}
	for i := range all {
		one, err := newHomeShop(s, w, r, &all[i])
		if err != nil {
			return err
		}
		body.Shops = append(body.Shops, one)
	}
	view.Brand, view.Title, view.Styles, view.Scripts = "Marquee", body.Title, []string{"shop.css"}, []string{"shop.js"}
	switch len(all) {
	case 0:
		body.Nothing = view.T("shop.home_none")
	case 1:
		s.dress(view, &all[0])
		body.Title = all[0].Name
	}
	view.Canonical, view.Summary = s.site.Origin(r)+"/", body.Title
	view.Footer.Links = append(view.Footer.Links, page.Link{Text: view.T("shop.staff"), To: "/staff"}, page.Link{Text: view.T("shop.manual"), To: "/docs/"})
	view.Body = body
	s.site.Show(w, r, s.home, view)
	return nil
}

// newHomeShop is what one company announces first, with what its shop says of it.
func newHomeShop(s *Shop, w http.ResponseWriter, r *http.Request, c *company.Company) (homeShop, error) {
	v := s.visitTo(c, w, r)
	out := homeShop{Name: c.Name, Demo: c.Demo}
	if c.Shop.Open {
		out.To = v.path("")
	}
	all, err := s.fronts.read(v)
	if err != nil {
		return out, err
	}
	list := &frontBody{Filtered: true} // no event stands above the others
	list.show(v, all.Cards[:min(len(all.Cards), maxHome)], func(*shop.Card) bool { return true })
	for _, m := range list.Months {
		out.Cards = append(out.Cards, m.Cards...)
	}
	for _, card := range out.Cards {
		if !card.Company.Shop.Open {
			card.To = ""
		}
	}
	if out.More = c.Shop.Open && len(all.Cards) > maxHome; len(out.Cards) == 0 {
		out.Nothing = v.view.T("shop.no_dates")
	}
	return out, nil
}

// dressRefusal dresses the page of a refusal as the company whose address it is, or as the only
// one that strangers meet here. Where that cannot be told it stays as it is.
func dressRefusal(s *Shop, r *http.Request, v *page.View) {
	c, err := whose(s.site.App, r)
	if err != nil || c == nil {
		return
	}
	s.dress(v, c)
	if v.Home = "/"; c.Shop.Open {
		v.Home = shopPath(c)
	}
}

// whose is the company of an address, nil: of nobody, or of several.
func whose(a *app.App, r *http.Request) (*company.Company, error) {
	ctx := r.Context()
	what, which := at(r)
	switch what {
	case "staff", "door", "setup": // those who work here know where they are
		return nil, nil
	}
	if what == "shop" {
		if c, err := company.At(ctx, a, which); err == nil {
			return c, nil
		}
	}
	id, err := strconv.ParseInt(companyOf(r), 10, 64)
	if what == "basket" || what == "pay" {
		err = a.ViewCompany(ctx, 0, func(r app.Reader) (err error) {
			id, err = order.CompanyOf(r, which)
			return err
		})
	}
	if what != "shop" && err == nil && id > 0 {
		if c, err := shop.OpenShop(ctx, a, id); err == nil {
			return c, nil
		}
	}
	all, err := shop.ReadFaces(ctx, a)
	if err != nil || len(all) != 1 {
		return nil, err
	}
	return &all[0], nil
}

// Lost answers browsers at addresses where nothing is with a page; everybody else goes on to
// another handler.
func Lost(s *Shop, others http.Handler) http.Handler {
	pages := s.site.Handler(s.kind(), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.site.Refuse(w, r, nothing()) }))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/html") {
			pages.ServeHTTP(w, r)
			return
		}
		others.ServeHTTP(w, r)
	})
}
