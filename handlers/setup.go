package handlers

import (
	"net/http"
	"slices"

	"marquee/app"
	"marquee/app/firstrun"
	"marquee/handlers/rest"
	"marquee/handlers/web/page"
)

// setupPaths are what is served while nobody has set up the box office: the pages for it with
// what they look like, the operation behind the first of them, and whether the server works.
var setupPaths = []string{"/setup", rest.Base + "/setup", "/language", "/healthz", "/readyz", page.AssetsPath}

// beforeSetup serves nothing but the setup while somebody is awaited who does it.
func beforeSetup(a *app.App, whole http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		own := slices.ContainsFunc(setupPaths, func(prefix string) bool {
			return mount{prefix: prefix}.matches(r.URL.Path)
		})
		if own || !firstrun.Awaits(a) {
			whole.ServeHTTP(w, r)
			return
		}
		rest.Secure(w.Header())
		if r.URL.Path == "/" {
			http.Redirect(w, r, "/setup", http.StatusSeeOther)
			return
		}
		http.Error(w, "Nobody has set up this box office yet.", http.StatusNotFound)
	})
}
