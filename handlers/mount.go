package handlers

import (
	"net/http"
	"strings"

	"marquee/handlers/rest"
)

// mount is a handler and the paths that it answers: the prefix and, unless exact, all
// paths below it. What is mounted brings its own errors, sessions and limits; a mount
// knows nothing of its neighbours.
type mount struct {
	prefix  string // begins with a slash and ends without one
	exact   bool
	handler http.Handler
}

func (m mount) matches(path string) bool {
	below, ok := strings.CutPrefix(path, m.prefix)
	return ok && (below == "" || !m.exact && below[0] == '/')
}

// mountTable is what the server answers, by path. Where prefixes lie in each other the
// longest counts, in whatever order they stand.
type mountTable []mount

// find is the mount of a path, nil if there is none.
func (t mountTable) find(path string) (found *mount) {
	for i := range t {
		if m := &t[i]; m.matches(path) && (found == nil || len(m.prefix) > len(found.prefix)) {
			found = m
		}
	}
	return found
}

// handler serves the table; other paths go to outside.
func (t mountTable) handler(outside http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if m := t.find(r.URL.Path); m != nil {
			m.handler.ServeHTTP(w, r)
			return
		}
		outside.ServeHTTP(w, r)
	})
}

// readOnly is a handler for GET and HEAD with the headers that every answer carries.
func readOnly(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rest.Secure(w.Header())
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "This method is not allowed here.", http.StatusMethodNotAllowed)
			return
		}
		h.ServeHTTP(w, r)
	})
}
