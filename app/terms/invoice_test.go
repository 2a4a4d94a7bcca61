package terms

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app/catalog"
)

func TestWhereInvoicesAreOffered(t *testing.T) {
	const eur, usd = 978, 840
	both := &Invoice{On: Channels{Online: true, Office: true}, Least: []Least{{eur, 5000}}}
	for _, c := range []struct {
		must     string
		invoice  *Invoice
		total    int64
		currency int64
		channel  catalog.Channel
		offered  bool
	}{
		{"nowhere without any", nil, 9000, eur, catalog.APIChannel, false},
		{"not on other channels", &Invoice{On: Channels{Office: true}}, 9000, eur, catalog.Shop, false},
		{"online from the least total on", both, 5000, eur, catalog.Shop, true},
		{"not online below", both, 4999, eur, catalog.Shop, false},
		{"nor at a kiosk", both, 4999, eur, catalog.Kiosk, false},
		{"to staff from nothing on", both, 1, eur, catalog.BoxOffice, true},
		{"online in a currency without a least total", both, 1, usd, catalog.Shop, true},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			terms := Terms{Invoice: c.invoice}
			is.Equal(terms.CheckInvoice(c.total, c.currency, c.channel) == nil, c.offered)
		})
	}
}

func TestHowLongAnInvoiceWaits(t *testing.T) {
	is := is.New(t)
	now := day(time.June, 1)
	is.Equal(*(&Terms{Invoice: &Invoice{Days: 14}}).InvoiceUntil(now), day(time.June, 15))
	is.True((&Terms{Invoice: &Invoice{}}).InvoiceUntil(now) == nil)
	is.True((&Terms{Invoice: &Invoice{Days: 14, Instant: true}}).InvoiceUntil(now) == nil)
}
