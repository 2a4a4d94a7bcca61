package webhook

import (
	"net/netip"
	"net/url"
	"strings"

	"marquee/app"
)

// checkURL refuses a URL that no call may go to. What its host resolves to is judged when
// the connection is made, each time anew; here are judged the forms of addresses.
func checkURL(text string, p Policy) error {
	problem := func(format string, args ...any) error { return app.Field("url", format, args...) }
	u, err := url.Parse(text)
	switch {
	case len(text) > MaxURL:
		return problem("must not be larger than %d bytes", MaxURL)
	case err != nil || u.Host == "" || u.Hostname() == "" || u.Opaque != "" || strings.ContainsFunc(text, unprintable):
		return problem("is not a valid URL")
	case u.User != nil:
		return problem("must not carry a user or a password")
	case u.Fragment != "":
		return problem("is not a valid URL")
	case u.Scheme != "https" && !(p.Inside && u.Scheme == "http"):
		return problem("must begin with https://")
	case p.Inside:
		return nil
	case !UsualPort(u.Port()):
		return problem("must not name a port other than 443")
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if addr, err := netip.ParseAddr(host); err == nil {
		if !Public(addr) {
			return problem("must lead to a public address")
		}
		return nil
	}
	if looksNumeric(host) || !strings.Contains(host, ".") || strings.HasSuffix(host, ".localhost") {
		return problem("must lead to a public address")
	}
	return nil
}

func unprintable(r rune) bool { return r <= ' ' || r == 0x7f || r == '\\' }

// UsualPort tells whether a port, empty where none is named, is that of the web.
func UsualPort(port string) bool { return port == "" || port == "443" || port == "80" }

// looksNumeric tells whether a host is an address in one of its unusual forms, such as
// 2130706433, 0x7f.1 or 017700000001: its last label is a number then.
func looksNumeric(host string) bool {
	label := host[strings.LastIndexByte(host, '.')+1:]
	if hex, ok := strings.CutPrefix(label, "0x"); ok {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return strings.Trim(label, "0123456789") == ""
}

// given is all of IPv6 that was given out for the public internet. What lies outside of it stands
// for IPv4 addresses, as ::ffff:0:127.0.0.1 does where something translates, or is nobody's yet.
const given = "2000::/3"

// closed are the networks that are not the public internet, beside those that
// netip.Addr knows: own networks of carriers, tests, documentation, and IPv6 addresses
// that stand for IPv4 ones.
var closed = [...]string{
	"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
	"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
}

// Public tells whether an address is one of the public internet.
func Public(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if !a.IsGlobalUnicast() || a.IsPrivate() || a.IsLoopback() || a.Is6() && !netip.MustParsePrefix(given).Contains(a) {
		return false
	}
	for _, text := range closed {
		if netip.MustParsePrefix(text).Contains(a) {
			return false
		}
	}
	return true
}
