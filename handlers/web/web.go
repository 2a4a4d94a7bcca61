package web

import (
	"log/slog"
	"net/http"

	"marquee/app"
	"marquee/handlers/rest"
	"marquee/handlers/web/door"
	"marquee/handlers/web/office"
	"marquee/handlers/web/office/screen"
	"marquee/handlers/web/page"
	"marquee/handlers/web/setup"
	"marquee/handlers/web/shop"
	"marquee/handlers/wire"
)

// Mount is a handler and the path that it answers: with all paths below it, unless exact.
type Mount struct {
	Prefix  string
	Exact   bool
	Handler http.Handler
}

// Mounts are the pages for people; what staff change on them are operations of the API. What
// stands at no address is lost: a page for browsers, and what the API says for others. A nil log
// discards; the base URL may be empty.
func Mounts(a *app.App, log *slog.Logger, baseURL string, api *rest.API) (mounts []Mount, lost http.Handler) {
	site := page.NewSite(a, log, baseURL)
	buyers := shop.New(site)
	shops := buyers.Handler()
	staff := door.New(site).Handler()
	offices := office.Handler(site, api)
	return []Mount{
		{Prefix: "/", Exact: true, Handler: shop.Home(buyers)},
		{Prefix: "/shop", Handler: shops}, {Prefix: "/basket", Handler: shops}, {Prefix: "/orders", Handler: shops},
		{Prefix: wire.ClaimPath, Handler: shops}, {Prefix: wire.PayPath, Handler: shops},
		{Prefix: page.AssetsPath, Handler: site.Assets},
		{Prefix: door.StaffPath, Handler: staff},
		{Prefix: door.DoorPath, Handler: staff},
		{Prefix: setup.Path, Handler: setup.New(site).Handler()},
		{Prefix: screen.Path, Handler: offices},
		{Prefix: page.AnsweredPath, Exact: true, Handler: site.Handler(page.Kind{Name: "answers"}, http.RedirectHandler("/", http.StatusSeeOther))},
		{Prefix: "/language", Exact: true, Handler: site.Handler(page.Kind{Name: "language"}, http.HandlerFunc(site.ChooseLanguage))},
	}, shop.Lost(buyers, api.Outside())
}
