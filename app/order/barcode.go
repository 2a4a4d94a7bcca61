package order

import (
	"strings"
	"unicode"
)

// CanonicalBarcode brings a barcode that somebody typed into the form in which
// barcodes are issued: capitals and digits, without the blanks and dashes that group
// them on paper. Barcodes that came from elsewhere are kept as they are printed; they
// are found as a scanner reads them.
func CanonicalBarcode(code string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case unicode.IsSpace(r), unicode.Is(unicode.Pd, r), r == minus, r == softHyphen:
			return -1
		}
		return r
	}, code)
}

// What some keyboards and clipboards make of a dash.
const (
	minus      = '\u2212'
	softHyphen = '\u00ad'
)

// NormalTag brings an NFC tag into the form in which it is stored: upper case, without
// separators.
func NormalTag(tag string) string {
	return strings.ToUpper(strings.Map(func(r rune) rune {
		if r == ':' || r == '-' || r == ' ' {
			return -1
		}
		return r
	}, tag))
}
