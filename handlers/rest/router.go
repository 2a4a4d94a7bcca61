package rest

import (
	"net/http"

	// A trie router with no allocation on static paths; everything we serve under
	// /v1 is static. It is used in this file alone.
	"github.com/julienschmidt/httprouter"

	"marquee/app"
)

// Base is in front of every path of the API.
const Base = "/v1"

// mux registers every spelling of every route.
func (api *API) mux() http.Handler {
	m := httprouter.New()
	m.RedirectTrailingSlash, m.RedirectFixedPath = false, false
	m.HandleMethodNotAllowed, m.HandleOPTIONS = true, false
	m.NotFound = api.refuseAll("not found", &app.Error{Kind: app.NotFound, Message: nothingHere})
	m.MethodNotAllowed = api.refuseAll("method not allowed", methodNotAllowed)
	for i := range api.routes {
		rt := &api.routes[i]
		h := api.endpoint(rt)
		for _, s := range rt.spellings() {
			for _, p := range paths(s[1]) {
				m.Handle(s[0], p, func(w http.ResponseWriter, r *http.Request, _ httprouter.Params) { h(w, r) })
			}
		}
	}
	return m
}

// paths of a route: the root is /v1 as well as /v1/.
func paths(p string) []string {
	if p == "/" {
		return []string{Base, Base + "/"}
	}
	return []string{Base + p}
}
