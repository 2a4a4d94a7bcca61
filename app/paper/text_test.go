package paper

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"marquee/app/letters"
	"marquee/kv/kvtest"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

func TestMissingCharactersAreNamed(t *testing.T) {
	is := is.New(t)
	d := sample(A4, QR)
	d.Tickets[0].Holder = "Tashi བཀྲ"
	missing, err := NewPrinter().Write(context.Background(), io.Discard, d)
	is.NoErr(err)
	is.Equal(string(missing), "ཀབ") // without the mark on a letter that is lost
}

// No line is wider than its column, none is lost but for the cut, and there are never
// more than asked for.
func TestTextStaysInItsColumn(t *testing.T) {
	c := newCanvas(sample(A4, QR))
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.Float64Range(12, 120).Draw(t, "width")
		lines := rapid.IntRange(1, 4).Draw(t, "lines")
		text := rapid.StringMatching(`[A-Za-zÄ-üΑ-ωא-תا-يก-ฮ一-十0-9 ,\-\n]{0,120}`).Draw(t, "text")
		rows, s := c.fit(w, lines, style{size: 12}, text)
		if len(rows) > lines {
			t.Fatalf("%d lines of %d", len(rows), lines)
		}
		joined := ""
		for _, row := range rows {
			if s.mm(row.Width) > w+0.01 {
				t.Fatalf("%q is %.1f mm wide of %.1f", row.Text, s.mm(row.Width), w)
			}
			joined += row.Text
		}
		if printed, _ := letters.Printable(text); !strings.HasSuffix(joined, "…") && squeeze(joined) != squeeze(printed) {
			t.Fatalf("%q became %q", text, joined)
		}
	})
}

// French has a space before a colon, and amounts have them within: rows end at neither.
func TestRowsEndWhereWordsDo(t *testing.T) {
	is := is.New(t)
	c, s := newCanvas(sample(A4, QR)), style{size: 12}
	width := s.mm(c.setter.Set("Veuillez payer", false).Line().Width)
	var rows []string
	for _, row := range c.wrap(width+0.1, s, []string{"Veuillez payer\u00a0: 1234,50\u00a0€"}) {
		rows = append(rows, row.Text)
	}
	is.Equal(rows, []string{"Veuillez", "payer\u00a0:", "1234,50\u00a0€"})
}

func TestCodesAreReadOutInFours(t *testing.T) {
	is := is.New(t)
	is.Equal(groups("9F3K7QWXA2"), "9F3K 7QWX A2")
	is.Equal(groups("МОСКВА12"), "МОСК ВА12") // never within a letter
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }

func TestColors(t *testing.T) {
	is := is.New(t)
	is.Equal(parseColor("#0f766e"), rgb{15, 118, 110})
	is.Equal(parseColor("#fff8"), white)
	for _, bad := range []string{"", "teal", "#12", "#gggggg"} {
		is.Equal(parseColor(bad), slate)
	}
	is.Equal(on(parseColor("#ffeb3b")), black)
	is.Equal(on(parseColor("#1e3a8a")), white)
	rapid.Check(t, func(t *rapid.T) {
		c := rgb{rapid.Byte().Draw(t, "r"), rapid.Byte().Draw(t, "g"), rapid.Byte().Draw(t, "b")}
		if contrast(c, on(c)) < 4.5 {
			t.Fatalf("%v carries text with a contrast of %.2f", c, contrast(c, on(c)))
		}
	})
}

// Whatever stands on a ticket, it is drawn.
func TestAnyTicketIsDrawn(t *testing.T) {
	kvtest.SingleGoroutine(t)
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.Just(""), rapid.String(), rapid.StringN(200, 300, -1))
		d := sample(rapid.SampledFrom(Formats).Draw(t, "format"), QR)
		k := &d.Tickets[0]
		for _, f := range []*string{&k.Event, &k.Date, &k.Venue, &k.Address, &k.Item, &k.Seat, &k.Holder, &k.Terms, &k.Notes} {
			*f = text.Draw(t, "text")
		}
		d.Language = rapid.SampledFrom([]string{"en", "de", "fr", "nl", ""}).Draw(t, "language")
		k.Picture = rapid.SampledFrom([][]byte{nil, []byte("no picture"), picture(3, 900)}).Draw(t, "picture")
		if _, err := NewPrinter().Write(context.Background(), io.Discard, d); err != nil {
			t.Fatal(err)
		}
	})
}

func TestDocumentsRefuse(t *testing.T) {
	is := is.New(t)
	d := sample("a5", QR)
	_, err := NewPrinter().Write(context.Background(), io.Discard, d)
	is.True(err != nil)
	d.Format, d.Tickets = A4, nil
	_, err = NewPrinter().Write(context.Background(), io.Discard, d)
	is.True(err != nil)
	d.Tickets = make([]Ticket, MaxTickets+1)
	_, err = NewPrinter().Write(context.Background(), io.Discard, d)
	is.True(err != nil)
}

// many is a document of n tickets that differ.
func many(n int) *Document {
	d := sample(A4, QR)
	one := d.Tickets[0]
	one.Picture = picture(1200, 600)
	d.Tickets = nil
	for i := range n {
		one.Barcode, one.Number = fmt.Sprintf("MQ%010d", i), fmt.Sprintf("%d / %d", i+1, n)
		d.Tickets = append(d.Tickets, one)
	}
	return d
}

// BenchmarkRolls measures tickets whose length has to be found first.
func BenchmarkRolls(b *testing.B) {
	d := many(200)
	d.Format = Roll
	b.ReportAllocs()
	for b.Loop() {
		if _, err := NewPrinter().Write(context.Background(), io.Discard, d); err != nil {
			b.Fatal(err)
		}
	}
}

// mixed is a document of n tickets in as many scripts as there are.
func mixed(n int) *Document {
	d := many(n)
	for i := range d.Tickets {
		d.Tickets[i].Event = "Sommerfest مهرجان الصيف 夏祭り 여름"
		d.Tickets[i].Holder = names[i%len(names)] + " " + fmt.Sprint(i)
	}
	return d
}

func BenchmarkTickets(b *testing.B) {
	for _, n := range []int{1, 4, 1000, -1, -1000} {
		d := many(max(n, 1))
		if n < 0 {
			d = mixed(-n)
			n = -n
		}
		b.Run(fmt.Sprint(n, d.Tickets[0].Event), func(b *testing.B) {
			b.ReportAllocs()
			var out bytes.Buffer
			for b.Loop() {
				out.Reset()
				if _, err := NewPrinter().Write(context.Background(), &out, d); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(out.Len())/float64(n), "bytes/ticket")
		})
	}
}
