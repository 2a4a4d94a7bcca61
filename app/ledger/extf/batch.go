package extf

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"

	// The program reads the letters of Windows.
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"

	"marquee/app"
)

// Batch is a file of bookings.
type Batch struct {
	// Adviser and Client are the numbers under which the accountant keeps the books.
	Adviser, Client int64
	// YearBegin is the first day of the financial year, From and Until the first and the last
	// day of the batch.
	YearBegin, From, Until time.Time
	Made                   time.Time
	Name                   string
	Chart                  Chart
}

// Limits of a batch.
const (
	// MostBookings is how many bookings a batch has at most.
	MostBookings = 99_999
	maxName      = 30
	maxText      = 60
	columns      = 125
	accountSize  = 4
)

// Writer writes a batch, booking by booking.
type Writer struct {
	out *bufio.Writer
	n   int
}

// NewWriter begins the file with its two lines of heads.
func NewWriter(w io.Writer, b *Batch) (*Writer, error) {
	out := &Writer{out: bufio.NewWriter(encoding.ReplaceUnsupported(charmap.Windows1252.NewEncoder()).Writer(w))}
	day := func(t time.Time) string { return t.Format("20060102") }
	err := out.line(
		text("EXTF", 4), "700", "21", text("Buchungsstapel", maxName), "13", b.Made.Format("20060102150405")+"000", "", text("MQ", 2), text("", 0), text("", 0),
		fmt.Sprint(b.Adviser), fmt.Sprint(b.Client), day(b.YearBegin), fmt.Sprint(accountSize), day(b.From), day(b.Until), text(b.Name, maxName), text("", 0),
		"1", "0", "0", text("EUR", 3), "", text("", 0), "", "", text(b.Chart.Number, 2), "", "", text("", 0), text("", 0),
	)
	if err == nil {
		err = out.line(heads()...)
	}
	return out, err
}

// Write writes a booking.
func (w *Writer) Write(b *Booking) error {
	if w.n++; w.n > MostBookings {
		return app.Field("until", "makes more than %d bookings: please ask for a shorter period", MostBookings)
	}
	cells := make([]string, columns)
	for i := range cells {
		if isText(i + 1) {
			cells[i] = text("", 0)
		}
	}
	cells[0], cells[1], cells[2] = fmt.Sprintf("%d,%02d", b.Cents/100, b.Cents%100), text("S", 1), text("EUR", 3)
	cells[6], cells[7], cells[9] = b.Debit, b.Credit, b.Day.Format("0201")
	cells[10], cells[13] = text(fmt.Sprint(b.Number), 36), text(b.Text, maxText)
	return w.line(cells...)
}

// Close writes what is left.
func (w *Writer) Close() error { return w.out.Flush() }

func (w *Writer) line(cells ...string) error {
	_, err := w.out.WriteString(strings.Join(cells, ";") + "\r\n")
	return err
}

// text is a cell with a text.
func text(s string, most int) string {
	letters := []rune(s)
	return `"` + strings.ReplaceAll(string(letters[:min(len(letters), most)]), `"`, `""`) + `"`
}

// textColumns are those with texts, from one up to another.
var textColumns = [][2]int{
	{2, 3}, {6, 6}, {9, 9}, {11, 12}, {14, 14}, {16, 16}, {20, 38}, {40, 40}, {42, 42}, {48, 87}, {91, 91}, {95, 96}, {98, 98}, {102, 103}, {105, 105},
	{107, 107}, {109, 110}, {112, 112}, {118, 118}, {120, 121}, {123, 123},
}

func isText(column int) bool {
	for _, r := range textColumns {
		if column >= r[0] && column <= r[1] {
			return true
		}
	}
	return false
}

// heads are the names of the columns.
func heads() []string {
	all := strings.Split("Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz;Konto;Gegenkonto (ohne BU-Schlüssel);"+
		"BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto;Buchungstext;Postensperre;Diverse Adressnummer;Geschäftspartnerbank;Sachverhalt;Zinssperre;Beleglink", ";")
	for i := range 8 {
		all = append(all, fmt.Sprintf("Beleginfo - Art %d", i+1), fmt.Sprintf("Beleginfo - Inhalt %d", i+1))
	}
	all = append(all, strings.Split("KOST1 - Kostenstelle;KOST2 - Kostenstelle;Kost-Menge;EU-Land u. UStID (Bestimmung);EU-Steuersatz (Bestimmung);"+
		"Abw. Versteuerungsart;Sachverhalt L+L;Funktionsergänzung L+L;BU 49 Hauptfunktionstyp;BU 49 Hauptfunktionsnummer;BU 49 Funktionsergänzung", ";")...)
	for i := range 20 {
		all = append(all, fmt.Sprintf("Zusatzinformation - Art %d", i+1), fmt.Sprintf("Zusatzinformation- Inhalt %d", i+1))
	}
	return append(all, strings.Split("Stück;Gewicht;Zahlweise;Forderungsart;Veranlagungsjahr;Zugeordnete Fälligkeit;Skontotyp;Auftragsnummer;Buchungstyp;"+
		"USt-Schlüssel (Anzahlungen);EU-Land (Anzahlungen);Sachverhalt L+L (Anzahlungen);EU-Steuersatz (Anzahlungen);Erlöskonto (Anzahlungen);Herkunft-Kz;"+
		"Buchungs GUID;KOST-Datum;SEPA-Mandatsreferenz;Skontosperre;Gesellschaftername;Beteiligtennummer;Identifikationsnummer;Zeichnernummer;"+
		"Postensperre bis;Bezeichnung SoBil-Sachverhalt;Kennzeichen SoBil-Buchung;Festschreibung;Leistungsdatum;Datum Zuord. Steuerperiode;Fälligkeit;"+
		"Generalumkehr (GU);Steuersatz;Land;Abrechnungsreferenz;BVV-Position;EU-Land u. UStID (Ursprung);EU-Steuersatz (Ursprung);Abw. Skontokonto", ";")...)
}
