package company

import (
	"testing"
	"time"

	"marquee/app"
	"marquee/app/porttest"
	"marquee/kv/mem"

	"github.com/matryer/is"
)

// newApp is an app on the memory engine whose clock the test moves.
func newApp(t testing.TB) (*app.App, *time.Time) {
	now := time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	e := mem.New(mem.Options{Clock: clock})
	t.Cleanup(func() { _ = e.Close() })
	a := app.New(e, app.Compose(nil, Area(porttest.Silent[Ports]())), app.Options{Clock: clock})
	hashes.Of(a).memory = cheap
	return a, &now
}

// cheap is what a hash may take where thousands are made: KiB. TestPasswords makes real ones.
const cheap = 64

const goodPassword = "Correct horse 1"

func founded(t testing.TB, a *app.App) Founded {
	t.Helper()
	f, err := Found(t.Context(), a, Founding{
		Company: NewCompany{Name: "Isle of Songs", CurrencyCode: "eur", Timezone: "Europe/Berlin"},
		Email:   "Owner@Example.com ", Password: goodPassword,
	})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// owner is the caller who owns a fresh installation.
func owner(t testing.TB, a *app.App) *app.Caller {
	t.Helper()
	c, err := Authenticate(t.Context(), a, founded(t, a).Token, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func fields(err error) []string {
	var names []string
	if e, ok := err.(*app.Error); ok {
		for _, f := range e.Fields {
			names = append(names, f.Field)
		}
	}
	return names
}

func TestFound(t *testing.T) {
	t.Run("the first company has an owner, a token and a tax band of 0 %", func(t *testing.T) {
		is := is.New(t)
		a, _ := newApp(t)
		f := founded(t, a)
		is.Equal(f.Company.Alias, "isle-of-songs")
		cur := f.Company.Currency()
		is.Equal(cur.Code, "EUR")
		is.Equal(f.Owner.Email, "owner@example.com")
		c, err := Authenticate(t.Context(), a, f.Token, nil)
		is.NoErr(err)
		is.Equal(c.CompanyID, f.Company.ID)
		is.True(c.Super && c.Installation)
		is.NoErr(a.View(t.Context(), c, app.Authenticated, func(r app.Reader) error {
			band, err := DefaultTaxBand(r)
			is.Equal(band.Rate, int64(0))
			return err
		}))
	})
	t.Run("a second founding is refused", func(t *testing.T) {
		is := is.New(t)
		a, _ := newApp(t)
		founded(t, a)
		_, err := Found(t.Context(), a, Founding{
			Company: NewCompany{Name: "Other", CurrencyCode: "EUR"}, Email: "o@example.com", Password: goodPassword,
		})
		is.True(err != nil)
	})
}

func TestCreateCompany(t *testing.T) {
	t.Run("a company of the same name gets another alias", func(t *testing.T) {
		is := is.New(t)
		a, _ := newApp(t)
		second, err := CreateCompany(t.Context(), a, owner(t, a), NewCompany{Name: "Isle of Songs", CurrencyCode: "GBP"})
		is.NoErr(err)
		is.Equal(second.Alias, "isle-of-songs-2")
	})
	t.Run("every problem of a request is named", func(t *testing.T) {
		is := is.New(t)
		a, _ := newApp(t)
		_, err := CreateCompany(t.Context(), a, owner(t, a), NewCompany{CurrencyCode: "XYZ", Timezone: "Mars/Olympus"})
		is.Equal(fields(err), []string{"name", "currencyCode", "timezone"})
	})
	t.Run("only a super user of the installation may", func(t *testing.T) {
		is := is.New(t)
		a, _ := newApp(t)
		c := *owner(t, a)
		c.Installation = false
		_, err := CreateCompany(t.Context(), a, &c, NewCompany{Name: "B", CurrencyCode: "EUR"})
		is.Equal(app.KindOf(err), app.Forbidden)
	})
}
