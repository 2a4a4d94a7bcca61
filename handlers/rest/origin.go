package rest

import (
	"net"
	"net/http"
	"strings"
)

// origin is what stands in front of a path in the links of an answer: the base URL
// of the server, or the scheme and the host that the request came to. Answers are
// never cached, so that a forged Host header misleads nobody but its sender; what
// outlives the request (mails, calls to other systems) must use the base URL.
type origin struct{ scheme, host string }

// String is the origin without a path, and without a slash at its end.
func (o origin) String() string { return o.scheme + o.host }

// originOf tells where a request came to. The base URL wins, if there is one.
func (api *API) originOf(r *http.Request) origin {
	if api.BaseURL != "" {
		return origin{host: api.BaseURL}
	}
	o := origin{scheme: "http://", host: r.Host}
	if r.TLS != nil {
		o.scheme = "https://"
	}
	if !plainHost(o.host) {
		o.host = localHost(r)
	}
	return o
}

// maxHost is the longest name of a host with its port, in bytes.
const maxHost = 260

// plainHost tells whether a Host header holds nothing but a name or an address and
// a port.
func plainHost(host string) bool {
	return host != "" && len(host) <= maxHost && !strings.ContainsFunc(host, func(r rune) bool {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		return !letter && (r < '0' || r > '9') && !strings.ContainsRune(".-_:[]", r)
	})
}

// localHost is the address that the connection of a request arrived at.
func localHost(r *http.Request) string {
	if a, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok {
		return a.String()
	}
	return "localhost"
}
