package customer_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/porttest"
	"marquee/indexes"
	"marquee/kv/mem"
)

var clerk = &app.Caller{CompanyID: 1, Super: true}

func newApp() *app.App {
	return app.New(mem.New(mem.Options{}), app.Compose(nil, customer.Area(porttest.Silent[customer.Ports]())), app.Options{})
}

func text(s string) *string { return &s }

// finder finds or makes the customer of a sale.
func finder(a *app.App) func(customer.Buyer) (customer.Customer, error) {
	return func(b customer.Buyer) (c customer.Customer, err error) {
		err = a.Update(context.Background(), clerk, app.Authenticated, func(tx app.Tx) error {
			c, err = customer.FindOrCreate(tx, b)
			return err
		})
		return c, err
	}
}

func TestFindOrCreate(t *testing.T) {
	a := newApp()
	find := finder(a)
	first, err := find(customer.Buyer{Name: "Zoë Łuczak", Email: " Zoe@Example.org "})
	is.New(t).NoErr(err)

	t.Run("an e-mail is found whatever its case, and keeps its name", func(t *testing.T) {
		is := is.New(t)
		c, err := find(customer.Buyer{Name: "Someone Else", Email: "ZOE@EXAMPLE.ORG"})
		is.NoErr(err)
		is.Equal(c.ID, first.ID)
		is.Equal(c.Name, "Zoë Łuczak")
	})
	t.Run("an e-mail alone is enough when it is known", func(t *testing.T) {
		is := is.New(t)
		c, err := find(customer.Buyer{Email: "zoe@example.org"})
		is.NoErr(err)
		is.Equal(c.ID, first.ID)
	})
	t.Run("the id beats name and e-mail", func(t *testing.T) {
		is := is.New(t)
		c, err := find(customer.Buyer{ID: first.ID, Name: "X", Email: "other@example.org"})
		is.NoErr(err)
		is.Equal(c.ID, first.ID)
	})
	t.Run("nobody named is nobody", func(t *testing.T) {
		is := is.New(t)
		c, err := find(customer.Buyer{Name: " "})
		is.NoErr(err)
		is.Equal(c.ID, int64(0))
	})
	for _, bad := range []struct {
		name  string
		in    customer.Buyer
		field string
	}{
		{"a new e-mail needs a name", customer.Buyer{Email: "new@example.org"}, "customerName"},
		{"a name needs an e-mail", customer.Buyer{Name: "Ann"}, "customerEmail"},
		{"an e-mail of 10 kB is refused", customer.Buyer{Name: "Ann", Email: strings.Repeat("a", 10_000) + "@b.de"}, "customerEmail"},
		{"a name with NUL is refused", customer.Buyer{Name: "A\x00", Email: "a@b.de"}, "customerName"},
	} {
		t.Run(bad.name, func(t *testing.T) {
			is := is.New(t)
			_, err := find(bad.in)
			is.Equal(fieldOf(err), bad.field)
		})
	}
	t.Run("an id of another company is not found", func(t *testing.T) {
		is := is.New(t)
		err := a.UpdateCompany(context.Background(), 2, func(tx app.Tx) error {
			_, err := customer.FindOrCreate(tx, customer.Buyer{ID: first.ID})
			return err
		})
		is.Equal(app.KindOf(err), app.NotFound)
	})
}

// TestWhoNotesAnIDOfSingleSignOn: whoever has the id of a customer signs in as them.
func TestWhoNotesAnIDOfSingleSignOn(t *testing.T) {
	a := newApp()
	find := finder(a)
	known, err := find(customer.Buyer{Name: "Zoë", Email: "zoe@example.org"})
	is.New(t).NoErr(err)

	t.Run("one who is new gets it, with all that was told of them", func(t *testing.T) {
		is := is.New(t)
		c, err := find(customer.Buyer{Name: "Ann", Email: "ann@example.org", Phone: "1", SSOID: "a"})
		is.NoErr(err)
		is.Equal(c.SSOID, "a")
		is.Equal(c.Phone, "1")
	})
	for name, named := range map[string]customer.Buyer{"e-mail": {Name: "Zoë", Email: "zoe@example.org"}, "number": {ID: known.ID}} {
		t.Run("one who was known does not, named by "+name, func(t *testing.T) {
			is := is.New(t)
			named.SSOID = "z"
			c, err := find(named)
			is.NoErr(err)
			is.Equal(c.ID, known.ID)
			is.Equal(c.SSOID, "")
			_, err = find(customer.Buyer{SSOID: "z"})
			is.Equal(fieldOf(err), "customerSsoId")
		})
	}
	t.Run("an id tells nobody which e-mails are known", func(t *testing.T) {
		is := is.New(t)
		for _, email := range []string{"zoe@example.org", "stranger@example.org"} {
			_, err := find(customer.Buyer{Email: email, SSOID: "y", MustName: true})
			is.Equal(fieldOf(err), "customerName")
		}
	})
	t.Run("one who was known does where the caller may as much", func(t *testing.T) {
		is := is.New(t)
		c, err := find(customer.Buyer{Email: "zoe@example.org", SSOID: "z", LinkKnown: true})
		is.NoErr(err)
		is.Equal(c.SSOID, "z")
		c, err = find(customer.Buyer{SSOID: "z"})
		is.NoErr(err)
		is.Equal(c.ID, known.ID)
	})
}

// Addresses that look the same belong to one customer, so that no limit for each
// customer is dodged by a second one.
func TestEmailsHaveOneForm(t *testing.T) {
	a, ctx := newApp(), context.Background()
	find := func(email string) (c customer.Customer, err error) {
		err = a.Update(ctx, clerk, app.Authenticated, func(tx app.Tx) error {
			c, err = customer.FindOrCreate(tx, customer.Buyer{Name: "Zoë", Email: email})
			return err
		})
		return c, err
	}
	t.Run("however it is written", func(t *testing.T) {
		is := is.New(t)
		first, err := find("zoe@example.org")
		is.NoErr(err)
		for _, same := range []string{"ｚｏｅ@example.org", "zo\u200be@example.org", "\u202ezoe@example．org", "\ufeff Zoe@Example.org\u2060", "zoe＠example.org"} {
			c, err := find(same)
			is.NoErr(err)
			is.Equal(c.ID, first.ID)
			_, err = customer.Create(ctx, a, clerk, customer.Fields{Name: text("Zoë"), Email: text(same)})
			is.Equal(fieldOf(err), "email")
		}
	})
	t.Run("a record of before is found by what it holds, and can be edited", func(t *testing.T) {
		is := is.New(t)
		old := customer.Customer{Name: "Old", Email: "ｏｌｄ@example.org"}
		is.NoErr(a.Update(ctx, clerk, app.Authenticated, func(tx app.Tx) error {
			c := old
			err := indexes.Forge(customer.Customers).Insert(tx, &c)
			old = c
			return err
		}))
		c, err := find("ＯＬＤ@example.org")
		is.NoErr(err)
		is.Equal(c.ID, old.ID)
		_, err = customer.Create(ctx, a, clerk, customer.Fields{Name: text("Second"), Email: text("ｏｌｄ@example.org")})
		is.Equal(fieldOf(err), "email")
		c, err = customer.Edit(ctx, a, clerk, old.ID, customer.Fields{Phone: app.Is("1")})
		is.NoErr(err)
		is.Equal(c.Email, old.Email)
		c, err = customer.Edit(ctx, a, clerk, old.ID, customer.Fields{Email: text("ｏｌｄ@example.org")})
		is.NoErr(err)
		is.Equal(c.Email, "old@example.org")
	})
	t.Run("a name that shows nothing is none", func(t *testing.T) {
		is := is.New(t)
		_, err := customer.Create(ctx, a, clerk, customer.Fields{Name: text("\u200b\u3164"), Email: text("blank@example.org")})
		is.Equal(fieldOf(err), "name")
		err = a.Update(ctx, clerk, app.Authenticated, func(tx app.Tx) error {
			_, err := customer.FindOrCreate(tx, customer.Buyer{Name: "\u200b", Email: "blank@example.org"})
			return err
		})
		is.Equal(fieldOf(err), "customerName")
	})
}

func fieldOf(err error) string {
	if e, ok := err.(*app.Error); ok && len(e.Fields) > 0 {
		return e.Fields[0].Field
	}
	return ""
}

func TestCreateAndEdit(t *testing.T) {
	a, ctx := newApp(), context.Background()
	made, err := customer.Create(ctx, a, clerk, customer.Fields{
		Name: text("美咲 田中"), Email: text("Misaki@Example.jp"), Line1: app.Is("1 Chome"), City: app.Is("東京"),
		Password: text("Sakura2026x"),
	})
	is.New(t).NoErr(err)

	t.Run("what was given is kept in every script", func(t *testing.T) {
		is := is.New(t)
		is.Equal(made.Name, "美咲 田中")
		is.Equal(made.FirstName(), "美咲")
		is.Equal(made.Surname(), "田中")
		is.Equal(made.Email, "misaki@example.jp")
		is.True(strings.HasPrefix(made.PasswordHash, "$argon2id$"))
	})
	t.Run("an e-mail in use is refused on email", func(t *testing.T) {
		is := is.New(t)
		_, err := customer.Create(ctx, a, clerk, customer.Fields{Name: text("B"), Email: text("MISAKI@example.jp")})
		is.Equal(app.KindOf(err), app.Invalid)
		is.Equal(fieldOf(err), "email")
	})
	t.Run("name and e-mail are required", func(t *testing.T) {
		is := is.New(t)
		_, err := customer.Create(ctx, a, clerk, customer.Fields{})
		is.Equal(len(err.(*app.Error).Fields), 2)
	})
	t.Run("an edit without address keeps it, a part of one is merged", func(t *testing.T) {
		is := is.New(t)
		c, err := customer.Edit(ctx, a, clerk, made.ID, customer.Fields{Phone: app.Is("123"), Line1: app.Is(""), City: app.Is(" ")})
		is.NoErr(err)
		is.Equal(c.Address.City, "東京")
		is.Equal(c.Address.Line1, "1 Chome")
		c, err = customer.Edit(ctx, a, clerk, made.ID, customer.Fields{City: app.Is("大阪")})
		is.NoErr(err)
		is.Equal(c.Address, customer.Address{Line1: "1 Chome", City: "大阪", CityID: c.Address.CityID})
		is.True(c.Address.CityID != 0)
		is.Equal(c.Phone, "123")
	})
	t.Run("what is cleared is gone, and nothing else is", func(t *testing.T) {
		is := is.New(t)
		born := time.Date(1990, 5, 4, 0, 0, 0, 0, time.UTC)
		c, err := customer.Edit(ctx, a, clerk, made.ID, customer.Fields{DOB: app.Is(born), Title: app.Is("Dr"), VATNumber: app.Is("JP1")})
		is.NoErr(err)
		is.True(c.DOB.Equal(born))
		c, err = customer.Edit(ctx, a, clerk, made.ID, customer.Fields{DOB: app.Cleared[time.Time](), Title: app.Cleared[string]()})
		is.NoErr(err)
		is.Equal(c.DOB, nil)
		is.Equal(c.Title, "")
		is.Equal(c.VATNumber, "JP1")
		is.Equal(c.Address.City, "大阪")
		c, err = customer.Edit(ctx, a, clerk, made.ID, customer.Fields{ClearAddress: true})
		is.NoErr(err)
		is.Equal(c.Address, customer.Address{})
	})
	t.Run("a tax number that changed is verified by nobody", func(t *testing.T) {
		is := is.New(t)
		yes := true
		c, err := customer.Edit(ctx, a, clerk, made.ID, customer.Fields{VATNumber: app.Is("JP2"), VATVerified: &yes})
		is.NoErr(err)
		is.True(c.VATCountryVerified)
		c, err = customer.Edit(ctx, a, clerk, made.ID, customer.Fields{VATNumber: app.Is("JP3")})
		is.NoErr(err)
		is.True(!c.VATCountryVerified)
	})
	t.Run("an external id belongs to one customer", func(t *testing.T) {
		is := is.New(t)
		_, err := customer.Edit(ctx, a, clerk, made.ID, customer.Fields{ExternalID: app.Is("crm-1")})
		is.NoErr(err)
		_, err = customer.Create(ctx, a, clerk, customer.Fields{Name: text("B"), Email: text("b@example.jp"), ExternalID: app.Is("crm-1")})
		is.Equal(fieldOf(err), "externalId")
	})
	t.Run("surname alone rebuilds the name", func(t *testing.T) {
		is := is.New(t)
		c, err := customer.Edit(ctx, a, clerk, made.ID, customer.Fields{Surname: text("鈴木")})
		is.NoErr(err)
		is.Equal(c.Name, "美咲 鈴木")
	})
	t.Run("an edit that changes nothing writes nothing", func(t *testing.T) {
		is := is.New(t)
		before, err := customer.Edit(ctx, a, clerk, made.ID, customer.Fields{})
		is.NoErr(err)
		after, err := customer.Edit(ctx, a, clerk, made.ID, customer.Fields{Phone: app.Is("123")})
		is.NoErr(err)
		is.True(after.UpdatedAt.Equal(before.UpdatedAt))
	})
	t.Run("an unknown customer is not found", func(t *testing.T) {
		is := is.New(t)
		_, err := customer.Edit(ctx, a, clerk, made.ID+1, customer.Fields{Name: text("X")})
		is.Equal(app.KindOf(err), app.NotFound)
	})
}

func TestFields(t *testing.T) {
	a, ctx := newApp(), context.Background()
	known, err := customer.Create(ctx, a, clerk, customer.Fields{Name: text("Ann Lee"), Email: text("ann@example.org")})
	is.New(t).NoErr(err)
	unborn := a.Now().Add(time.Hour)
	for _, c := range []struct {
		name   string
		in     customer.Fields
		fields []string
	}{
		{"an empty name", customer.Fields{Name: text("  ")}, []string{"name"}},
		{"an e-mail cannot be taken away", customer.Fields{Email: text("")}, []string{"email"}},
		{"an address without @", customer.Fields{Email: text("nobody")}, []string{"email"}},
		{"a long phone", customer.Fields{Phone: app.Is(strings.Repeat("1", 41))}, []string{"phone"}},
		{"a calling code of zero", customer.Fields{PhoneCode: app.Is[int64](0)}, []string{"phoneCode"}},
		{"born tomorrow", customer.Fields{DOB: app.Is(unborn)}, []string{"dob"}},
		{"no such country", customer.Fields{CountryID: app.Is[int64](-1)}, []string{"countryId"}},
		{"all at once", customer.Fields{Name: text(""), Phone: app.Is("\x00")}, []string{"name", "phone"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			_, err := customer.Edit(ctx, a, clerk, known.ID, c.in)
			is.True(err != nil)
			var got []string
			for _, f := range err.(*app.Error).Fields {
				got = append(got, f.Field)
			}
			is.Equal(got, c.fields)
			now, err := customer.Edit(ctx, a, clerk, known.ID, customer.Fields{})
			is.NoErr(err)
			is.Equal(now, known)
		})
	}
}

func TestFullPhone(t *testing.T) {
	for _, c := range []struct {
		code       int64
		phone, all string
	}{
		{49, "0170", "+49170"}, {49, "170", "+49170"}, {49, "(0)40 / 12-34.5", "+494012345"},
		{44, "020 7946 0018", "+442079460018"}, {33, "01 23 45 67 89", "+33123456789"},
		{39, "06 698", "+3906698"}, {378, "0549 88", "+378054988"}, {225, "07 01", "+2250701"},
		{49, "+49170", "+49170"}, {49, "0049170", "+49170"}, {1, "212 555 0100", "+12125550100"},
		{49, "040 12 ext 5", "+4940 12 ext 5"}, {49, "", ""}, {0, "0170", "0170"},
	} {
		dialled := customer.Customer{PhoneCode: &c.code, Phone: c.phone}
		if c.code == 0 {
			dialled.PhoneCode = nil
		}
		if got := dialled.FullPhone(); got != c.all {
			t.Errorf("%d and %q give %q, not %q", c.code, c.phone, got, c.all)
		}
	}
}

func TestSplitName(t *testing.T) {
	for name, parts := range map[string][2]string{
		"": {}, "Prince": {"Prince", ""}, "Zoë Łuczak": {"Zoë", "Łuczak"}, " Ana  María López ": {"Ana", "María López"}, "美咲 田中": {"美咲", "田中"},
	} {
		if first, surname := customer.SplitName(name); first != parts[0] || surname != parts[1] {
			t.Errorf("%q has the parts %q and %q", name, first, surname)
		}
	}
}

// TestANewAddressEndsTheWayIn: a link that was mailed to the address before, and a session.
func TestANewAddressEndsTheWayIn(t *testing.T) {
	is := is.New(t)
	a, ctx := newApp(), context.Background()
	c := &app.Caller{CompanyID: 1, Super: true}
	in, err := customer.MakeSignIn(ctx, a, c, customer.SignIn{Email: "old@example.com", Name: "Ada", Token: true})
	is.NoErr(err)
	at := customer.Place{Address: "192.0.2.1", Agent: "test"}
	_, err = customer.Of(ctx, a, 1, in.Token, at)
	is.NoErr(err)
	_, err = customer.Edit(ctx, a, c, in.Customer.ID, customer.Fields{Name: text("Ada L")})
	is.NoErr(err)
	_, err = customer.Of(ctx, a, 1, in.Token, at)
	is.NoErr(err)
	_, err = customer.Edit(ctx, a, c, in.Customer.ID, customer.Fields{Email: text("new@example.com")})
	is.NoErr(err)
	_, err = customer.Offered(ctx, a, 1, in.Link)
	is.Equal(app.KindOf(err), app.NotFound)
	_, err = customer.Of(ctx, a, 1, in.Token, at)
	is.Equal(app.KindOf(err), app.NotFound)
}

// TestTheAddressOfSingleSignOn: it is changed by a sign-in alone.
func TestTheAddressOfSingleSignOn(t *testing.T) {
	is := is.New(t)
	a, ctx := newApp(), context.Background()
	in, err := customer.MakeSignIn(ctx, a, clerk, customer.SignIn{Email: "ada@example.com", Name: "Ada", SSOID: "u-1"})
	is.NoErr(err)
	_, err = customer.Edit(ctx, a, clerk, in.Customer.ID, customer.Fields{Email: text("other@example.com")})
	is.True(err != nil && strings.Contains(err.Error(), "email: comes from single sign-on"))
	_, err = customer.Edit(ctx, a, clerk, in.Customer.ID, customer.Fields{Email: text("Ada@Example.com"), Name: text("Ada L")}) // a form that sends it along
	is.NoErr(err)
	in, err = customer.MakeSignIn(ctx, a, clerk, customer.SignIn{Email: "new@example.com", Name: "Ada", SSOID: "u-1"})
	is.NoErr(err)
	is.Equal(in.Customer.Email, "new@example.com")
	made, err := customer.Create(ctx, a, clerk, customer.Fields{Name: text("Joan"), Email: text("joan@example.com")})
	is.NoErr(err)
	_, err = customer.Edit(ctx, a, clerk, made.ID, customer.Fields{Email: text("joan2@example.com")})
	is.NoErr(err)
}

// TestAGroupExpiresForGood: another time for it brings nobody back.
func TestAGroupExpiresForGood(t *testing.T) {
	is := is.New(t)
	now := time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	a, ctx := app.New(mem.New(mem.Options{Clock: clock}), app.Compose(nil, customer.Area(porttest.Silent[customer.Ports]())), app.Options{Clock: clock}), context.Background()
	soon, later := now.Add(time.Hour), now.Add(48*time.Hour)
	g, err := customer.CreateGroup(ctx, a, clerk, customer.GroupFields{Name: text("Press"), ExpiresAt: app.Is(soon)})
	is.NoErr(err)
	_, err = customer.UpdateGroup(ctx, a, clerk, g.ID, customer.GroupFields{ExpiresAt: app.Is(soon.Add(time.Hour))})
	is.NoErr(err) // it may be put off before
	now = now.Add(24 * time.Hour)
	for _, at := range []app.Maybe[time.Time]{app.Is(later), {Given: true}} {
		_, err = customer.UpdateGroup(ctx, a, clerk, g.ID, customer.GroupFields{ExpiresAt: at})
		is.True(err != nil && strings.Contains(err.Error(), "expiresAt: has passed"))
	}
	_, err = customer.UpdateGroup(ctx, a, clerk, g.ID, customer.GroupFields{Name: text("Press 2027"), ExpiresAt: app.Is(soon.Add(time.Hour))})
	is.NoErr(err)
}

// TestMembersCameByTheWallClock: a clock that was ahead once leaves the store's own time ahead,
// and says of nobody that they came then.
func TestMembersCameByTheWallClock(t *testing.T) {
	is := is.New(t)
	start := time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)
	now := start.AddDate(1, 0, 0)
	clock := func() time.Time { return now }
	a, ctx := app.New(mem.New(mem.Options{Clock: clock}), app.Compose(nil, customer.Area(porttest.Silent[customer.Ports]())), app.Options{Clock: clock}), context.Background()
	g, err := customer.CreateGroup(ctx, a, clerk, customer.GroupFields{Name: text("Press")})
	is.NoErr(err)
	now = start
	_, err = customer.AddToGroup(ctx, a, clerk, g.ID, []customer.Joining{{Name: "Ada", Email: "ada@example.com"}}, true)
	is.NoErr(err)
	all, err := customer.Members(ctx, a, clerk, g.ID, 0, 10)
	is.NoErr(err)
	is.Equal(len(all), 1)
	is.True(all[0].Since.Equal(start))
}

// TestTheWayInIsBounded: a token of a customer is good at one company, from one place and for
// a day, and a link for a minute and once.
func TestTheWayInIsBounded(t *testing.T) {
	now := time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	a, ctx := app.New(mem.New(mem.Options{Clock: clock}), app.Compose(nil, customer.Area(porttest.Silent[customer.Ports]())), app.Options{Clock: clock}), context.Background()
	here, there := customer.Place{Address: "192.0.2.1", Agent: "one"}, customer.Place{Address: "192.0.2.1", Agent: "another"}
	signIn := func(t *testing.T) customer.SignedIn {
		t.Helper()
		in, err := customer.MakeSignIn(ctx, a, clerk, customer.SignIn{Email: "ada@example.com", Name: "Ada", Token: true})
		is.New(t).NoErr(err)
		return in
	}
	of := func(company int64, text string, at customer.Place) error {
		_, err := customer.Of(ctx, a, company, text, at)
		return err
	}
	use := func(company int64, link string) error {
		_, err := customer.UseLink(ctx, a, company, link, here)
		return err
	}
	gone := func(err error) bool { return app.KindOf(err) == app.NotFound }
	t.Run("to its company", func(t *testing.T) {
		is := is.New(t)
		in := signIn(t)
		is.True(gone(of(2, in.Token, here)))
		is.True(gone(use(2, in.Link)))
		_, err := customer.Offered(ctx, a, 2, in.Link)
		is.True(gone(err))
		is.NoErr(of(1, in.Token, here)) // where it is good
		is.NoErr(use(1, in.Link))
	})
	t.Run("to where it was used first", func(t *testing.T) {
		is := is.New(t)
		in := signIn(t)
		is.NoErr(of(1, in.Token, here))
		is.True(gone(of(1, in.Token, there)))
		is.NoErr(of(1, in.Token, here))
	})
	t.Run("to a day", func(t *testing.T) {
		is := is.New(t)
		in := signIn(t)
		is.Equal(in.ExpiresAt.Sub(now), 24*time.Hour)
		now = now.Add(24*time.Hour - time.Second)
		is.NoErr(of(1, in.Token, here))
		now = now.Add(time.Second)
		is.True(gone(of(1, in.Token, here)))
	})
	t.Run("of a link, to a minute and one use", func(t *testing.T) {
		is := is.New(t)
		in := signIn(t)
		is.True(gone(of(1, in.Link, here))) // it is no token
		is.True(gone(use(1, in.Token)))     // nor the other way round
		now = now.Add(time.Minute - time.Second)
		is.NoErr(use(1, in.Link))
		is.True(gone(use(1, in.Link)))
		in = signIn(t)
		now = now.Add(time.Minute)
		_, err := customer.Offered(ctx, a, 1, in.Link)
		is.True(gone(err))
		is.True(gone(use(1, in.Link)))
	})
}
