package extf

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app/ledger"
)

func posting(k ledger.Kind, rate, amount int64) ledger.Posting {
	return ledger.Posting{Kind: k, ID: rate, CurrencyID: euro, Amount: amount}
}

func TestEntriesAsBookings(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	is.New(t).NoErr(err)
	day := time.Date(2027, 6, 30, 23, 30, 0, 0, time.UTC) // the first of July there
	sale := []ledger.Posting{
		posting(ledger.Sales, 190_000, 4202), posting(ledger.Fees, 190_000, 420), posting(ledger.Tax, 190_000, 878),
		posting(ledger.Sales, 70_000, 935), posting(ledger.Tax, 70_000, 65), posting(ledger.Cash, 0, -6500),
	}
	for _, c := range []struct {
		must  string
		moves []ledger.Posting
		want  [][3]any
	}{
		{"a sale for cash is booked by rate, with its tax", sale, [][3]any{{int64(1000), "1000", "8300"}, {int64(5500), "1000", "8400"}}},
		{"a refund the other way round", []ledger.Posting{posting(ledger.Sales, 70_000, -935), posting(ledger.Tax, 70_000, -65), posting(ledger.Bank, 0, 1000)},
			[][3]any{{int64(1000), "8300", "1200"}}},
		{"another rate is on the account of others", []ledger.Posting{posting(ledger.Sales, 50_000, 100), posting(ledger.Cash, 0, -100)}, [][3]any{{int64(100), "1000", "8200"}}},
		{"several against several pass through", []ledger.Posting{
			posting(ledger.Sales, 0, 300), posting(ledger.Vouchers, 0, 200), posting(ledger.Cash, 0, -400), posting(ledger.Bank, 0, -100),
		}, [][3]any{{int64(400), "1000", "1360"}, {int64(100), "1200", "1360"}, {int64(200), "1360", "1731"}, {int64(300), "1360", "8200"}}},
		{"demo is no money", []ledger.Posting{{Kind: ledger.Cash, CurrencyID: euro, Demo: true, Amount: -1}, {Kind: ledger.Sales, CurrencyID: euro, Demo: true, Amount: 1}}, nil},
		{"nor is another currency in it", []ledger.Posting{{Kind: ledger.Cash, CurrencyID: 756, Amount: -1}, {Kind: ledger.Sales, CurrencyID: 756, Amount: 1}}, nil},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			chart := Charts["skr03"]()
			e := ledger.Entry{Seq: 7, At: day, Event: ledger.Sold, OrderID: 12, Postings: c.moves}
			var got [][3]any
			for _, b := range chart.Bookings(&e, berlin) {
				got = append(got, [3]any{b.Cents, b.Debit, b.Credit})
				is.Equal(b.Day.Format(time.DateOnly), "2027-07-01")
				is.Equal(b.Text, "sold, order 12")
			}
			is.Equal(got, c.want)
		})
	}
}

func TestABatch(t *testing.T) {
	is := is.New(t)
	var out bytes.Buffer
	at := func(m time.Month, d int) time.Time { return time.Date(2027, m, d, 12, 0, 0, 0, time.UTC) }
	w, err := NewWriter(&out, &Batch{
		Adviser: 29098, Client: 55003, YearBegin: at(1, 1), From: at(6, 1), Until: at(6, 30), Made: at(7, 1), Name: `Juni "27"`, Chart: Charts["skr04"](),
	})
	is.NoErr(err)
	is.NoErr(w.Write(&Booking{Cents: 123405, Debit: "1600", Credit: "4300", Day: at(6, 5), Number: 17, Text: "für ☃; ja"}))
	is.NoErr(w.Close())
	lines := strings.Split(out.String(), "\r\n")
	is.Equal(len(lines), 4)
	is.Equal(lines[0], `"EXTF";700;21;"Buchungsstapel";13;20270701120000000;;"MQ";"";"";29098;55003;20270101;4;20270601;20270630;"Juni ""27""";"";1;0;0;"EUR";;"";;;"04";;;"";""`)
	is.Equal(len(strings.Split(lines[1], ";")), columns)
	is.True(strings.Contains(lines[1], "Gegenkonto (ohne BU-Schl\xfcssel)"))
	is.True(strings.HasPrefix(lines[2], "1234,05;\"S\";\"EUR\";;;\"\";1600;4300;\"\";0506;\"17\";\"\";;\"f\xfcr \x1a; ja\";"))
	is.Equal(len(heads()), columns)
}

func TestAccountsOfOnesOwn(t *testing.T) {
	is := is.New(t)
	c := Charts["skr03"]()
	for _, text := range []string{"cash=1010", "sales:7%=8301", "sales:10.5=8500", "transit=1399"} {
		is.NoErr(c.Set(text))
	}
	is.Equal(c.Kinds[ledger.Cash], "1010")
	is.Equal(c.Sales[70_000], "8301")
	is.Equal(c.Sales[105_000], "8500")
	is.Equal(c.Transit, "1399")
	for _, text := range []string{"", "cash", "cash=", "cash=x", "cash=0", "cash=123456789", "money=1", "sales:x=1", "tax=1776"} {
		is.True(c.Set(text) != nil)
	}
	for _, name := range Names() { // every account has a number in every chart
		chart := Charts[name]()
		for k := ledger.Wallet; k <= ledger.Elsewhere; k++ {
			is.True(k.ByRate() || chart.Kinds[k] != "")
		}
	}
}
