package paper

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"marquee/kv/kvtest"

	"github.com/matryer/is"
	"golang.org/x/image/font/sfnt"
	"pgregory.net/rapid"
)

func TestCharactersThatNoFontHas(t *testing.T) {
	for _, tc := range []struct{ in, out, missing string }{
		{"Žofie Müller", "Žofie Müller", ""},
		{"Παπαδοπούλου, Фёдор", "Παπαδοπούλου, Фёдор", ""},
		{"Zoë", "Zoë", ""},          // composed
		{"ﬃ Ⅻ ①", "ffi XII 1", ""},  // plain forms
		{"李小龍 Lee", "? Lee", "小李龍"}, // one mark for a run
		{"نور", "?", "رنو"},         // no shaping: said, not guessed
		{"Party 🎉🎉!", "Party ?!", "🎉"},
		{"a\u200d\u202eb\ufe0f", "ab", ""}, // what nobody sees is left out
		{"a\tb\u00a0c", "a b\u00a0c", ""},
	} {
		t.Run(tc.in, func(t *testing.T) {
			is := is.New(t)
			missing := map[rune]bool{}
			is.Equal(printable(tc.in, missing), tc.out)
			for _, r := range tc.missing {
				is.True(missing[r])
			}
			is.Equal(len(missing), len([]rune(tc.missing)))
		})
	}
}

func TestMissingCharactersAreNamed(t *testing.T) {
	is := is.New(t)
	d := sample(A4, QR)
	d.Tickets[0].Holder = "李小龍"
	missing, err := NewPrinter().Write(context.Background(), io.Discard, d)
	is.NoErr(err)
	is.Equal(string(missing), "小李龍")
}

// Every character of one cut is in the other, so that one table of both will do.
func TestBothCutsHaveTheSameCharacters(t *testing.T) {
	is := is.New(t)
	bold, err := sfnt.Parse(fontBold)
	is.NoErr(err)
	for r := range rune(0x10000) {
		g, err := bold.GlyphIndex(nil, r)
		is.NoErr(err)
		if (g != 0) != covered(r) {
			t.Fatalf("%q is in one font only", r)
		}
	}
}

// No line is wider than its column, none is lost but for the cut, and there are never
// more than asked for.
func TestTextStaysInItsColumn(t *testing.T) {
	c := newCanvas(sample(A4, QR))
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.Float64Range(12, 120).Draw(t, "width")
		lines := rapid.IntRange(1, 4).Draw(t, "lines")
		text := rapid.StringMatching(`[A-Za-zÄ-üΑ-ω0-9 ,\-\n]{0,120}`).Draw(t, "text")
		rows, s := c.fit(w, lines, style{size: 12}, text)
		if len(rows) > lines {
			t.Fatalf("%d lines of %d", len(rows), lines)
		}
		for _, row := range rows {
			if c.width(s, row) > w+0.01 {
				t.Fatalf("%q is %.1f mm wide of %.1f", row, c.width(s, row), w)
			}
		}
		joined := strings.Join(rows, "")
		if !strings.HasSuffix(joined, "…") && squeeze(joined) != squeeze(printable(text, map[rune]bool{})) {
			t.Fatalf("%q became %q", text, rows)
		}
	})
}

// French has a space before a colon, and amounts have them within: rows end at neither.
func TestRowsEndWhereWordsDo(t *testing.T) {
	is := is.New(t)
	c, s := newCanvas(sample(A4, QR)), style{size: 12}
	rows := c.wrap(c.width(s, "Veuillez payer")+0.1, s, "Veuillez payer\u00a0: 1234,50\u00a0€")
	is.Equal(rows, []string{"Veuillez", "payer\u00a0:", "1234,50\u00a0€"})
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

func BenchmarkTickets(b *testing.B) {
	for _, n := range []int{1, 4, 1000} {
		d := many(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
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
