package banking

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"marquee/app"
	"marquee/app/company"
)

// Statement is what was read of a file of the bank.
type Statement struct {
	// Format is camt.053 or csv.
	Format   string
	Bookings []Booking
	// Passed are lines that say of no money that came: what went out, what is not booked.
	Passed int64
}

// The formats.
const (
	Camt = "camt.053"
	CSV  = "csv"
)

// Read reads a statement, or says where it cannot be read. What has no currency is in that of the
// company.
func Read(file []byte, own company.Currency) (*Statement, error) {
	switch {
	case len(bytes.TrimSpace(file)) == 0:
		return nil, app.Field("file", "is empty")
	case len(file) > MaxStatement:
		return nil, app.Field("file", "must not be larger than %d bytes", MaxStatement)
	}
	read := readTable
	if looksLikeXML(file) {
		read = readCamt
	}
	s, err := read(file, own)
	if err == nil && len(s.Bookings) > MaxBookings {
		err = tooMany()
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// looksLikeXML tells whether a file begins with a tag.
func looksLikeXML(file []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(bytes.TrimPrefix(file, []byte("\ufeff"))), []byte("<"))
}

func tooMany() error {
	return app.Field("file", "must not have more than %d bookings", MaxBookings)
}

// add takes a booking that is money that came.
func (s *Statement) add(b Booking) {
	b.Text, b.Payer, b.EndToEnd = oneLine(b.Text, maxText), oneLine(b.Payer, maxName), oneLine(b.EndToEnd, maxName)
	if strings.EqualFold(b.EndToEnd, "NOTPROVIDED") {
		b.EndToEnd = ""
	}
	s.Bookings = append(s.Bookings, b)
}

// keys are what the bookings of a statement are known by: those that say the same are told apart by
// their number.
func (s *Statement) keys() []string {
	seen := map[string]int{}
	all := make([]string, len(s.Bookings))
	for i := range s.Bookings {
		said := s.Bookings[i].said()
		seen[said]++
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%d", said, seen[said]))
		all[i] = hex.EncodeToString(sum[:])
	}
	return all
}

// said is what a booking says that no other file says otherwise: its end-to-end id, else its text and
// its payer, without their spaces and case.
func (b *Booking) said() string {
	name := "id " + b.EndToEnd
	if b.EndToEnd == "" {
		name = "text " + strings.Join(strings.Fields(app.Fold(b.Text)), "") + "\n" + strings.Join(strings.Fields(app.Fold(b.Payer)), "")
	}
	return fmt.Sprintf("%s\n%d\n%d\n%s", b.Day.Format("2006-01-02"), b.Amount, b.CurrencyID, name)
}
