package rest

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"github.com/matryer/is"
)

func TestOnlyTheProxyIsBelieved(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("10.1.0.0/16"), netip.MustParsePrefix("fd00::/8")}
	for _, c := range []struct {
		name, peer string
		header     []string
		want       string
	}{
		{"a stranger who says so", "203.0.113.7:5000", []string{"198.51.100.1"}, "203.0.113.7:5000"},
		{"through the proxy", "127.0.0.1:5000", []string{"198.51.100.1"}, "198.51.100.1:0"},
		{"with something made up in front", "127.0.0.1:5000", []string{"10.1.2.3, 8.8.8.8, 198.51.100.1"}, "198.51.100.1:0"},
		{"through two proxies", "127.0.0.1:5000", []string{"198.51.100.1, 10.1.0.9"}, "198.51.100.1:0"},
		{"in several lines", "127.0.0.1:5000", []string{"8.8.8.8", "198.51.100.1", "10.1.0.9"}, "198.51.100.1:0"},
		{"from inside", "127.0.0.1:5000", []string{"10.1.0.5"}, "10.1.0.5:0"},
		{"IPv6", "[fd00::1]:5000", []string{"2001:db8::1"}, "[2001:db8::1]:0"},
		{"IPv4 in IPv6", "[::ffff:127.0.0.1]:5000", []string{"::ffff:198.51.100.1"}, "198.51.100.1:0"},
		{"nothing said", "127.0.0.1:5000", nil, "127.0.0.1:5000"},
		{"nonsense", "127.0.0.1:5000", []string{"unknown"}, "127.0.0.1:5000"},
		{"nonsense before the proxy", "127.0.0.1:5000", []string{"198.51.100.1, x, 10.1.0.9"}, "10.1.0.9:0"},
		{"a port", "127.0.0.1:5000", []string{"198.51.100.1:99"}, "127.0.0.1:5000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			r := httptest.NewRequest("GET", "/", nil)
			r.RemoteAddr = c.peer
			for _, line := range c.header {
				r.Header.Add(forwarded, line)
			}
			got := ""
			Behind(proxies, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.RemoteAddr })).ServeHTTP(nil, r)
			is.Equal(got, c.want)
		})
	}
}

func FuzzForwarded(f *testing.F) {
	f.Add("198.51.100.1, 10.0.0.1")
	f.Add(",,")
	f.Fuzz(func(t *testing.T, line string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = "127.0.0.1:1"
		r.Header[forwarded] = []string{line}
		if client, ok := clientOf([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, r); ok && !client.IsValid() {
			t.Fatalf("%q leads to no address", line)
		}
	})
}

func TestInside(t *testing.T) {
	is := is.New(t)
	ask := func(peer, header string) bool {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = peer
		if header != "" {
			r.Header.Set(header, "198.51.100.1")
		}
		return Inside(r)
	}
	is.True(ask("127.0.0.1:5", ""))
	is.True(ask("[::1]:5", ""))
	is.True(!ask("192.0.2.1:5", ""))
	is.True(!ask("127.0.0.1:5", forwarded))
	is.True(!ask("127.0.0.1:5", "Forwarded"))
	is.True(!ask("@", ""))
}
