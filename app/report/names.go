package report

import (
	"strings"

	"marquee/app/catalog"
)

// camel writes a slug with dashes or underscores as one word: refund_online, refundOnline.
func camel(slug string) string {
	var b strings.Builder
	up := false
	for _, c := range slug {
		switch {
		case c == '-' || c == '_':
			up = true
			continue
		case up && c >= 'a' && c <= 'z':
			c += 'A' - 'a'
		}
		up = false
		b.WriteRune(c)
	}
	return b.String()
}

// channelOf is the slug of a stored channel.
func channelOf(n int64) string { return catalog.Channel(n).Slug() }
