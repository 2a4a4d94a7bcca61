package paper

import (
	"bytes"
	"context"
	"flag"
	"image"
	"image/color"
	"image/jpeg"
	"os"
	"testing"
	"time"

	"marquee/kv/kvtest"

	"github.com/matryer/is"
)

var keep = flag.String("paper.keep", "", "a folder to leave the documents in")

func sample(f Format, k Kind) *Document {
	t := Ticket{
		Event: "Sommerfest am Fluss — Nacht der tausend Lichter", Date: "Samstag, 4. Juli 2026, 19:30 Uhr", Doors: "18:00 Uhr",
		Venue: "Alte Werft", Address: "Hafenstraße 12, 20457 Hamburg", Item: "Wochenendticket, ermäßigt",
		Holder: "Žofie Müller-Παπαδοπούλου", Price: "42,50 €", Validity: "Fr 3. Juli 12:00 – So 5. Juli 23:59",
		Order: "K7QF-93XM", Number: "2 / 4", Barcode: "9F3K7QWXA2MB", Symbol: k, Seat: "Parkett links, Reihe 7, Platz 14",
		Terms: "Kein Einlass ohne gültigen Code. Wiedereinlass bis 22 Uhr. Glasflaschen und Feuerwerk sind nicht erlaubt.",
	}
	return &Document{
		Format: f, Language: "de", Title: "Tickets K7QF-93XM", Made: time.Unix(1782900000, 0),
		Issuer:  Issuer{Name: "Flussufer Kultur e. V.", Address: "Am Kai 3\n20457 Hamburg", TaxNumber: "1234567", Support: "https://flussufer.example/hilfe", Color: "#0f766e"},
		Tickets: []Ticket{t},
	}
}

func picture(w, h int) []byte {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.Set(x, y, color.RGBA{uint8(255 * x / w), uint8(120 * y / h), 90, 255})
		}
	}
	var b bytes.Buffer
	_ = jpeg.Encode(&b, m, nil)
	return b.Bytes()
}

func TestTicketsAreDrawn(t *testing.T) {
	kvtest.SingleGoroutine(t)
	for _, f := range Formats {
		for _, k := range []Kind{QR, Aztec, Code128} {
			t.Run(string(f)+" "+string(k), func(t *testing.T) {
				is := is.New(t)
				d := sample(f, k)
				d.Tickets[0].Picture, d.Issuer.Logo = picture(800, 400), picture(280, 80)
				var a, b bytes.Buffer
				missing, err := NewPrinter().Write(context.Background(), &a, d)
				is.NoErr(err)
				is.Equal(len(missing), 0)
				_, err = NewPrinter().Write(context.Background(), &b, d)
				is.NoErr(err)
				is.True(bytes.Equal(a.Bytes(), b.Bytes())) // the same document, the same bytes
				if *keep != "" {
					is.NoErr(os.WriteFile(*keep+"/"+string(f)+"-"+string(k)+".pdf", a.Bytes(), 0o644))
				}
			})
		}
	}
}

// TestVouchersAndCoverSheets: they are drawn in each language, and give the same bytes.
func TestVouchersAndCoverSheets(t *testing.T) {
	kvtest.SingleGoroutine(t)
	for _, language := range []string{"en", "de", "fr"} {
		t.Run(language, func(t *testing.T) {
			is := is.New(t)
			for _, f := range Formats {
				d := sample(f, QR)
				d.Language, d.Tickets[0].Voucher = language, "€25.00"
				var a, b bytes.Buffer
				_, err := NewPrinter().Write(context.Background(), &a, d)
				is.NoErr(err)
				_, err = NewPrinter().Write(context.Background(), &b, d)
				is.NoErr(err)
				is.True(bytes.Equal(a.Bytes(), b.Bytes()))
				if *keep != "" {
					is.NoErr(os.WriteFile(*keep+"/voucher-"+language+"-"+string(f)+".pdf", a.Bytes(), 0o644))
				}
			}
			c := &Cover{
				Language: language, Issuer: sample(A4, QR).Issuer, To: "Žofie Müller\nHafenstraße 12\n20457 Hamburg\nGermany", Reference: "K7QF-93XM",
				Date: "4. Juli 2026", Total: "85,00 €", Made: time.Unix(1782900000, 0),
			}
			for range 80 { // more than there is room for
				c.Lines = append(c.Lines, CoverLine{2, "Wochenendticket", "Sommerfest am Fluss, Samstag, 4. Juli 2026", "85,00 €"})
			}
			var a, b bytes.Buffer
			missing, err := NewPrinter().WriteCover(context.Background(), &a, c)
			is.NoErr(err)
			is.Equal(len(missing), 0)
			_, err = NewPrinter().WriteCover(context.Background(), &b, c)
			is.NoErr(err)
			is.True(bytes.Equal(a.Bytes(), b.Bytes()))
			if *keep != "" {
				is.NoErr(os.WriteFile(*keep+"/cover-"+language+".pdf", a.Bytes(), 0o644))
			}
		})
	}
}

// TestTheDemoIsNamed: what was sold in demo mode says so first of all, in each language and on
// each paper, and nothing else does.
func TestTheDemoIsNamed(t *testing.T) {
	for language, want := range map[string]string{"en": "To try things out, not valid", "de": "Zum Ausprobieren, nicht gültig", "fr": "Pour essayer, pas valable"} {
		for _, f := range Formats {
			t.Run(language+" "+string(f), func(t *testing.T) {
				is := is.New(t)
				d := sample(f, QR)
				d.Language = language
				for _, voucher := range []string{"", "€25.00"} {
					ticket := &d.Tickets[0]
					ticket.Voucher, ticket.Demo = voucher, false
					is.Equal(newCanvas(d).fields(ticket)[0].value, "")
					var plain, named bytes.Buffer
					_, err := NewPrinter().Write(context.Background(), &plain, d)
					is.NoErr(err)
					ticket.Demo = true
					is.Equal(newCanvas(d).fields(ticket)[0].value, want)
					_, err = NewPrinter().Write(context.Background(), &named, d)
					is.NoErr(err)
					is.True(!bytes.Equal(plain.Bytes(), named.Bytes()))
				}
			})
		}
	}
}
