package invoice

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app/paper"
)

// TestInvoicesArePrinted reads the pages and the data inside with programs of others.
func TestInvoicesArePrinted(t *testing.T) {
	says := map[string][]string{
		"invoice": {
			"Rechnung RE2027-00042", "Werft & Söhne GmbH", "Leistungsdatum", "3. Juli 2027", "15. Juni 2027", "IBAN", "DE89 3704 0044 0532 0130 00", "K7QX2M",
			"Steuerfrei nach § 4 Nr. 20 UStG", "135,25", "USt. 7 % auf 75,01", "PO 17", "Mit der Banking-App bezahlen",
		},
		"correction": {"Rechnungskorrektur RE2027-00043", "Zu Rechnung", "RE2027-00042", "Zu Ihren Gunsten", "26,75"},
		"several":    {"Facture", "Numéro fiscal", "12/345/67890"},
		"abroad":     {"Demo: not an invoice DEMO-2027-00042", "Reverse charge", "France"},
		"yen":        {"500 ¥"},
	}
	for name, v := range samples() {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			var out, again bytes.Buffer
			p := paper.NewPrinter()
			missing, err := p.WriteInvoice(t.Context(), &out, v.Paper())
			is.NoErr(err)
			is.Equal(len(missing), 0)
			_, err = p.WriteInvoice(t.Context(), &again, v.Paper())
			is.NoErr(err)
			is.Equal(out.Bytes(), again.Bytes()) // the same document gives the same bytes
			file := filepath.Join(t.TempDir(), "invoice.pdf")
			is.NoErr(os.WriteFile(file, out.Bytes(), 0o600))
			text := partner(t, "pdftotext", "-layout", file, "-")
			for _, want := range says[name] {
				if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
					t.Errorf("%q is not on\n%s", want, text)
				}
			}
			data := filepath.Join(t.TempDir(), "data.xml")
			partner(t, "pdfdetach", "-savefile", "factur-x.xml", "-o", data, file)
			inside, err := os.ReadFile(data)
			is.NoErr(err)
			is.Equal(string(inside), string(v.XML()))
		})
	}
}

// partner runs a program of others; a test that needs one that is not here is skipped.
func partner(t *testing.T, name string, args ...string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skip(name + " is not installed")
	}
	out, err := exec.CommandContext(t.Context(), path, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// TestLongInvoicesGoOn: what does not fit on a page stands on the next ones, under the same
// heads and above the same foot.
func TestLongInvoicesGoOn(t *testing.T) {
	is := is.New(t)
	v := samples()["invoice"]
	line := v.Lines[0]
	for range 60 {
		v.Lines = append(v.Lines, line)
	}
	var out bytes.Buffer
	_, err := paper.NewPrinter().WriteInvoice(t.Context(), &out, v.Paper())
	is.NoErr(err)
	is.Equal(bytes.Count(out.Bytes(), []byte("/Type /Page\n")), 4)
}

func TestTheCodeOfATransfer(t *testing.T) {
	is := is.New(t)
	s := samples()["invoice"].Seller
	is.Equal(TransferCode(&s, euro, 123456, "K7QX2M"),
		"BCD\n002\n1\nSCT\nCOBADEFFXXX\nFlussufer Kultur\nDE89370400440532013000\nEUR1234.56\n\n\nK7QX2M")
	for _, c := range []struct {
		must             string
		change           func(*Seller)
		currency, amount int64
	}{
		{"have an account", func(s *Seller) { s.IBAN = "" }, euro, 100},
		{"be in euros", func(*Seller) {}, 756, 100},
		{"be of something", func(*Seller) {}, euro, 0},
		{"be of an amount that banks take", func(*Seller) {}, euro, mostCents + 1},
	} {
		t.Run(c.must, func(t *testing.T) {
			other := s
			c.change(&other)
			is.Equal(TransferCode(&other, c.currency, c.amount, "X"), "")
		})
	}
	s.BIC, s.Holder = "", strings.Repeat("ä", 80)
	is.True(strings.Contains(TransferCode(&s, euro, 5, "X"), "SCT\n\n"+strings.Repeat("ä", 70)+"\nDE89370400440532013000\nEUR0.05\n"))
}

func BenchmarkInvoices(b *testing.B) {
	v, p := samples()["invoice"], paper.NewPrinter()
	began := time.Now()
	for range b.N {
		var out bytes.Buffer
		if _, err := p.WriteInvoice(b.Context(), &out, v.Paper()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(1000*time.Since(began).Seconds()/float64(b.N), "s/thousand")
}
