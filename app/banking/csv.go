package banking

import (
	"encoding/csv"
	"errors"
	"io"
	"strings"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/imports"
)

// column is what a column of a table is.
type column int

const (
	ofDay column = iota
	ofAmount
	ofCredit
	ofCurrency
	ofText
	ofPayer
	ofEndToEnd
	ofSide
	columns
)

// headers are what banks call the columns, as folded text: the earlier, the better.
var headers = [columns][]string{
	ofDay:      {"buchungstag", "buchungsdatum", "booking date", "date de comptabilisation", "date comptable", "date operation", "date d'operation", "bookingdate", "datum", "date", "completed date", "wertstellung", "valuta"},
	ofAmount:   {"betrag", "betrag (eur)", "umsatz", "amount", "amount (eur)", "montant", "umsatz in eur", "montant(euros)", "betrag in eur"},
	ofCredit:   {"haben", "gutschrift", "credit", "paid in", "money in", "kredit"},
	ofCurrency: {"wahrung", "waehrung", "currency", "devise"},
	ofText:     {"verwendungszweck", "reference", "payment reference", "libelle", "buchungstext", "description", "remittance information", "details", "memo", "communication", "transaktionsdetails"},
	ofPayer:    {"beguenstigter/zahlungspflichtiger", "begunstigter/zahlungspflichtiger", "auftraggeber/empfanger", "auftraggeber / begunstigter", "name zahlungsbeteiligter", "zahlungspflichtige*r", "auftraggeber", "payer", "counterparty", "name", "partner name", "nom", "contrepartie"},
	ofEndToEnd: {"end-to-end id", "end-to-end-referenz", "kundenreferenz (end-to-end)", "endtoendid", "end to end id", "reference de bout en bout"},
	ofSide:     {"soll/haben", "s/h", "debit/credit", "credit/debit indicator"},
}

// readTable reads a statement that is a table. Lines may stand before its header.
func readTable(file []byte, own company.Currency) (*Statement, error) {
	text, err := imports.Text(file)
	if err != nil {
		return nil, err
	}
	rows, err := rowsOf(text)
	if err != nil {
		return nil, err
	}
	for i := range rows[:min(len(rows), maxPreamble)] {
		at, ok := columnsOf(rows[i])
		if !ok {
			continue
		}
		s := &Statement{Format: CSV}
		for n, row := range rows[i+1:] {
			if err := s.row(row, at, own); err != nil {
				return nil, app.Field("file", "cannot be read: row %d has no day or no amount", i+n+2)
			}
			if len(s.Bookings) > MaxBookings {
				return nil, tooMany()
			}
		}
		return s, nil
	}
	return nil, app.Field("file", "has no column for the amount, or none for the text: its first line names them")
}

// rowsOf cuts a text into rows, by the sign that most lines have most of.
func rowsOf(text string) ([][]string, error) {
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord, r.LazyQuotes, r.Comma = -1, true, ';'
	for _, sign := range ",\t|" {
		if strings.Count(text, string(sign)) > strings.Count(text, string(r.Comma)) {
			r.Comma = sign
		}
	}
	if strings.Count(text, ";") >= strings.Count(text, "\n") && strings.Contains(text, ";") {
		r.Comma = ';' // commas stand in amounts and texts
	}
	var all [][]string
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil || len(all) > maxRead {
			return nil, app.Field("file", "cannot be read: it is no table, or has more than %d rows", maxRead)
		}
		all = append(all, row)
	}
}

// accents are letters that banks write with or without.
var accents = strings.NewReplacer("ä", "a", "ö", "o", "ü", "u", "é", "e", "è", "e", "ê", "e", "à", "a", "ç", "c", "ô", "o", "î", "i")

func plainHeader(cell string) string {
	return accents.Replace(strings.Join(strings.Fields(app.Fold(cell)), " "))
}

// columnsOf says where the columns of a header are, -1: nowhere; ok tells that enough is there.
func columnsOf(header []string) (at [columns]int, ok bool) {
	for c := range at {
		at[c] = -1
		for _, name := range headers[c] {
			for i, cell := range header {
				if at[c] < 0 && plainHeader(cell) == name {
					at[c] = i
				}
			}
		}
	}
	return at, at[ofDay] >= 0 && (at[ofAmount] >= 0 || at[ofCredit] >= 0) && at[ofText] >= 0
}

var errRow = errors.New("no day or no amount")

// row takes one row. What says nothing, and what is no money that came, is passed over.
func (s *Statement) row(row []string, at [columns]int, own company.Currency) error {
	cell := func(c column) string {
		if at[c] < 0 || at[c] >= len(row) {
			return ""
		}
		return strings.TrimSpace(row[at[c]])
	}
	money := cell(ofAmount)
	if money == "" {
		money = cell(ofCredit)
	}
	day, ok := dayOf(cell(ofDay))
	side := strings.ToUpper(cell(ofSide))
	if money == "" || cell(ofDay) == "" || strings.HasPrefix(side, "S") || strings.HasPrefix(side, "D") { // sums and footers
		s.Passed++
		return nil
	}
	cur, known := currencyOf(cell(ofCurrency), own)
	amount, read := amountOf(money, int(cur.Subunit))
	if !known || !read || !ok {
		return errRow
	}
	if amount <= 0 {
		s.Passed++
		return nil
	}
	s.add(Booking{Day: day, Amount: amount, CurrencyID: cur.ID, Text: cell(ofText), Payer: cell(ofPayer), EndToEnd: cell(ofEndToEnd)})
	return nil
}
