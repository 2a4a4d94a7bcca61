package banking

import (
	"strconv"
	"strings"
	"time"
	"unicode"
)

// amountOf reads an amount as banks write it, "1.234,56", "1,234.56 EUR", "+12.00", in minor
// units of a currency with so many decimals. Below zero is what went out.
func amountOf(text string, decimals int) (int64, bool) {
	bare := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsDigit(r) && r < 128, r == '.', r == ',', r == '-':
			return r
		case r == '−':
			return '-'
		}
		return -1
	}, text)
	minus := strings.Contains(bare, "-")
	bare = strings.Trim(bare, "-")
	whole, part := bare, ""
	if at := strings.LastIndexAny(bare, ".,"); at >= 0 && len(bare)-at-1 <= max(decimals, 2) {
		whole, part = bare[:at], bare[at+1:]
	}
	digits := strings.NewReplacer(".", "", ",", "").Replace(whole)
	for len(part) < decimals {
		part += "0"
	}
	if strings.Trim(part[decimals:], "0") != "" || strings.Contains(digits, "-") || strings.Contains(part, "-") {
		return 0, false
	}
	n, err := strconv.ParseInt(digits+part[:decimals], 10, 64)
	if minus {
		n = -n
	}
	return n, err == nil && len(digits) > 0
}

// dayForms are the ways in which banks write days, the likeliest first.
var dayForms = []string{"2006-01-02", "02.01.2006", "02.01.06", "02/01/2006", "01/02/2006", "2006/01/02", "20060102", "02-01-2006", "02/01/06"}

// dayOf reads the day of a booking.
func dayOf(text string) (time.Time, bool) {
	text = strings.TrimSpace(text)
	if at := strings.IndexAny(text, "T "); at > 0 {
		text = text[:at]
	}
	for _, form := range dayForms {
		if t, err := time.Parse(form, text); err == nil && t.Year() > 1990 && t.Year() < 2200 {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}

// oneLine is a text in one line, no longer than so many characters.
func oneLine(text string, most int) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most])
	}
	return text
}
