package banking

import (
	"fmt"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app/company"
)

func euro(t *testing.T) company.Currency {
	t.Helper()
	cur, ok := company.CurrencyByCode("EUR")
	if !ok {
		t.Fatal("no euro")
	}
	return cur
}

func TestAmountsAreReadAsBanksWriteThem(t *testing.T) {
	for text, want := range map[string]int64{
		"12,00": 1200, "1.234,56": 123456, "1,234.56": 123456, "+12.5": 1250, "12": 1200, "1.234": 123400, "12,00 EUR": 1200,
		"-3,10": -310, "3,10-": -310, "−3,10": -310, "1 234,56": 123456, "0,01": 1,
	} {
		t.Run(text, func(t *testing.T) {
			is := is.New(t)
			got, ok := amountOf(text, 2)
			is.True(ok)
			is.Equal(got, want)
		})
	}
	for _, text := range []string{"", "EUR", "1-2", "99999999999999999999"} {
		t.Run("not "+text, func(t *testing.T) {
			is := is.New(t)
			_, ok := amountOf(text, 2)
			is.True(!ok)
		})
	}
	is := is.New(t)
	got, ok := amountOf("1,200", 0)
	is.True(ok)
	is.Equal(got, int64(1200))
	_, ok = amountOf("1,50", 0) // a currency without decimals has no half
	is.True(!ok)
}

const table = `Umsätze Girokonto;DE00 0000
Zeitraum;Juli

Buchungstag;Wertstellung;Auftraggeber/Empfänger;Verwendungszweck;Betrag;Währung
01.07.2026;01.07.2026;Ada Byron;Bestellung 7KQ2-M4XD danke;22,50;EUR
02.07.2026;02.07.2026;Ada Byron;Bestellung 7KQ2-M4XD danke;22,50;EUR
02.07.2026;02.07.2026;Strom AG;Abschlag Juli;-80,00;EUR
02.07.2026;02.07.2026;Groß GmbH;"Rechnung; 3LWE9RCB";1.290,00;EUR
;;;Summe;1.255,00;
`

func TestTablesOfBanksAreRead(t *testing.T) {
	is := is.New(t)
	s, err := Read([]byte(table), euro(t))
	is.NoErr(err)
	is.Equal(len(s.Bookings), 3)
	is.Equal(s.Bookings[0].Amount, int64(2250))
	is.Equal(s.Bookings[0].Payer, "Ada Byron")
	is.Equal(s.Bookings[0].Day.Format("2006-01-02"), "2026-07-01")
	is.Equal(s.Bookings[2].Amount, int64(129000))
	is.Equal(s.Bookings[2].Text, "Rechnung; 3LWE9RCB")
	is.Equal(s.Passed, int64(2))
}

func TestTablesWithAColumnForMoneyThatCame(t *testing.T) {
	is := is.New(t)
	s, err := Read([]byte("Date,Description,Debit,Credit,Currency\n2026-07-01,7KQ2M4XD,,22.50,EUR\n2026-07-01,Rent,500.00,,EUR\n"), euro(t))
	is.NoErr(err)
	is.Equal(len(s.Bookings), 1)
	is.Equal(s.Bookings[0].Amount, int64(2250))
}

func camt(entries string) string {
	return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id>` + entries + `</Stmt></BkToCstmrStmt></Document>`
}

func entry(amount, side, status, details string) string {
	return fmt.Sprintf(`<Ntry><Amt Ccy="EUR">%s</Amt><CdtDbtInd>%s</CdtDbtInd>%s<BookgDt><Dt>2026-07-01</Dt></BookgDt><NtryDtls>%s</NtryDtls></Ntry>`, amount, side, status, details)
}

func TestCamtIsRead(t *testing.T) {
	is := is.New(t)
	single := `<TxDtls><Refs><EndToEndId>E2E-1</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>Ada Byron</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>Order 7KQ2</Ustrd><Ustrd>M4XD</Ustrd></RmtInf></TxDtls>`
	batch := `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="EUR">10.00</Amt></TxAmt></AmtDtls></TxDtls><TxDtls><Amt Ccy="EUR">5.00</Amt><RltdPties><Dbtr><Nm>Bo</Nm></Dbtr></RltdPties></TxDtls>`
	s, err := Read([]byte(camt(
		entry("22.50", "CRDT", "<Sts>BOOK</Sts>", single)+entry("80.00", "DBIT", "<Sts>BOOK</Sts>", single)+
			entry("9.00", "CRDT", "<Sts><Cd>PDNG</Cd></Sts>", single)+entry("15.00", "CRDT", "<Sts><Cd>BOOK</Cd></Sts>", batch))), euro(t))
	is.NoErr(err)
	is.Equal(len(s.Bookings), 3)
	is.Equal(s.Passed, int64(2))
	is.Equal(s.Bookings[0].Text, "Order 7KQ2 M4XD")
	is.Equal(s.Bookings[0].Payer, "Ada Byron")
	is.Equal(s.Bookings[0].EndToEnd, "E2E-1")
	is.Equal(s.Bookings[1].Amount, int64(1000))
	is.Equal(s.Bookings[1].EndToEnd, "")
	is.Equal(s.Bookings[2].Payer, "Bo")
}

// A file may be made to exhaust or to reach for something: none of it is followed.
func TestHostileStatementsAreRefused(t *testing.T) {
	for name, file := range map[string]string{
		"an entity":       `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]>` + camt(entry("1.00", "CRDT", "", "&a;")),
		"a foreign file":  `<!DOCTYPE x SYSTEM "file:///etc/passwd"><Document/>`,
		"unknown entity":  camt(entry("1.00", "CRDT", "", "&boom;")),
		"cut off":         strings.TrimSuffix(camt(entry("1.00", "CRDT", "", "")), "</Document>")[:200],
		"no statement":    `<html><body>Sign in</body></html>`,
		"too many":        camt(strings.Repeat(entry("1.00", "CRDT", "", ""), MaxBookings+1)),
		"no day":          strings.ReplaceAll(camt(entry("1.00", "CRDT", "", "")), "<Dt>2026-07-01</Dt>", ""),
		"no amount":       camt(entry("much", "CRDT", "", "")),
		"another charset": `<?xml version="1.0" encoding="UTF-7"?>` + strings.TrimPrefix(camt(""), `<?xml version="1.0" encoding="UTF-8"?>`),
		"nothing":         "  \n",
		"deep":            strings.Repeat("<a>", 100_000),
		"a letter":        "Dear all,\nno table here",
		"too large":       strings.Repeat("x", MaxStatement+1),
		"bad row":         "Buchungstag;Betrag;Verwendungszweck\nsoon;12,00;text\n",
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			_, err := Read([]byte(file), euro(t))
			is.True(err != nil)
		})
	}
}

func TestABookingIsKnownInWhateverFileItStands(t *testing.T) {
	is := is.New(t)
	keys := func(text string) []string {
		s, err := Read([]byte(text), euro(t))
		is.NoErr(err)
		return s.keys()
	}
	head := "Date;Amount;Reference;Payer;End-to-end id\n"
	once := keys(head + "2026-07-01;5,00;Order 7KQ2M4XD;Ada;\n")
	again := keys(head + "01.07.2026;5.00;order  7kq2m4xd;ADA;\n")
	is.Equal(once, again)
	twice := keys(head + "2026-07-01;5,00;Order 7KQ2M4XD;Ada;\n2026-07-01;5,00;Order 7KQ2M4XD;Ada;\n")
	is.Equal(twice[0], once[0])
	is.True(twice[1] != once[0]) // somebody paid twice on one day
	is.Equal(keys(head+"2026-07-01;5,00;one text;Ada;E1\n"), keys(head+"2026-07-01;5,00;another;Ada;E1\n"))
	is.True(keys(head + "2026-07-02;5,00;Order 7KQ2M4XD;Ada;\n")[0] != once[0])
}
