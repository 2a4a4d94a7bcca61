package invoice

import (
	"bytes"
	"encoding/xml"
	"flag"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/matryer/is"
)

var update = flag.Bool("update", false, "write the golden files")

// samples are documents of every kind, by the name of their golden file.
func samples() map[string]*View {
	day := func(m time.Month, d int) time.Time { return time.Date(2027, m, d, 0, 0, 0, 0, time.UTC) }
	due := day(time.June, 15)
	invoice := func() *View {
		return &View{Document: Document{
			ID: 1, OrderID: 7, Series: "RE", Year: 2027, Count: 42, Reference: "K7QX2M", Day: day(time.June, 1), DueOn: &due,
			From: day(time.July, 3), Until: day(time.July, 3), Language: "de", CurrencyID: 978, CreatedAt: day(time.June, 1),
			Seller: Seller{
				Name: "Flussufer Kultur e. V.", Address: "Am Kai 3\n20457 Hamburg", CountryID: 276, TaxNumber: "DE 123 456 789", Email: "hallo@flussufer.example",
				ID: "flussufer", Holder: "Flussufer Kultur", IBAN: "DE89370400440532013000", BIC: "COBADEFFXXX", Exemption: "Steuerfrei nach § 4 Nr. 20 UStG",
			},
			Buyer: Buyer{
				Company: "Werft & Söhne GmbH", Name: "Žofie Müller", Email: "zofie@werft.example", Line1: "Dock 1", Postcode: "20457", City: "Hamburg",
				CountryID: 276, VATNumber: "DE987654321", Reference: "PO 17",
			},
			Lines: []Line{
				{Name: "Stehplatz", Event: "Nacht am <Kai>", From: day(time.July, 3), Until: day(time.July, 3), Rate: 70_000, Units: []Unit{{1, 2675, 175}, {2, 2675, 175}, {3, 2675, 174}}},
				{Name: "Programmheft", Event: "Nacht am <Kai>", From: day(time.July, 3), Until: day(time.July, 3), Rate: 190_000, Units: []Unit{{4, 500, 80}}},
				{Name: "Gutschein", Units: []Unit{{5, 5000, 0}}},
			},
		}}
	}
	back := invoice()
	back.Count, back.Corrects, back.Corrected, back.DueOn = 43, 1, "RE2027-00042", nil
	back.Lines = []Line{back.Lines[0]}
	back.Lines[0].Units = []Unit{{1, -2675, -175}}
	back.Paid = back.Gross()
	several := invoice()
	several.Until, several.Language, several.Seller.TaxNumber, several.Paid = day(time.August, 2), "fr", "12/345/67890", 1000
	several.Lines[1].From, several.Lines[1].Until, several.Buyer = day(time.August, 1), day(time.August, 2), Buyer{Name: "Ada", CountryID: 276}
	abroad := invoice()
	abroad.Language, abroad.Demo, abroad.Series = "en", true, "DEMO-"
	abroad.Buyer.VATNumber, abroad.Buyer.CountryID = "FR12345678901", 250
	abroad.Lines = []Line{{Name: "Stand", Reverse: 190_000, Units: []Unit{{1, 10000, 0}}}}
	yen := invoice()
	yen.CurrencyID, yen.Lines = 392, yen.Lines[1:2]
	return map[string]*View{"invoice": invoice(), "correction": back, "several": several, "abroad": abroad, "yen": yen}
}

// TestTheDataOfInvoices holds what programs read against files that were checked by validators
// of others.
func TestTheDataOfInvoices(t *testing.T) {
	for name, v := range samples() {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			got, path := v.XML(), filepath.Join("testdata", name+".xml")
			if *update {
				is.NoErr(os.WriteFile(path, got, 0o644))
			}
			want, err := os.ReadFile(path)
			is.NoErr(err)
			is.Equal(string(got), string(want))
			d := xml.NewDecoder(bytes.NewReader(got))
			for err == nil {
				_, err = d.Token()
			}
			is.Equal(err, io.EOF)
		})
	}
}

func TestAnAddressIsTakenApart(t *testing.T) {
	for text, want := range map[string]postal{
		"Am Kai 3\n20457 Hamburg":                {line1: "Am Kai 3", postcode: "20457", city: "Hamburg", country: 276},
		"c/o Ada\nBahnhofstr. 1\nCH-8001 Zürich": {line1: "c/o Ada", line2: "Bahnhofstr. 1", postcode: "8001", city: "Zürich", country: 276},
		"1 Quay\nLondon\nE1 6AN\nEngland":        {line1: "1 Quay", line2: "London", line3: "E1 6AN, England", country: 276},
		"":                                       {country: 276},
	} {
		s := Seller{Address: text, CountryID: 276}
		is.New(t).Equal(s.address(), want)
	}
}
