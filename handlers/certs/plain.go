package certs

import (
	"net"
	"net/http"
	"net/url"
	"strings"

	"marquee/handlers/rest"
)

// Plain answers calls that do not speak TLS. Pages are sent to base, the address
// that does, or to the same host at port when base is empty. Calls that carry
// secrets are refused: sending them on would hide that they travel in the open.
func (g *Guard) Plain(base, port string) http.Handler {
	toTLS := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rest.Secure(w.Header())
		if g.pages != nil && isPage(r) {
			g.pages.ServeHTTP(w, r)
			return
		}
		if !harmless(r) {
			http.Error(w, "This server speaks TLS: use https://. What was sent with this request has travelled in the open; renew the token.", http.StatusForbidden)
			return
		}
		target := url.URL{Scheme: "https", Host: secureHost(r.Host, base, port), Path: r.URL.Path, RawQuery: r.URL.RawQuery}
		http.Redirect(w, r, target.String(), http.StatusTemporaryRedirect)
	})
	if g.challenges != nil {
		return g.challenges(toTLS)
	}
	return toTLS
}

// harmless tells whether a request gives nothing away.
func harmless(r *http.Request) bool {
	reads := r.Method == http.MethodGet || r.Method == http.MethodHead
	return reads && r.Header.Get("Authorization") == "" && !strings.HasPrefix(r.URL.Path, "/v1")
}

// secureHost is where the same page is spoken in TLS.
func secureHost(asked, base, port string) string {
	if u, err := url.Parse(base); err == nil && u.Scheme == "https" && u.Host != "" {
		return u.Host
	}
	host, _, err := net.SplitHostPort(asked)
	if err != nil {
		host = strings.Trim(asked, "[]")
	}
	if port == "443" {
		return host
	}
	return net.JoinHostPort(host, port)
}
