package web

import (
	"testing"

	"marquee/app/apptest"
	"marquee/handlers/web/door"
	"marquee/handlers/web/office"
	"marquee/handlers/web/page"
	"marquee/handlers/web/setup"
	"marquee/handlers/web/shop"
)

// TestTemplatesCanBeRead: they are read when their page is first shown, which is too late
// to find out that one is broken.
func TestTemplatesCanBeRead(t *testing.T) {
	site := page.NewSite(apptest.New(t).App, nil, "")
	shop.New(site)
	door.New(site)
	setup.New(site)
	office.Handler(site, nil)
	site.ReadTemplates()
}
