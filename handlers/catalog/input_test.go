package catalog

import (
	"encoding/json"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

func TestMaxTickets(t *testing.T) {
	cases := []struct {
		name, raw string
		given     bool
		want      int64 // 0: no limit
		refused   bool
	}{
		{"a number", "6", true, 6, false},
		{"a number in quotes", `"6"`, true, 6, false},
		{"null is no limit", "null", true, 0, false},
		{"false is no limit", "false", true, 0, false},
		{"true leaves it", "true", false, 0, false},
		{"a fraction", "1.5", false, 0, true},
		{"an object", "{}", false, 0, true},
		{"2^63", "9223372036854775808", false, 0, true},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			is := is.New(t)
			in := rest.Some(rest.Raw(tc.raw))
			in.Null = tc.raw == "null"
			m, err := maxTickets(in)
			is.Equal(err != nil, tc.refused)
			is.Equal(m.Given, tc.given)
			is.Equal(m.Value != nil, tc.want != 0)
			if m.Value != nil {
				is.Equal(*m.Value, tc.want)
			}
		})
	}
}

// The fields that are read by hand: whatever comes is a value or a refusal.
func FuzzCatalogueInput(f *testing.F) {
	for _, s := range []string{"1", `"1"`, "null", "{}", `{"id":1,"totalStock":2}`, `{"id":"9223372036854775808"}`, "[]", "1e9", "-0", "de", `""`, "\x00"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if _, err := wire.CountryOf(string(raw), "f"); err != nil && app.KindOf(err) != app.Invalid {
			t.Fatal(err)
		}
		if _, err := wire.CurrencyOf(string(raw), "f", company.Company{}); err != nil && app.KindOf(err) != app.Invalid {
			t.Fatal(err)
		}
		if !json.Valid(raw) {
			return // what is not JSON is refused before
		}
		if _, err := placeOf(raw, "f"); err != nil && app.KindOf(err) != app.Invalid {
			t.Fatal(err)
		}
		if _, err := maxTickets(rest.Some(rest.Raw(raw))); err != nil && app.KindOf(err) != app.Invalid {
			t.Fatal(err)
		}
	})
}
