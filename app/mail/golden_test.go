package mail

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/locale"
	"marquee/app/media"
	"marquee/app/order"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// specimen are facts as a festival has them whose names break things.
func specimen(l locale.Language) *facts {
	start := time.Date(2027, 7, 3, 17, 30, 0, 0, time.UTC)
	event := catalog.Event{
		ID: 1, Name: "Nachtmusik unter Wasser 🎺 für Kontrabassklarinette, Unterwasserlautsprecher & Möwen", VenueID: 1,
		Start: start, End: start.Add(6 * time.Hour), Timezone: "Europe/Berlin",
		Images: []media.Image{{Place: media.Header, Hash: strings.Repeat("e", 32), MIME: "image/jpeg", Width: 1920, Height: 1080}},
	}
	f := &facts{
		company: &company.Company{
			ID: 7, Name: "Kulturveranstaltungsgesellschaft Landesgartenschauförderverein", Alias: "landesgartenschau", CurrencyID: euro, CurrencyIDs: []int64{euro},
			Timezone: "Europe/Berlin", Locales: []string{string(l)}, LinkKey: []byte(strings.Repeat("k", 32)),
			Branding: company.Branding{PrimaryColor: "#F2A33A", SupportURL: "https://landesgartenschau.example/hilfe"},
			Billing:  company.Billing{Name: "Landesgartenschauförderverein e. V.", Address: "Uferweg 1\n21073 Hamburg", SalesTaxNumber: "DE123456789"},
			Shop:     company.Shop{Open: true, Legal: company.LegalKinds},
		},
		imprint: "# Landesgartenschauförderverein e. V.\n\nUferweg 1, 21073 Hamburg\nVorstand: Žofie Nováková, محمد العلي\nVR 12345, Amtsgericht Hamburg\nUSt-IdNr. DE123456789",
		buyer:   customer.Customer{ID: 3, Name: "Žofie Nováková", Locale: string(l)},
		events:  []catalog.Event{event}, venues: map[int64]catalog.Venue{1: {ID: 1, Name: "Freilichtbühne am Donaudampfschifffahrtsgesellschaftskapitänsanleger", Address: "Hafenstraße 12", Postcode: "21073", City: "Hamburg"}},
		base: "https://tickets.example.com", now: start.Add(-30 * 24 * time.Hour),
	}
	return f
}

const euro = 978

// ordered are those of an order: two rates of tax, and names that are written from the right.
func ordered(f *facts) *facts {
	at := f.now
	f.order = &order.Order{ID: 9, Reference: "7KQ4-MW2X", CurrencyID: euro, CustomerID: 3, ReserverName: "Žofie Nováková", Status: order.Complete, CreatedAt: at, CompletedAt: &at}
	f.order.Totals.Total, f.order.Totals.Tax, f.order.Totals.Paid = 15800, 1747, 15800
	item := func(id int64, name string, price, rate, tax int64) order.Item {
		return order.Item{ID: id, OrderID: 9, EventID: 1, SaleItemID: id, ItemID: id, Type: catalog.Ticket, SaleName: name, Price: price, TaxRate: rate, Tax: tax, TaxBandID: rate, CustomerID: 3, Barcode: "X"}
	}
	f.items = []order.Item{
		item(1, "Wochenendkarte für Erwachsene mit Zeltplatz am Seeuferrundwanderweg", 7900, 70_000, 517),
		item(2, "حفلة الافتتاح 🎉", 7900, 190_000, 1230),
	}
	f.named, f.printable = f.items, true
	f.taxes = []order.TaxLine{{BandID: 1, Name: "MwSt. ermäßigt", Rate: 70_000, Price: 7900, Tax: 517}, {BandID: 2, Name: "MwSt. 19 %", Rate: 190_000, Price: 7900, Tax: 1230}}
	return f
}

// examples fill what the facts above have nothing for.
var examples = values{
	"payment.link": "https://tickets.example.com/pay/7KQ4-MW2X/0123456789abcdef", "claim.link": "https://tickets.example.com/claim/0123456789abcdef",
	"password.link": "https://tickets.example.com/staff/password/0123456789abcdef", "password.minutes": "60", "invitation.link": "https://tickets.example.com/staff/password/0123456789abcdef", "invitation.days": "7",
	"sign-in.link": "https://tickets.example.com/shop/landesgartenschau/sign-in/0123456789abcdef", "sign-in.minutes": "30",
	"voucher.codes": "GIFT-1234-5678 — 50,00\u00a0€", "voucher.link": "https://tickets.example.com/shop/landesgartenschau/voucher?code=GIFT-1234-5678",
	"tickets.link": "https://tickets.example.com/tickets/0123456789abcdef", "calendar.link": "https://tickets.example.com/tickets/0123456789abcdef/calendar.ics",
	"order.balance": "158,00\u00a0€", "order.due": "10.06.2027, 12:00", "refund.amount": "79,00\u00a0€", "resale.amount": "79,00\u00a0€", "payout.amount": "12,50\u00a0€",
	"transfer.holder": "Landesgartenschauförderverein e. V.", "transfer.iban": "DE02120300000000202051", "transfer.bic": "BYLADEM1001", "invoice.number": "RE-2027-000123",
	"giver.name": said("محمد العلي", false), "receiver.name": "Žofie Nováková", "group.name": said("חברי המועדון", false), "note": "Die Bühne ist an Land.\nBadesachen bleiben erlaubt.",
	"refund.orders": "2.281", "refund.failed": "3", "refund.by": "Ada", "approval.by": "Ada", "decision.by": "Bob", "decision.reason": "Das Bild fehlt.",
	"report.name": "Umsatz je Tag", "report.number": "101", "report.date": "03.07.2027, 06:00", "report.file": "umsatz.xlsx", "report.figures": "Umsatz\nFr 02.07.  1.200,00\u00a0€", "report.problem": "Der Zeitraum ist zu lang.",
	"customer.address": "Marktplatz 3\n20095 Hamburg", "customer.tax-number": "ATU12345678",
}

// specimenOf is a mail of a kind.
func specimenOf(k Kind, l locale.Language) written {
	f := specimen(l)
	m := &Message{Kind: k, Name: "Žofie Nováková", Language: string(l), CustomerID: 3, CurrencyID: euro, Amount: 1250, Taxes: []rateTax{{70_000, 41}, {190_000, 100}}}
	switch k.trait().about {
	case anOrder:
		f, m.OrderID = ordered(f), 9
	case anEvent:
		m.EventID = 1
	case aTransfer:
		f = ordered(f)
		f.transfer.ID, m.TransferID = 1, 1
	default:
		f.events = nil
	}
	w := &writing{facts: f, mail: m, texts: app.Language{Asked: string(l), Fallback: string(l)}, words: l}
	v := w.values()
	for _, name := range k.Placeholders() {
		if v[name] == "" || strings.HasSuffix(name, ".link") {
			v[name] = examples[name]
		}
	}
	text, _ := wordsIn(k, string(l))
	return w.filled(text.template, v)
}

// TestMailsLookAsBefore: each kind of mail as HTML, and as text in every language. What a mail
// says and shows does not change unseen. A company has a logo in every other one.
func TestMailsLookAsBefore(t *testing.T) {
	for i, k := range Kinds() {
		t.Run(string(k), func(t *testing.T) {
			is := is.New(t)
			var text strings.Builder
			for _, l := range []locale.Language{locale.English, locale.German, locale.French} {
				out := specimenOf(k, l)
				text.WriteString("== " + string(l) + "\n" + out.subject + "\n\n" + out.text + "\n")
				at := sources{}
				if i%2 == 0 {
					out.sheet.logo, at.logo = &media.Image{Width: 560, Height: 160}, "cid:logo@picture"
				}
				if out.sheet.cover != nil {
					at.cover = "cid:" + out.sheet.cover.Hash + "@picture"
				}
				html := out.sheet.html(at)
				is.Equal(strings.Count(html, `class="main"`) < 2, true) // one thing to do
				if l == locale.German {
					golden(t, string(k)+".html", html)
				}
			}
			golden(t, string(k)+".txt", text.String())
		})
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "mails", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("%s is another mail (-update writes it anew):\n%s", name, got)
	}
}

// TestNamesFromTheRight: a name turns nothing around that stands beside it, and a mail in a
// language from the right begins there.
func TestNamesFromTheRight(t *testing.T) {
	is := is.New(t)
	is.Equal(isolated("Ada\nЖ 🎺"), "Ada\nЖ 🎺")
	is.Equal(isolated("2 ×\nحفلة"), "2 ×\n"+isolate+"حفلة"+release)
	is.Equal(escaped("2 × "+isolated("<حفلة>")+" — €20"), `2 × <span dir="auto">&lt;حفلة&gt;</span> — €20`)
	is.Equal(escaped(isolate+"חב"), `<span dir="auto">חב</span>`) // cut off
	is.Equal(escaped("a"+release), "a")
	is.Equal(clean(isolated("חב"), true), "חב") // no header has the marks
	for language, want := range map[string]string{"ar": "rtl", "he-IL": "rtl", "FA": "rtl", "de": "ltr", "arn": "ltr", "": "ltr"} {
		way, _ := direction(language)
		is.Equal(way, want) // language
	}
	html := (&sheet{company: specimen("en").company, language: "ar"}).html(sources{})
	is.True(strings.Contains(html, `<html lang="ar" dir="rtl">`) && strings.Contains(html, `align="right"`))
}

// TestTheTaxInATotal is said by rate wherever a mail says what an order costs, and sums up to
// the tax of the order; a receipt says it in its own way.
func TestTheTaxInATotal(t *testing.T) {
	is := is.New(t)
	is.True(strings.Contains(specimenOf(Confirmation, locale.English).text, "\nThe total of €158.00 includes €5.17 MwSt. ermäßigt 7%, €12.30 MwSt. 19 %.\n"))
	is.True(strings.Contains(specimenOf(PayNow, locale.German).text, "\nDie Summe von 158,00\u00a0€ enthält 5,17\u00a0€ MwSt. ermäßigt 7\u00a0%, 12,30\u00a0€ MwSt. 19 %.\n"))
	is.True(strings.Contains(specimenOf(Refund, locale.French).text, "\nLe remboursement de 12,50\u00a0€ comprend 0,41\u00a0€ de taxe à 7\u00a0%, 1,00\u00a0€ de taxe à 19\u00a0%.\n"))
	for _, k := range []Kind{TaxReceipt, SeatMoved, TransferOffer, Reminder} {
		is.True(!strings.Contains(specimenOf(k, locale.English).text, "includes")) // k
	}
}

// TestWhatStandsBelowAMail: the imprint as a whole where it is short, else who and where, and
// links that lead somewhere.
func TestWhatStandsBelowAMail(t *testing.T) {
	is := is.New(t)
	f := specimen("de")
	f.imprint = strings.Repeat("Lang. ", 400)
	foot := footIn(f, locale.German)
	is.Equal(foot.imprint, "Landesgartenschauförderverein e. V.\nUferweg 1\n21073 Hamburg")
	is.Equal(foot.links[0], footLink{"Hilfe", "https://landesgartenschau.example/hilfe"})
	is.Equal(foot.links[1], footLink{"Impressum", "https://tickets.example.com/shop/landesgartenschau/legal/imprint"})
	is.Equal(len(foot.links), 6)
	f.base, f.company.Shop.Legal, f.company.Shop.PrivacyURL = "", []company.LegalKind{company.Imprint}, "https://x.example/privacy"
	is.Equal(footIn(f, locale.French).links[1:], []footLink{{"Confidentialité", "https://x.example/privacy"}}) // an address without a server leads nowhere
	f.imprint = "\n# Wir\n\n\nHier\n"
	is.Equal(footIn(f, locale.German).imprint, "Wir\n\nHier")
}
