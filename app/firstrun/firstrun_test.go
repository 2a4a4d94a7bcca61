package firstrun_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/firstrun"
	"marquee/app/vault"
	"marquee/kv/kvtest"
)

const code = "2345-6789-ABCD-EFGH"

func founding(email string) company.Founding {
	return company.Founding{
		Company: company.NewCompany{Name: "Uferlicht", CurrencyCode: "EUR", Timezone: "Europe/Berlin", Locale: "de"},
		Email:   email, Password: "wooden lanterns 7", OwnerName: "Clara", Purpose: company.ForPage,
	}
}

// begun is a box office that somebody has set up, and who that is.
func begun(t *testing.T) (*apptest.World, *app.Caller) {
	t.Helper()
	is := is.New(t)
	w := apptest.New(t, apptest.Empty())
	waits, err := firstrun.Await(t.Context(), w.App, code)
	is.NoErr(err)
	is.True(waits)
	made, err := firstrun.Found(t.Context(), w.App, code, founding("clara@example.com"))
	is.NoErr(err)
	c, err := company.AuthenticateFor(t.Context(), w.App, company.ForPage, made.Token)
	is.NoErr(err)
	c.Language = app.Language{Asked: "de", Fallback: "de"}
	return w, c
}

func TestCodesDiffer(t *testing.T) {
	is := is.New(t)
	one, other := firstrun.NewCode(), firstrun.NewCode()
	is.True(one != other)
	is.Equal(len(one), len(code))
	is.Equal(strings.Count(one, "-"), 3)
}

// TestOneOfTwoIsFirst: whoever comes second is told so, and nothing of them is left.
func TestOneOfTwoIsFirst(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t, apptest.Empty(), apptest.Calm())
	_, err := firstrun.Await(t.Context(), w.App, code)
	is.NoErr(err)
	var all sync.WaitGroup
	errs := make([]error, 4)
	for i := range errs {
		all.Go(func() {
			_, errs[i] = firstrun.Found(t.Context(), w.App, code, founding(string(rune('a'+i))+"@example.com"))
		})
	}
	all.Wait()
	good := 0
	for _, err := range errs {
		if err == nil {
			good++
		} else {
			is.True(company.IsSetUp(err))
		}
	}
	is.Equal(good, 1)
	ids, err := company.IDs(t.Context(), w.App)
	is.NoErr(err)
	is.Equal(len(ids), 1)
	is.True(!firstrun.Awaits(w.App))
}

func TestACodeEnds(t *testing.T) {
	kvtest.SingleGoroutine(t)
	is := is.New(t)
	w := apptest.New(t, apptest.Empty())
	_, err := firstrun.Await(t.Context(), w.App, code)
	is.NoErr(err)
	w.Clock.Jump(firstrun.CodeLife - time.Second)
	is.NoErr(firstrun.Check(w.App, " 2345 6789abcd-efgh"))
	w.Clock.Jump(time.Second)
	is.Equal(app.KindOf(firstrun.Check(w.App, code)), app.Invalid)
	is.True(firstrun.Awaits(w.App)) // nothing else is served until the server starts again
}

// TestGuessesAreBounded whoever makes them, and keep nobody out who has the code.
func TestGuessesAreBounded(t *testing.T) {
	kvtest.SingleGoroutine(t)
	is := is.New(t)
	w := apptest.New(t, apptest.Empty())
	_, err := firstrun.Await(t.Context(), w.App, code)
	is.NoErr(err)
	for range 20 {
		is.Equal(app.KindOf(firstrun.Check(w.App, "2345-6789-ABCD-EFGJ")), app.Invalid)
	}
	is.Equal(app.KindOf(firstrun.Check(w.App, "2345-6789-ABCD-EFGJ")), app.TooMany)
	is.NoErr(firstrun.Check(w.App, code))
	w.Clock.Jump(time.Minute)
	is.Equal(app.KindOf(firstrun.Check(w.App, "2345-6789-ABCD-EFGJ")), app.Invalid)
}

func TestWhereThereIsACompanyNobodyIsAwaited(t *testing.T) {
	kvtest.SingleGoroutine(t)
	is := is.New(t)
	w := apptest.New(t)
	waits, err := firstrun.Await(t.Context(), w.App, code)
	is.NoErr(err)
	is.True(!waits)
	_, err = firstrun.Found(t.Context(), w.App, code, founding("clara@example.com"))
	is.True(company.IsSetUp(err))
}

// TestWhatIsGuessed of browsers, by what they ask for.
func TestWhatIsGuessed(t *testing.T) {
	is := is.New(t)
	for accept, want := range map[string]string{
		"de-AT,de;q=0.9": "AT", "de": "DE", "en-GB,en;q=0.8": "GB", "fr-CH, fr;q=0.9": "CH", "en-US": "US",
		"tlh, fr;q=0.4": "FR", "": "", "nonsense;;": "", "ja": "",
	} {
		is.Equal(firstrun.Guess(accept).Code, want) // accept
	}
	is.Equal(firstrun.CountryOf("America/Chicago").Code, "US")
	is.Equal(firstrun.CountryOf("Asia/Tokyo").Code, "")
	for _, zone := range firstrun.Zones() {
		_, err := time.LoadLocation(zone)
		is.NoErr(err)
	}
	for _, code := range firstrun.Currencies() {
		_, known := company.CurrencyByCode(code)
		is.True(known) // code
	}
	is.Equal(firstrun.CountryOf("Europe/Berlin").ID(), int64(276))
}

var night = firstrun.NewEvent{Name: "Nachtgold", Day: "2099-06-19", Time: "20:30", Place: "Alte Werft", Street: "Hafenstraße 1", Town: "20457 Hamburg"}

// TestStepsCanBeTakenAgain: they change what they made, and make nothing twice.
func TestStepsCanBeTakenAgain(t *testing.T) {
	kvtest.SingleGoroutine(t)
	is := is.New(t)
	w, c := begun(t)
	is.NoErr(firstrun.SaveEvent(t.Context(), w.App, c, night))
	is.NoErr(firstrun.SaveTickets(t.Context(), w.App, c, firstrun.Tickets{Tax: "5,5", All: []firstrun.NewTicket{
		{Name: "Advance", Price: "28,50", Number: "500"}, {}, {Name: "Reduced", Price: "21"},
	}}))
	s, err := firstrun.Read(t.Context(), w.App, c)
	is.NoErr(err)
	is.Equal(len(s.Tickets), 2)
	is.Equal(s.Tickets[0].Prices[0].Base, int64(2850))
	is.Equal(*s.Tickets[0].Stock.Total, int64(500))
	is.Equal(s.Tax.Rate, int64(55_000))
	is.Equal(s.Event.Place.City, "Hamburg")
	is.Equal(s.Event.Place.Postcode, "20457")
	is.True(!s.Event.Published)

	later := night
	later.Name, later.Time, later.Town = "Nachtgold, late", "22:00", "Altona"
	is.NoErr(firstrun.SaveEvent(t.Context(), w.App, c, later))
	is.NoErr(firstrun.SaveTickets(t.Context(), w.App, c, firstrun.Tickets{All: []firstrun.NewTicket{
		{ID: s.Tickets[1].SaleItem.ID, Name: "Students", Price: "19", Number: "40"},
	}}))
	again, err := firstrun.Read(t.Context(), w.App, c)
	is.NoErr(err)
	is.Equal(again.Event.ID, s.Event.ID)
	is.Equal(again.Event.Place.ID, s.Event.Place.ID)
	is.Equal(again.Event.Place.City, "Altona")
	is.Equal(len(again.Tickets), 1)
	is.Equal(again.Tickets[0].SaleItem.ID, s.Tickets[1].SaleItem.ID)
	is.Equal(again.Tickets[0].Item.Name, "Students")
	is.Equal(again.Tax.Rate, int64(0))

	is.NoErr(firstrun.SavePay(t.Context(), w.App, c, firstrun.Pay{Way: firstrun.ByTransfer, Holder: "Uferlicht", IBAN: "DE02 1203 0000 0000 2020 51"}))
	is.NoErr(firstrun.SavePay(t.Context(), w.App, c, firstrun.Pay{Way: firstrun.ByDemo}))
	is.NoErr(firstrun.Publish(t.Context(), w.App, c))
	end, err := firstrun.Read(t.Context(), w.App, c)
	is.NoErr(err)
	is.True(end.Done())
	is.True(!end.Grown)
	is.True(end.Company.Demo)
	is.True(!end.Transfers)
}

// TestACompanyThatHasGrownHasNoFirstRun: no step touches one of several events.
func TestACompanyThatHasGrownHasNoFirstRun(t *testing.T) {
	kvtest.SingleGoroutine(t)
	is := is.New(t)
	w, c := begun(t)
	is.NoErr(firstrun.SaveEvent(t.Context(), w.App, c, night))
	name, start, online := "Another", w.App.Now().Add(time.Hour), true
	end := start.Add(time.Hour)
	_, err := catalog.CreateEvent(t.Context(), w.App, c, catalog.EventChange{Name: &name, Start: &start, End: &end, OnlineOnly: &online})
	is.NoErr(err)
	s, err := firstrun.Read(t.Context(), w.App, c)
	is.NoErr(err)
	is.True(s.Grown)
	is.Equal(app.KindOf(firstrun.SaveEvent(t.Context(), w.App, c, night)), app.Forbidden)
	is.Equal(app.KindOf(firstrun.SaveTickets(t.Context(), w.App, c, firstrun.Tickets{All: []firstrun.NewTicket{{Name: "A", Price: "1"}}})), app.Forbidden)
	is.Equal(app.KindOf(firstrun.Publish(t.Context(), w.App, c)), app.Forbidden)
}

// noKeys keeps none.
type noKeys struct{}

func (noKeys) Gateway([]string) (vault.Held, error)   { return vault.Held{}, nil }
func (noKeys) SetGateway(string, vault.Gateway) error { return nil }
func (noKeys) ForgetGateway([]string) error           { return nil }

// TestWhatIsWrongIsNamed by the fields of the step, and nothing is kept of it.
func TestWhatIsWrongIsNamed(t *testing.T) {
	kvtest.SingleGoroutine(t)
	w, c := begun(t)
	event := func(change func(*firstrun.NewEvent)) func() error {
		in := night
		change(&in)
		return func() error { return firstrun.SaveEvent(t.Context(), w.App, c, in) }
	}
	tickets := func(tax string, all ...firstrun.NewTicket) func() error {
		return func() error {
			return firstrun.SaveTickets(t.Context(), w.App, c, firstrun.Tickets{Tax: tax, All: all})
		}
	}
	pay := func(in firstrun.Pay) func() error {
		return func() error { return firstrun.SavePay(t.Context(), w.App, c, in) }
	}
	good := firstrun.NewTicket{Name: "Advance", Price: "28"}
	is.New(t).NoErr(firstrun.SaveEvent(t.Context(), w.App, c, night))
	vault.Use(w.App, noKeys{})
	for _, one := range []struct {
		must, field string
		do          func() error
	}{
		{"an event needs a name", "name", event(func(e *firstrun.NewEvent) { e.Name = " " })},
		{"and a day", "day", event(func(e *firstrun.NewEvent) { e.Day = "tomorrow" })},
		{"that lies ahead", "day", event(func(e *firstrun.NewEvent) { e.Day = "2020-01-01" })},
		{"and a time", "time", event(func(e *firstrun.NewEvent) { e.Time = "late" })},
		{"a place is somewhere", "town", event(func(e *firstrun.NewEvent) { e.Town = "" })},
		{"in a street", "street", event(func(e *firstrun.NewEvent) { e.Street = "" })},
		{"with a name of its own", "place", event(func(e *firstrun.NewEvent) { e.Place = strings.Repeat("x", 300) })},
		{"something is sold", "tickets.0.name", tickets("")},
		{"by a name", "tickets.1.name", tickets("", good, firstrun.NewTicket{Price: "3"})},
		{"for a price", "tickets.1.price", tickets("", good, firstrun.NewTicket{Name: "Reduced", Price: "cheap"})},
		{"of which there are some", "tickets.0.number", tickets("", firstrun.NewTicket{Name: "Advance", Price: "28", Number: "0"})},
		{"with a tax that is one", "tax", tickets("much", good)},
		{"somebody is paid", "way", pay(firstrun.Pay{})},
		{"into an account", "iban", pay(firstrun.Pay{Way: firstrun.ByTransfer, Holder: "Uferlicht", IBAN: "DE1"})},
		{"by cards with keys", "secret", pay(firstrun.Pay{Way: firstrun.ByCard, Secret: "pk_1", Publishable: "pk_1"})},
		{"of somebody", "holder", pay(firstrun.Pay{Way: firstrun.ByTransfer, IBAN: "DE02 1203 0000 0000 2020 51"})},
	} {
		t.Run(one.must, func(t *testing.T) {
			is := is.New(t)
			err := one.do()
			is.True(err != nil)
			is.True(strings.Contains(err.Error(), "; "+one.field+": "))
		})
	}
	s, err := firstrun.Read(t.Context(), w.App, c)
	is := is.New(t)
	is.NoErr(err)
	is.Equal(s.Event.Name, "Nachtgold")
	is.Equal(len(s.Tickets), 0)
}
