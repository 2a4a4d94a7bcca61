package imports_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/imports"
	"marquee/app/order"
	"marquee/app/person"
	"marquee/indexes"

	"github.com/matryer/is"
)

// An order is told from others by its source and its id, letter by letter; it is taken in
// once, whether its file was recognised or not.
func TestWhichOrderARowBelongsTo(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	d.festival()
	const head = "order id,source,email,name,event external id,ticket type,price\n"
	two := head + "1001,a,ada@example.com,Ada,E1,Standing,10\n1001,b,ben@example.com,Ben,E1,Standing,10\n" +
		"aB3,a,cleo@example.com,Cleo,E1,Standing,10\nAb3,a,dan@example.com,Dan,E1,Standing,10\n"
	n := d.take("order-items", two)
	is.Equal(n.Created, int64(4))
	is.Equal(d.orders(), 4)

	const sold = "order id,email,name,event external id,ticket type,price\n7,eve@example.com,Eve,E1,Standing,10\n"
	d.take("order-items", sold)
	is.Equal(d.orders(), 5)
	known := d.take("order-items", sold+"\n", imports.Value{Field: "source", Text: "a"})
	is.Equal(known.Created, int64(1)) // another source says so itself
	recognised, err := imports.Take(t.Context(), d.App, d.A.Owner, imports.Upload{Type: "order-items", Name: "x.csv", File: []byte(sold + "\n\n")})
	is.NoErr(err)
	is.NoErr(d.App.UpdateCompany(t.Context(), d.A.Owner.CompanyID, func(tx app.Tx) error { return imports.Recognise(tx, recognised.ID, "eventbrite") }))
	_, err = imports.Map(t.Context(), d.App, d.A.Owner, recognised.ID, nil)
	is.NoErr(err)
	is.Equal(d.run(d.work(recognised.ID)).Unchanged, int64(1))
	is.Equal(d.orders(), 6)
}

// What a row does not say of a price stays: its fee, and the prices of channels.
func TestAPriceKeepsItsFees(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	d.festival()
	id := d.ids(d.take("sale-items", "event external id,external id,ticket type,price,processing fee\nE1,S9,Late,20,1.50\n").ID)[0]
	eur, _ := company.CurrencyByCode("EUR")
	price := func() (all []catalog.Price) {
		d.view(func(r app.Reader) error {
			s, err := catalog.SharedSaleItem(r, id)
			for _, p := range s.Prices {
				p.ID = 0
				all = append(all, p)
			}
			return err
		})
		return all
	}
	_, err := catalog.UpdateSaleItem(t.Context(), d.App, d.A.Owner, catalog.Ticket, id, catalog.SaleItemChange{Prices: &[]catalog.Price{
		{CurrencyID: eur.ID, Base: 2000, ProcessingFee: 150, ResellerFee: 70}, {CurrencyID: eur.ID, Channel: catalog.BoxOffice, Base: 2200}}}, catalog.ItemChange{})
	is.NoErr(err)
	d.take("sale-items", "event external id,external id,price\nE1,S9,21\n")
	is.Equal(price(), []catalog.Price{{CurrencyID: eur.ID, Base: 2100, ProcessingFee: 150, ResellerFee: 70}, {CurrencyID: eur.ID, Channel: catalog.BoxOffice, Base: 2200}})
	d.take("sale-items", "event external id,external id,processing fee\nE1,S9,2\n")
	is.Equal(price()[0].ProcessingFee, int64(200))
	dollars := d.upload("sale-items", "event external id,external id,processing fee,currency\nE1,S9,2,USD\n")
	is.Equal(d.problems(dollars.ID), []string{"2 refused price: is required beside a fee"})
}

// A day alone names the event of that day, and times are on the clocks of where the event
// takes place.
func TestStartsOfKnownEvents(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	d.take("venues", "name,address,city,region\nTent,1 Quay,Hamburg,HH\n")
	id := d.ids(d.take("events", "external id,name,start,end,venue,timezone\nNY,Night,2027-05-01 20:00,2027-05-01 23:00,Tent,America/New_York\n").ID)[0]
	start := func() (text string) {
		d.view(func(r app.Reader) error {
			e, err := catalog.EventByID(r, id)
			text = e.Start.Format("2006-01-02T15:04")
			return err
		})
		return text
	}
	is.Equal(start(), "2027-05-02T00:00")
	d.take("sale-items", "event,event start,ticket type,price\nNight,2027-05-01,Standing,20\n")
	other := d.upload("sale-items", "event,event start,ticket type,price\nNight,2027-05-02,Seated,20\n")
	is.Equal(other.Refused, int64(1)) // the next day, there
	is.Equal(d.ids(d.take("events", "name,start,description\nNight,2027-05-01 20:00,Dark\n").ID), []int64{id})
	d.take("events", "external id,start,end\nNY,2027-05-01 21:00,2027-05-01 23:30\n")
	is.Equal(start(), "2027-05-02T01:00")
}

// An end that a file names by its day alone is the end of that day, on the clocks of the event.
func TestADayAloneEndsWhenItIsOver(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	d.take("venues", "name,address,city,region\nField,1 Quay,Hamburg,HH\n")
	id := d.ids(d.take("events", "external id,name,start,end,venue,timezone\nFE,Festival,2027-05-01,2027-05-03,Field,America/New_York\n").ID)[0]
	item := d.ids(d.take("sale-items", "event external id,external id,ticket type,price,validFrom,validUntil,onSaleFrom,onSaleUntil\nFE,S1,Weekend,20,2027-05-01,2027-05-03,2027-01-01,2027-04-30\n").ID)[0]
	const form = "2006-01-02T15:04"
	d.view(func(r app.Reader) error {
		e, err := catalog.EventByID(r, id)
		is.NoErr(err)
		is.Equal([]string{e.Start.Format(form), e.End.Format(form)}, []string{"2027-05-01T04:00", "2027-05-04T04:00"})
		s, err := catalog.SharedSaleItem(r, item)
		is.NoErr(err)
		is.Equal([]string{s.ValidFrom.Format(form), s.ValidUntil.Format(form)}, []string{"2027-05-01T04:00", "2027-05-04T04:00"})
		is.Equal([]string{s.OnSaleFrom.Format(form), s.OnSaleUntil.Format(form)}, []string{"2027-01-01T05:00", "2027-05-01T04:00"})
		return nil
	})
	d.take("events", "name,start,end,venue\nOne day,2027-06-01,2027-06-01,Field\n")
}

// A file without times makes its events once, however often it is taken in.
func TestEventsByTheirDayAreFoundAgain(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	d.take("venues", "name,address,city,region\nField,1 Quay,Hamburg,HH\n")
	const file = "name,start,venue,timezone\nFestival,2027-05-01,Field,America/New_York\nFestival,2027-05-02,Field,America/New_York\n"
	first := d.ids(d.take("events", file).ID)
	is.Equal(d.ids(d.take("events", file+"\n").ID), first)
	is.Equal(d.ids(d.take("events", "name,start,description\nFestival,2027-05-02,Loud\n").ID), first[1:])
}

// An erased customer is not made anew by a file that waits, and stands in none any more.
func TestRowsOfAnErasedCustomer(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	const file = "email,name,phone\nada@example.com,Ada Lovelace,030 1234567\nben@example.com,Ben,\n"
	old := d.take("customers", file)
	d.take("customers", "email,phone\nada@example.com,030 1234567\n")
	former := d.take("customers", "id,phone\n"+strconv.FormatInt(d.ids(old.ID)[0], 10)+",0171 2223334\n")
	_, err := customer.Edit(t.Context(), d.App, d.A.Owner, d.ids(old.ID)[0], customer.Fields{Phone: app.Is("030 1234567")})
	is.NoErr(err)
	d.view(func(r app.Reader) error {
		text, err := imports.Kept(r, former.ID)
		is.True(strings.Contains(text, "2223334"))
		return err
	})
	waits := d.upload("customers", file+"ADA@example.com,Ada Lovelace,030 1234567\ndan@example.com,Dan (was ada@example.com.),\nmary.ada@example.com,Mary,\n")
	var ada customer.Customer
	d.view(func(r app.Reader) (err error) {
		ada, _, err = customer.KnownBy(r, "ada@example.com")
		return err
	})
	d.view(func(r app.Reader) error {
		who, err := customer.PersonOf(r, []customer.Customer{ada})
		is.NoErr(err)
		told := person.Export{Who: who}
		is.NoErr(told.Gather(r, imports.Personal()))
		rows := told.Records("importRows").([]imports.KeptRow)
		is.True(slices.ContainsFunc(rows, func(row imports.KeptRow) bool { return row.ImportID == former.ID && row.Line == 2 }))
		is.True(!slices.ContainsFunc(rows, func(row imports.KeptRow) bool { return slices.Contains(row.Cells, "mary.ada@example.com") }))
		return err
	})
	is.NoErr(customer.Delete(t.Context(), d.App, d.A.Owner, ada.ID, true))
	for range 10 {
		is.NoErr(d.App.RunJob(t.Context(), customer.EraseJob))
	}
	d.view(func(r app.Reader) error {
		for _, id := range []int64{old.ID, waits.ID} {
			text, err := imports.Kept(r, id)
			is.NoErr(err)
			left := strings.ReplaceAll(text, "mary.ada@example.com", "")
			is.Equal(len(left) < len(text), id == waits.ID) // who is somebody else
			is.True(!strings.Contains(strings.ToLower(left), "ada") && !strings.Contains(text, "1234567"))
			is.True(strings.Contains(text, "ben@example.com"))
		}
		text, err := imports.Kept(r, former.ID)
		is.NoErr(err)
		is.True(!strings.Contains(text, "2223334")) // who the row was taken in for is known
		return nil
	})
	is.Equal(d.run(d.work(waits.ID)).Created, int64(1))
	d.view(func(r app.Reader) error {
		_, found, err := customer.KnownBy(r, "ada@example.com")
		is.True(!found)
		return err
	})
}

// What was approved ends where its approver may not do it any more, and the file can be
// taken in by another.
func TestAnApproverWhoLostTheirRights(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	d.take("customers", "email,name\nada@example.com,Ada\n")
	clerk := d.A.With(app.EditImports, app.EditWallets, app.ViewWallets, app.ViewCustomers)
	const credits = "email,amount,reason\nada@example.com,12.50,moved\n"
	n := d.upload("wallet-adjustments", credits)
	_, err := imports.Approve(t.Context(), d.App, clerk, n.ID)
	is.NoErr(err)
	_, err = company.SuspendUser(t.Context(), d.App, clerk.UserEmail)
	is.NoErr(err)
	n = d.work(n.ID)
	is.Equal(n.State, imports.Broken)
	again := d.run(d.upload("wallet-adjustments", credits))
	is.Equal(again.Changed, int64(1))
}

// More than there is takes in only who may lift that rule, and the order says so.
func TestOversellingIsLifted(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	d.festival()
	rows := "order id,email,name,event external id,ticket type,price\n"
	for _, id := range []string{"1", "2", "3", "4"} {
		rows += id + ",eve@example.com,Eve,E1,Seated,10\n"
	}
	clerk := d.A.With(app.EditImports, app.EditOrders, app.CreateCustomers, app.ViewEvents, app.Sell, app.PayOtherOffline)
	n, err := imports.Take(t.Context(), d.App, clerk, imports.Upload{Type: "order-items", Name: "x.csv", File: []byte(rows)})
	is.NoErr(err)
	m := n.Mapping
	m.Values = append(m.Values, imports.Value{Field: "oversell", Text: "yes"})
	_, err = imports.Map(t.Context(), d.App, clerk, n.ID, &m)
	is.NoErr(err)
	is.Equal(d.work(n.ID).Refused, int64(4))
	d.run(d.upload("order-items", rows+"\n", imports.Value{Field: "oversell", Text: "yes"}))
	d.view(func(r app.Reader) error {
		for hit, err := range order.Orders.Scan(r, indexes.All[int64]()) {
			is.NoErr(err)
			is.Equal(hit.Rec.Lifted, []string{"oversell"})
		}
		return nil
	})
}
