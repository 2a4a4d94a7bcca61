package app_test

import (
	"strings"
	"testing"

	"marquee/app"

	"golang.org/x/text/cases"
	"pgregory.net/rapid"
)

func TestFoldIsThatOfUnicode(t *testing.T) {
	ascii := rapid.StringOf(rapid.RuneFrom([]rune("aZ @._-'\t09ABCÄßſK")))
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(), ascii).Draw(t, "s")
		if got, want := app.Fold(s), cases.Fold().String(strings.TrimSpace(s)); got != want {
			t.Fatalf("%q is folded into %q, not %q", s, got, want)
		}
	})
}
