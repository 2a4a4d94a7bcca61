package cmdline

import (
	"testing"
)

// TestWhatWasMeant names what a word was meant as, and nothing for one that was meant as nothing.
func TestWhatWasMeant(t *testing.T) {
	t.Parallel()
	names := []string{"data", "company", "timezone", "password-stdin", "json", "h"}
	for word, want := range map[string]string{
		"compnay": "company", "Jsn": "json", "passwort-stdin": "password-stdin", "pass": "password-stdin", "dat": "data",
		"name": "", "x": "", "": "", "time": "timezone", "verbose": "",
	} {
		if got := Nearest(names, word); got != want {
			t.Errorf("%q is taken for %q, not for %q", word, got, want)
		}
	}
}
