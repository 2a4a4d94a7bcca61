package imports_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/imports"
	"marquee/app/order"
	"marquee/app/queue"
	"marquee/app/sales/sold"
	"marquee/indexes"

	"github.com/matryer/is"
)

// desk is a world where files are taken in.
type desk struct {
	*apptest.World
	t testing.TB
}

func newDesk(t testing.TB, opts ...apptest.Option) *desk {
	return &desk{apptest.New(t, opts...), t}
}

func (d *desk) must(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

// upload stores a file and has it checked as it was guessed, with values for all rows.
func (d *desk) upload(typ, file string, values ...imports.Value) imports.Import {
	d.t.Helper()
	n, err := imports.Take(d.t.Context(), d.App, d.A.Owner, imports.Upload{Type: typ, Name: typ + ".csv", File: []byte(file)})
	d.must(err)
	m := n.Mapping
	m.Values = append(m.Values, values...)
	_, err = imports.Map(d.t.Context(), d.App, d.A.Owner, n.ID, &m)
	d.must(err)
	return d.work(n.ID)
}

// work does what is due, and reads an import.
func (d *desk) work(id int64) imports.Import {
	d.t.Helper()
	d.must(d.App.RunJob(d.t.Context(), queue.SendJob))
	n, err := imports.Read(d.t.Context(), d.App, d.A.Owner, id)
	d.must(err)
	return n
}

// run takes in what was checked.
func (d *desk) run(n imports.Import) imports.Import {
	d.t.Helper()
	_, err := imports.Approve(d.t.Context(), d.App, d.A.Owner, n.ID)
	d.must(err)
	return d.work(n.ID)
}

// take uploads, checks and runs a file in which nothing is wrong.
func (d *desk) take(typ, file string, values ...imports.Value) imports.Import {
	d.t.Helper()
	n := d.upload(typ, file, values...)
	if n.Refused > 0 {
		d.t.Fatalf("%s: %v", typ, d.problems(n.ID))
	}
	if n = d.run(n); n.Slug() != "complete" {
		d.t.Fatalf("%s: %s: %v", typ, n.Slug(), d.problems(n.ID))
	}
	return n
}

// problems are the rows of which there is something to say: "line column: reason".
func (d *desk) problems(id int64) (all []string) {
	d.t.Helper()
	rows, err := imports.Rows(d.t.Context(), d.App, d.A.Owner, imports.Report{ImportID: id, Problems: true})
	d.must(err)
	for _, r := range rows {
		for _, p := range r.Problems {
			all = append(all, fmt.Sprintf("%d %s %s: %s", r.Line, r.Outcome, p.Column, p.Reason))
		}
	}
	return all
}

// ids are what the rows of an import created or changed.
func (d *desk) ids(id int64) (all []int64) {
	d.t.Helper()
	rows, err := imports.Rows(d.t.Context(), d.App, d.A.Owner, imports.Report{ImportID: id})
	d.must(err)
	for _, r := range rows {
		all = append(all, r.RecordID)
	}
	return all
}

func (d *desk) view(fn func(r app.Reader) error) {
	d.t.Helper()
	d.must(d.App.View(d.t.Context(), d.A.Owner, app.Authenticated, fn))
}

const people = "E-Mail;First name;Last name;Telefon;Geburtsdatum;City;Address;Country\n" +
	"ada@example.com;Ada;Lovelace;030 1;10.12.1985;London;12 St James;GB\n" +
	"\"grace@example.com\";Grace;\"Hopper \"\"Amazing\"\"\";;9.12.1906;;;\n" +
	"nobody;No;Body;;;;;\n" +
	"alan@example.com;Alan;Turing;;31.31.2000;;;\n" +
	"ADA@example.com;Ada;Again;;;;;\n" +
	"mary@example.com;Mary;Shelley;;;Bath;;\n"

func TestAFileIsCheckedApprovedAndRun(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	before := d.Digest("imports", "import_parts", "import_results", "audit_entries", "audit_heads", "~counters")
	n := d.upload("customers", people)
	is.Equal(n.State, imports.Checked)
	is.Equal([]int64{n.Rows, n.Valid, n.Refused, n.Warned}, []int64{6, 3, 3, 1})
	is.Equal(d.problems(n.ID), []string{
		"4 refused E-Mail: must be a valid e-mail address",
		"5 refused Geburtsdatum: must be a date such as 2027-12-31, with or without a time such as 20:15",
		"6 refused E-Mail: is in line 2 too",
		"7 valid Address: is not a whole address, and is left out",
	})
	is.Equal(d.Digest("imports", "import_parts", "import_results", "audit_entries", "audit_heads", "~counters"), before) // the check changed nothing

	n = d.run(n)
	is.Equal(n.Slug(), "complete-with-errors")
	is.Equal([]int64{n.Created, n.Changed, n.Failed, n.Refused}, []int64{3, 0, 0, 3})
	d.view(func(r app.Reader) error {
		ada, found, err := customer.KnownBy(r, "ada@example.com")
		is.NoErr(err)
		is.True(found)
		is.Equal(ada.Name, "Ada Lovelace")
		is.Equal(ada.DOB.Format(time.DateOnly), "1985-12-10")
		is.Equal(ada.Address.City, "London")
		is.Equal(ada.Address.CountryID, int64(826))
		grace, _, err := customer.KnownBy(r, "grace@example.com")
		is.Equal(grace.Name, `Grace Hopper "Amazing"`)
		return err
	})
	again := d.take("customers", "E-Mail;Telefon\nada@example.com;030 1\ngrace@example.com;1\n")
	is.Equal([]int64{again.Created, again.Changed, again.Unchanged}, []int64{0, 1, 1})
	_, err := imports.Approve(t.Context(), d.App, d.A.Owner, n.ID)
	is.Equal(app.KindOf(err), app.Invalid) // it is at its end
	_, err = imports.Read(t.Context(), d.App, d.B.Owner, n.ID)
	is.Equal(app.KindOf(err), app.NotFound) // another company has no such import
	_, err = imports.Read(t.Context(), d.App, d.A.With(app.EditImports), n.ID)
	is.Equal(app.KindOf(err), app.Forbidden) // customers ask for more
}

const (
	shows = "externalId,name,start,end,venue,timezone,published,on sale\n" +
		"E1,Night of the tides,2027-08-01 20:00,,Tent,Europe/Berlin,yes,yes\n" +
		"E2,Day of the tides,2027-08-02 10:00,2027-08-02 18:00,Tent,,,\n"
	offers   = "event external id,ticket type,price,stock,fee\nE1,Standing,25.50,100,1\nE1,Seated,\"1,040.00\",3,\nE2,Standing,10,,\n"
	soldRows = "order id,email,name,order date,event external id,ticket type,price,barcode,attendee,nfc\n" +
		"1001,ada@example.com,Ada Lovelace,2027-05-01 10:00,E1,Standing,25.50,abc-001,Ada,\n" +
		"1001,ada@example.com,Ada Lovelace,2027-05-01 10:00,E1,Standing,25.50,abc-002,Byron,04a2b3c4\n" +
		"1002,grace@example.com,Grace Hopper,2027-05-02 11:00,E1,Seated,1000,XYZ 9,Grace,\n" +
		"1003,mary@example.com,Mary,2027-05-02 11:00,E1,Balcony,10,Q1,,\n" +
		"1003,mary@example.com,Mary,2027-05-02 11:00,E1,Standing,10,Q2,,\n" +
		"1004,eve@example.com,Eve,2027-05-02 11:00,E1,Standing,10,abc-001,,\n"
)

// festival takes in a venue, events and what is sold there.
func (d *desk) festival() {
	d.t.Helper()
	d.take("venues", "name,address,city,region\nTent,1 Quay,Hamburg,HH\n")
	d.take("events", shows)
	d.take("sale-items", offers)
}

func TestWhatWasSoldElsewhereScansHere(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	d.festival()
	n := d.upload("order-items", soldRows)
	is.Equal(d.problems(n.ID), []string{
		"5 refused ticket type: is no sale item of the event",
		"6 refused : belongs together with line 5",
		"7 refused barcode: is in line 2 too",
	})
	n = d.run(n)
	is.Equal([]int64{n.Created, n.Failed, n.Refused}, []int64{3, 0, 3})
	ids := d.ids(n.ID)
	is.Equal(ids[0], ids[1]) // one order
	var event catalog.Event
	d.view(func(r app.Reader) (err error) {
		o, err := order.Orders.Get(r, ids[0])
		is.NoErr(err)
		is.Equal(o.Status, order.Complete)
		is.Equal(o.Totals.Total, int64(5100))
		is.Equal(o.Totals.Paid, int64(5100))
		is.Equal(o.Methods, []string{"elsewhere"})
		is.Equal(o.Channel, catalog.Import)
		is.Equal(o.CreatedAt.Format(time.DateOnly), "2027-05-01")
		item, found, err := order.ItemByBarcode(r, "abc-001")
		is.NoErr(err)
		is.True(found)
		is.Equal(item.NamedHolder, "Ada")
		event, err = catalog.EventByID(r, item.EventID)
		return err
	})
	d.Clock.Jump(event.Start.Sub(d.Clock.Now()))
	for _, code := range []string{"abc-001", "XYZ 9", "04a2b3c4"} {
		res := d.scan(event.ID, code)
		is.Equal(res.Status, entry.Valid)
	}
	is.Equal(d.scan(event.ID, "abc-001").Status == entry.Valid, false) // twice
	again := d.upload("order-items", soldRows)
	is.Equal([]int64{again.Valid, again.Refused}, []int64{3, 3})
	again = d.run(again)
	is.Equal([]int64{again.Created, again.Unchanged}, []int64{0, 3}) // no order is taken in twice
	is.Equal(d.orders(), 2)
}

// scan scans a code at the entry of an event.
func (d *desk) scan(event int64, code string) entry.ScanResult {
	d.t.Helper()
	zones, err := entry.ListZones(d.t.Context(), d.App, d.A.Owner, event, false)
	d.must(err)
	in := entry.ScanRequest{ZoneID: zones[0].ID, Barcodes: []string{code}}
	if strings.HasPrefix(code, "04") {
		in.Barcodes, in.Tags = nil, in.Barcodes
	}
	res, err := entry.ScanZone(d.t.Context(), d.App, d.A.Owner, in)
	d.must(err)
	return res
}

func (d *desk) orders() (n int) {
	d.t.Helper()
	d.view(func(r app.Reader) error {
		for _, err := range order.Orders.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			n++
		}
		return nil
	})
	return n
}

func TestStockOfWhatWasSoldElsewhere(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	d.festival()
	var rows strings.Builder
	rows.WriteString("order id,email,name,event external id,ticket type,price\n")
	for i := range 5 {
		fmt.Fprintf(&rows, "%d,buyer%d@example.com,Buyer,E1,Seated,10\n", i, i)
	}
	n := d.run(d.upload("order-items", rows.String()))
	is.Equal(n.Slug(), "complete-with-errors")
	is.Equal([]int64{n.Created, n.Refused + n.Failed}, []int64{3, 2}) // there are three seats
	is.True(strings.Contains(strings.Join(d.problems(n.ID), "\n"), "Seated is sold out."))
	over := d.run(d.upload("order-items", rows.String(), imports.Value{Field: "source", Text: "other"}, imports.Value{Field: "oversell", Text: "yes"}))
	is.Equal([]int64{over.Created, over.Failed}, []int64{5, 0}) // another system's orders, beyond the stock
}

// Other systems print the same barcode for several events: each scans at its own, also when one
// of them got another since, and what it had is not good again.
func TestBarcodesMayRepeatAtOtherEvents(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	d.festival()
	const head = "order id,email,name,order date,event external id,ticket type,price,barcode\n"
	at := func(order, event string) string {
		return head + order + ",ada@example.com,Ada,2027-05-01 10:00," + event + ",Standing,25.50,abc-001\n"
	}
	d.run(d.upload("order-items", at("1", "E1")))
	n := d.run(d.upload("order-items", at("2", "E2")))
	is.Equal([]int64{n.Created, n.Refused}, []int64{1, 0})
	again := d.upload("order-items", at("3", "E2"))
	is.Equal(d.problems(again.ID), []string{"2 refused barcode: is taken already"})

	var first, second order.Item
	var events [2]catalog.Event
	d.view(func(r app.Reader) (err error) {
		first, _, err = order.ItemByBarcode(r, "abc-001")
		is.NoErr(err)
		ids, err := order.ItemsByBarcode(r, "abc-001")
		is.NoErr(err)
		is.Equal(len(ids), 2)
		both, err := order.Items.GetMany(r, ids)
		is.NoErr(err)
		second = both[1]
		is.True(second.Repeats && second.EventID != first.EventID)
		for i, id := range []int64{first.EventID, second.EventID} {
			if events[i], err = catalog.EventByID(r, id); err != nil {
				return err
			}
		}
		return nil
	})
	d.Clock.Jump(events[0].Start.Sub(d.Clock.Now()))
	is.Equal(d.scan(first.EventID, "abc-001").Status, entry.Valid)
	is.Equal(d.scan(first.EventID, "abc-001").Status == entry.Valid, false) // it is one ticket

	_, _, err := sold.Reissue(t.Context(), d.App, d.A.Owner, first.ID)
	is.NoErr(err)
	res := d.scan(first.EventID, "abc-001")
	is.Equal(res.Detail, entry.HistoricBarcode)
	d.Clock.Jump(events[1].Start.Sub(d.Clock.Now()))
	is.Equal(d.scan(second.EventID, "abc-001").Status, entry.Valid)
	is.Equal(d.problems(d.upload("order-items", at("4", "E1")).ID), []string{"2 refused barcode: is taken already"})
}

// TestWhatSpreadsheetsDamaged is refused with its row: digits that were cut off do not come back.
func TestWhatSpreadsheetsDamaged(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	n := d.upload("customers", "email,name,phone,externalId\na@example.com,A,1.23457E+12,1\nb@example.com,B,49171123456.0,2\nc@example.com,C,0171 1,3.0\nd@example.com,D,0171 1,4\n")
	const cut = "was shortened by a spreadsheet: export the file anew with this column as text"
	is.Equal(d.problems(n.ID), []string{"2 refused phone: " + cut, "3 refused phone: " + cut, "4 refused externalId: " + cut})
	is.Equal(n.Valid, int64(1))
}

// TestOneWrongByte: the rest of the file is read as it was written, and the row is warned of.
func TestOneWrongByte(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	n := d.upload("customers", "email,name\na@example.com,Jörg\nb@example.com,J\xf6rg\n")
	is.Equal(d.problems(n.ID), []string{"3 valid : has characters that are not encoded in utf-8: they were read as windows-1252"})
	d.run(n)
	d.view(func(r app.Reader) error {
		for _, email := range []string{"a@example.com", "b@example.com"} {
			c, _, err := customer.KnownBy(r, email)
			is.NoErr(err)
			is.Equal(c.Name, "Jörg")
		}
		return nil
	})
}

// TestCountriesByTheirNames: in three languages, and as people shorten them.
func TestCountriesByTheirNames(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	names := []string{"Deutschland", "österreich", "Nowhere", "SCHWEIZ", "Allemagne", "Suisse", "UK", "Great Britain", "U.S.A.", "USA", "Holland", "Cote d'Ivoire", "276", "de", "Etats-Unis"}
	file := "email,name,addressLine1,city,postcode,country\n"
	for i, n := range names {
		file += fmt.Sprintf("c%d@example.com,A,S 1,X,1,%s\n", i, n)
	}
	n := d.upload("customers", file)
	is.Equal(d.problems(n.ID), []string{"4 refused country: is no country that there is"})
}

// TestBarcodesOfOthersAreTypedInAnyCase: keyboards change it. What differs from another barcode by
// its case alone is found only as it is printed.
func TestBarcodesOfOthersAreTypedInAnyCase(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	d.festival()
	d.take("order-items", "order id,email,name,event external id,ticket type,price,barcode\n"+
		"1,ada@example.com,Ada,E1,Standing,25.50,bd45y2vte2\n1,ada@example.com,Ada,E1,Standing,25.50,mIxEd7\n"+
		"1,ada@example.com,Ada,E1,Standing,25.50,same1\n")
	d.take("order-items", "order id,email,name,event external id,ticket type,price,barcode\n2,ada@example.com,Ada,E1,Standing,25.50,SAME1\n")
	d.view(func(r app.Reader) error {
		for typed, want := range map[string]string{
			"bd45y2vte2": "bd45y2vte2", "BD45Y2VTE2": "bd45y2vte2", "Bd45 Y2vt-E2": "bd45y2vte2", "mixed7": "mIxEd7", "MIXED7": "mIxEd7",
			"same1": "same1", "SAME1": "SAME1", "Same1": "", "sAME1": "", "bd45y2vte": "",
		} {
			it, found, err := order.ItemByBarcode(r, typed)
			is.NoErr(err)
			is.Equal(found, want != "")
			is.Equal(it.Barcode, want)
		}
		return nil
	})
}
