package report

import "strings"

// Kind says what stands in a column.
type Kind uint8

// The kinds of columns. The zero kind is text.
const (
	Text Kind = iota
	Integer
	Cash // an Amount
	Moment
	Percent // tenths of a percent, as an integer
	TaxRate // ten-thousandths of a percent, as an integer
	YesNo
	Several // a list of texts
)

// Column is a column of a report. Its key is written like order_reference, and as
// orderReference where clients are.
type Column struct {
	Key   string
	Label string
	Kind  Kind
}

// CamelKey is the key as rows of answers have it.
func (c Column) CamelKey() string { return camel(c.Key) }

// snakeKey undoes camel.
func snakeKey(key string) string {
	var b strings.Builder
	for _, c := range key {
		if c >= 'A' && c <= 'Z' {
			b.WriteByte('_')
			c += 'a' - 'A'
		}
		b.WriteRune(c)
	}
	return b.String()
}

// labelled makes a column whose label is its key in words.
func labelled(key string, kind Kind) Column {
	words := strings.ReplaceAll(key, "_", " ")
	return Column{Key: key, Label: strings.ToUpper(words[:1]) + words[1:], Kind: kind}
}

// Amount is money in a report: minor units of a currency.
type Amount struct {
	Minor      int64
	CurrencyID int64
}

// Row is one row, in the order of the columns that were chosen. Values are nil, string,
// int64, bool, time.Time, []string or Amount.
type Row []any
