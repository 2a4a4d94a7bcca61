package shop

import (
	"net/url"
	"strings"

	"marquee/handlers/web/page"
)

// linkView is an address that somebody else is to have: it is copied, shared as the device does
// that, or mailed.
type linkView struct{ URL, Title, Mail string }

// linkOf offers the address with which tickets are taken.
func linkOf(v *page.View, address string) *linkView {
	title := v.T("shop.claim_title")
	return &linkView{URL: address, Title: title, Mail: mailAbout(title, address)}
}

// mailAbout is a mail about an address, to whomever its writer names.
func mailAbout(title, address string) string {
	return "mailto:?" + strings.ReplaceAll(url.Values{"subject": {title}, "body": {address}}.Encode(), "+", "%20")
}
