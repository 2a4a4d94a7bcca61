package order

import (
	"strings"
	"testing"

	"marquee/app"
	"marquee/kv/mem"

	"github.com/matryer/is"
)

func TestCanonicalBarcode(t *testing.T) {
	is := is.New(t)
	for typed, want := range map[string]string{
		"K7QMX":                         "K7QMX",
		"k7qmx":                         "K7QMX",
		" k7q-mx ":                      "K7QMX",
		"K7 QM\tX\n":                    "K7QMX",
		"K7\u2013QM\u2212X\u00ad\u00a0": "K7QMX",
		"- ":                            "",
		"Ärger":                         "ÄRGER",
	} {
		is.Equal(CanonicalBarcode(typed), want)
	}
	code := NewBarcode(app.New(mem.New(mem.Options{}), nil, app.Options{}))
	is.Equal(CanonicalBarcode(code), code)
	is.Equal(CanonicalBarcode(strings.ToLower(code[:5]+" - "+code[5:])), code)
}

// FuzzCanonicalBarcode: the canonical form is its own, and never longer.
func FuzzCanonicalBarcode(f *testing.F) {
	for _, code := range []string{"", "K7-qm x", "\u2212ß\u00ad", "\xff\xfea-"} {
		f.Add(code)
	}
	f.Fuzz(func(t *testing.T, code string) {
		once := CanonicalBarcode(code)
		if again := CanonicalBarcode(once); again != once {
			t.Fatalf("%q becomes %q, which becomes %q", code, once, again)
		}
		if strings.ContainsFunc(once, func(r rune) bool { return r >= 'a' && r <= 'z' || r == '-' || r == ' ' }) {
			t.Fatalf("%q becomes %q", code, once)
		}
	})
}
