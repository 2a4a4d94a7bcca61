package app_test

import (
	"testing"

	"marquee/app"

	"github.com/matryer/is"
)

func TestBlank(t *testing.T) {
	for text, blank := range map[string]bool{
		"": true, " \t": true, "\u200b": true, "\u202e\u2066": true, "\u3164": true, "\u2800 \ufeff": true,
		"\u0301": true, "\u00ad": true, "\ufe0f": true,
		"a": false, " \u200bä": false, "東": false, "\u202eabc": false, "नि": false, "🎪": false, "·": false,
	} {
		if app.Blank(text) != blank {
			t.Errorf("%q: blank is %v", text, !blank)
		}
	}
}

func TestOneForm(t *testing.T) {
	is := is.New(t)
	for from, to := range map[string]string{
		"abc": "abc", "ａｂｃ": "abc", "a\u200bb\u2060c\ufeff": "abc", "\u202eabc\u202c": "abc",
		"zoe\u0308": "zoë", "ﬁn": "fin", "東京": "東京",
	} {
		is.Equal(app.OneForm(from), to)
	}
}

// TestWhatIsShownHoldsNoLink: what buyers type goes to others in the promoter's name.
func TestWhatIsShownHoldsNoLink(t *testing.T) {
	for text, problem := range map[string]string{
		"Ada Lovelace": "", "J. R. Smith": "", "Ольга": "", "Wwwilliam": "", "": "", "and/or: me": "",
		"You won! https://evil.example": "must not contain a link", "HTTP://EVIL": "must not contain a link", "see WWW.evil.example": "must not contain a link",
		"ｗｗｗ．evil.example": "must not contain a link", "https：／／evil.example": "must not contain a link", "w\u200bww.evil.example": "must not contain a link",
		"Ada\nBcc": "contains characters that are not allowed", "Ada\u2028x": "contains characters that are not allowed", "Ada\x00": "contains characters that are not allowed",
		"Ada\xff": "contains characters that are not allowed", "a very long name": "must not be longer than %d characters",
	} {
		var p app.Problems
		good := app.CheckShown(&p, "name", text, 35)
		if text == "a very long name" {
			good = app.CheckShown(&p, "name", text, 5)
		}
		err := p.Err()
		if good != (problem == "") || good != (err == nil) {
			t.Errorf("%q: %v, %v", text, good, err)
		}
	}
}
