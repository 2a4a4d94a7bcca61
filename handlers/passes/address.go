package passes

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"marquee/app/paper"
	"marquee/app/pass"
)

// call is what a phone asks for: PREFIX/COMPANY/SYMBOL/v1/…
type call struct {
	company int64
	symbol  paper.Kind
	kind    callKind
	// Empty where the kind has none.
	device, passType, serial string
}

type callKind int

const (
	registration callKind = iota + 1 // devices/DEVICE/registrations/TYPE/SERIAL
	changes                          // devices/DEVICE/registrations/TYPE
	latest                           // passes/TYPE/SERIAL
	complaint                        // log
)

// parseCall takes the path behind the prefix apart.
func parseCall(path string) (c call, ok bool) {
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	if len(parts) < 4 || parts[2] != "v1" {
		return call{}, false
	}
	id, err := strconv.ParseInt(parts[0], 10, 64)
	c = call{company: id, symbol: paper.Kind(parts[1])}
	if err != nil || id < 1 || strconv.FormatInt(id, 10) != parts[0] || !slices.Contains(paper.Kinds, c.symbol) {
		return call{}, false
	}
	switch rest := parts[3:]; {
	case len(rest) == 1 && rest[0] == "log":
		c.kind = complaint
	case len(rest) == 3 && rest[0] == "passes":
		c.kind, c.passType, c.serial = latest, rest[1], rest[2]
	case (len(rest) == 4 || len(rest) == 5) && rest[0] == "devices" && rest[2] == "registrations":
		c.kind, c.device, c.passType = changes, rest[1], rest[3]
		if len(rest) == 5 {
			c.kind, c.serial = registration, rest[4]
		}
		if !pass.GoodPhone(c.device) {
			return call{}, false
		}
	default:
		return call{}, false
	}
	return c, c.kind == complaint || c.passType != ""
}

// shown is the token that a phone shows, or empty.
func shown(r *http.Request) string {
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "ApplePass ")
	return token
}

// A tag is a moment in microseconds since 1970, as text.
func tag(t time.Time) string { return strconv.FormatInt(t.UnixMicro(), 10) }

// parseTag reads a tag that we gave; none, and one that is not ours, is the beginning.
func parseTag(text string) time.Time {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return time.Time{}
	}
	return time.UnixMicro(n)
}
