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
