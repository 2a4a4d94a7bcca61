package wire

import (
	"net/url"
	"strings"

	"marquee/handlers/rest"
)

// After is the part of a link that says where a browser goes afterwards: nowhere else than
// to a page of this server. Other addresses are passed over.
func After(redirect string, own rest.Origin) string {
	path, found := strings.CutPrefix(redirect, string(own))
	if !found {
		path = redirect
	}
	if !local(path) {
		return ""
	}
	return "?to=" + url.QueryEscape(path)
}

// local tells whether an address is a path of this server.
func local(path string) bool {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsFunc(path, func(r rune) bool { return r == '\\' || r < ' ' }) {
		return false
	}
	u, err := url.Parse(path)
	return err == nil && u.Host == "" && u.Scheme == "" && !strings.HasPrefix(u.Path, "//")
}
