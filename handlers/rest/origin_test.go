package rest

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/list"
)

type placedIn struct{ Page }

// TestLinksAreWholeURLs looks at the links of a list and of its rows.
func TestLinksAreWholeURLs(t *testing.T) {
	routes := []Route{HandleList(Spec{Method: "GET", Path: "/places", Summary: "Places", Tag: "Demo", Allow: app.Anyone, Limit: 10},
		func(_ context.Context, _ *app.Caller, in placedIn) (Many[demoJSON], list.Info, error) {
			l := list.Held(make([]int, 30), list.Request{}).Info
			out := List[demoJSON](in.Page, l)
			out.Data = append(out.Data, Resource[demoJSON]{Type: "places", ID: 1, Self: "/v1/place?id=1"})
			return out, l, nil
		})}
	for _, c := range []struct {
		name, base, host, want string
		tls                    bool
	}{
		{"as the request came", "", "tickets.example.com", "http://tickets.example.com", false},
		{"with its port", "", "10.0.0.7:8080", "http://10.0.0.7:8080", false},
		{"to an address of six", "", "[::1]:8080", "http://[::1]:8080", false},
		{"over TLS", "", "tickets.example.com", "https://tickets.example.com", true},
		{"the base URL wins", "https://tickets.example.com", "evil.example.org", "https://tickets.example.com", false},
		{"the base URL may have a path", "https://example.com/box", "evil.example.org", "https://example.com/box", true},
		{"no host", "", "", "http://192.0.2.1:80", false},
		{"a host with a path", "", "evil.example.org/x?", "http://192.0.2.1:80", false},
		{"a host with a user", "", "user@evil.example.org", "http://192.0.2.1:80", false},
		{"a host with quotes", "", `evil"><script>`, "http://192.0.2.1:80", false},
		{"a host with a line break", "", "evil\r\nSet-Cookie: x=1", "http://192.0.2.1:80", false},
		{"a host without end", "", strings.Repeat("a", 300), "http://192.0.2.1:80", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			r := httptest.NewRequest("GET", "/v1/places?limit=10&offset=10&x=a%20b", nil)
			r.Host, r.TLS = c.host, nil
			if c.tls {
				r.TLS = &tls.ConnectionState{}
			}
			r.Header.Set("X-Forwarded-Host", "evil.example.org")
			r.Header.Set("X-Forwarded-Proto", "gopher")
			local := &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 80}
			r = r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, net.Addr(local)))
			w := httptest.NewRecorder()
			New(Options{BaseURL: c.base}, routes).ServeHTTP(w, r)
			is.Equal(w.Code, 200)
			body, list := w.Body.String(), c.want+"/v1/places?limit=10&offset="
			for _, want := range []string{
				`"links":{"self":"` + c.want + `/v1/place?id=1"}`, `"first":"` + list + `0&x=a+b"`, `"last":"` + list + `20&x=a+b"`,
				`"prev":"` + list + `0&x=a+b"`, `"next":"` + list + `20&x=a+b"`, `"self":"` + list + `10&x=a%20b"`,
			} {
				if !strings.Contains(body, want) {
					t.Errorf("no %s in %s", want, body)
				}
			}
			is.True(!strings.Contains(body, "evil"))
			is.Equal(w.Header().Get("Cache-Control"), "private, no-store")
		})
	}
}
