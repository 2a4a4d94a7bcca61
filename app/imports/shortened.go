package imports

import (
	"regexp"
	"strings"
)

var (
	// exponent is what spreadsheets make of long numbers: 1.23457E+12.
	exponent = regexp.MustCompile(`^[+-]?[0-9]+([.,][0-9]+)?[Ee]\+[0-9]+$`)
	// pointZero is what some make of whole ones: 12345.0.
	pointZero = regexp.MustCompile(`^[0-9]+[.,]0+$`)
)

// refuseShortened refuses the row where a spreadsheet has cut off digits: they are gone, and what
// is left is another number.
func (r record) refuseShortened() {
	for field := range r.at {
		text := r.text(field)
		if exponent.MatchString(text) || names(field) && pointZero.MatchString(text) {
			r.note(field, "was shortened by a spreadsheet: export the file anew with this column as text")
		}
	}
}

// names tells whether a field has digits that are no number: a barcode, a telephone number, a
// name in another system.
func names(field string) bool {
	switch field {
	case "barcode", "nfcTag", "phone", "orderId", "postcode", "vatNumber", "code":
		return true
	}
	return strings.HasSuffix(strings.ToLower(field), "externalid")
}
