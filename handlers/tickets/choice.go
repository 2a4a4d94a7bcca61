package tickets

import (
	"net/http"
	"slices"

	// Matches what a browser reads to what we write.
	"golang.org/x/text/language"

	"marquee/app"
	"marquee/app/message"
	"marquee/app/paper"
)

// errUnclear: the address asks for what there is not.
var errUnclear = &app.Error{Kind: app.Invalid}

// choose reads on what, and with which kind of code, the tickets are wanted.
func choose(r *http.Request, p *message.Printing) error {
	q := r.URL.Query()
	if f := paper.Format(q.Get("format")); f != "" {
		if !slices.Contains(paper.Formats, f) {
			return errUnclear
		}
		p.Format = f
	}
	if k := paper.Kind(q.Get("symbol")); k != "" {
		if !slices.Contains(paper.Kinds, k) {
			return errUnclear
		}
		p.Symbol = k
	}
	return nil
}

var (
	written   = []language.Tag{language.English, language.German, language.French}
	preferred = language.NewMatcher(written)
)

// languageOf is what ?lang asks for, else what the browser reads; empty if neither says.
func languageOf(r *http.Request) string {
	asked, accepted := r.URL.Query().Get("lang"), r.Header.Get("Accept-Language")
	if asked == "" && accepted == "" {
		return ""
	}
	_, i := language.MatchStrings(preferred, asked, accepted)
	return written[i].String()
}
