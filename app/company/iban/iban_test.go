package iban

import (
	"testing"

	"github.com/matryer/is"
)

func TestWhatIsAnIBAN(t *testing.T) {
	for text, want := range map[string]string{
		"DE89 3704 0044 0532 0130 00":       "DE89370400440532013000",
		"de89370400440532013000":            "DE89370400440532013000",
		"GB82 WEST 1234 5698 7654 32":       "GB82WEST12345698765432",
		"FR14 2004 1010 0505 0001 3M02 606": "FR1420041010050500013M02606",
		"DE89 3704 0044 0532 0130 01":       "", // a digit is wrong
		"DE89 3704 0044 0523 0130 00":       "", // two are swapped
		"DE89 3704 0044 0532 0130 0":        "", // one is missing
		"DE893704004405320130000":           "",
		"":                                  "",
		"DE":                                "",
		"ΔE89370400440532013000":            "",
	} {
		number, ok := Normal(text)
		is := is.New(t)
		is.Equal(ok, want != "")
		if ok {
			is.Equal(number, want)
		}
	}
	is.New(t).Equal(Spaced("DE89370400440532013000"), "DE89 3704 0044 0532 0130 00")
}
