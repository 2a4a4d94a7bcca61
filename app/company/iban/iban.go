package iban

import (
	"regexp"
	"strings"
)

var (
	formOfIBAN = regexp.MustCompile(`^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$`)
	formOfBIC  = regexp.MustCompile(`^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$`)
)

// lengthsOfIBAN are those of countries whose accounts have one length.
var lengthsOfIBAN = map[string]int{
	"AT": 20, "BE": 16, "BG": 22, "CH": 21, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "EE": 20, "ES": 24, "FI": 18, "FR": 27,
	"GB": 22, "GR": 27, "HR": 21, "HU": 28, "IE": 22, "IS": 26, "IT": 27, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "MC": 27,
	"MT": 31, "NL": 18, "NO": 15, "PL": 28, "PT": 25, "RO": 24, "SE": 24, "SI": 19, "SK": 24, "SM": 27,
}

// Normal is an IBAN without its spaces, in capital letters; false for what is none: its
// two check digits tell of any one that is wrong, and of most that are swapped.
func Normal(text string) (string, bool) {
	iban := strings.ToUpper(strings.Join(strings.Fields(text), ""))
	if !formOfIBAN.MatchString(iban) {
		return "", false
	}
	if n := lengthsOfIBAN[iban[:2]]; n != 0 && n != len(iban) {
		return "", false
	}
	rest := 0
	for _, c := range iban[4:] + iban[:4] {
		if c >= 'A' {
			rest = (rest*100 + int(c-'A') + 10) % 97
		} else {
			rest = (rest*10 + int(c-'0')) % 97
		}
	}
	return iban, rest == 1
}

// Spaced is an IBAN in groups of four, as people read it.
func Spaced(iban string) string {
	var groups []string
	for len(iban) > 4 {
		groups, iban = append(groups, iban[:4]), iban[4:]
	}
	return strings.Join(append(groups, iban), " ")
}

// NormalBIC is a BIC without its spaces, in capital letters; false for what is none.
func NormalBIC(text string) (string, bool) {
	bic := strings.ToUpper(strings.Join(strings.Fields(text), ""))
	return bic, formOfBIC.MatchString(bic)
}
