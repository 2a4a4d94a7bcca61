package sales_test

import (
	"testing"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/recovery"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

// However somebody extends, a basket whose content does not change is held no longer
// than three times its time, and not after it expired.
func TestExtensionsAreBounded(t *testing.T) {
	h := newHall(t)
	s := h.addItem(-1, plain)
	rapid.Check(t, func(rt *rapid.T) {
		most := rapid.Int64Range(1, company.MaxBasketExtensions).Draw(rt, "extensions")
		if _, err := company.ChangeSettings(t.Context(), h.App, h.A.Owner, company.SettingsChange{BasketExtensions: &most}); err != nil {
			rt.Fatal(err)
		}
		b, err := h.add(adding(one(s, 1)))
		if err != nil {
			rt.Fatal(err)
		}
		begun, until := h.Clock.Now(), *b.Order.ExpiresAt
		made := int64(0)
		for _, minutes := range rapid.SliceOfN(rapid.IntRange(0, 12), 1, 20).Draw(rt, "waits") {
			h.Clock.Jump(time.Duration(minutes) * time.Minute)
			b, left, err := sales.ExtendBasket(t.Context(), h.App, h.A.Owner, key(b), catalog.APIChannel)
			if err != nil {
				continue
			}
			switch now := *b.Order.ExpiresAt; {
			case now.Before(until), left < 0, !h.Clock.Now().Before(until):
				rt.Fatalf("from %s to %s, %d left, at %s", until, now, left, h.Clock.Now())
			case now.After(until):
				made++
				until = now
			}
			if made+left != most {
				rt.Fatalf("%d made and %d left of %d", made, left, most)
			}
		}
		if held := until.Sub(begun); held > time.Duration(max(most, 3))*10*time.Minute {
			rt.Fatalf("held for %s with %d extensions", held, most)
		}
		h.Clock.Jump(time.Hour) // it is over for good
	})
}

// Whoever alters a letter of a link finds nothing, and neither does one who comes late.
func TestLinksLeadToTheirBasketAlone(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	s := h.addItem(-1, plain)
	in := adding(one(s, 1))
	in.Link = &sales.LinkWish{}
	b := h.mustAdd(in)
	other := h.mustAdd(in)
	open := func(reference, token string) (o order.Order, err error) {
		err = h.App.View(t.Context(), h.A.Owner, app.Authenticated, func(r app.Reader) (err error) {
			o, err = order.ByLink(r, reference, token, h.App.Now())
			return err
		})
		return o, err
	}
	l := b.Order.Link
	is.True(len(l.Token) == 32 && l.Token != other.Order.Link.Token)
	found, err := open(b.Order.Reference, l.Token)
	is.NoErr(err)
	is.Equal(found.ID, b.Order.ID)
	for i := range l.Token {
		altered := []byte(l.Token)
		altered[i] ^= 1
		_, err := open(b.Order.Reference, string(altered))
		is.Equal(app.KindOf(err), app.NotFound)
	}
	for _, token := range []string{"", l.Token[1:], l.Token + "A", other.Order.Link.Token} {
		_, err := open(b.Order.Reference, token)
		is.Equal(app.KindOf(err), app.NotFound)
	}
	plainBasket := h.mustAdd(adding(one(s, 1)))
	_, err = open(plainBasket.Order.Reference, "")
	is.Equal(app.KindOf(err), app.NotFound)

	_, err = h.complete(b, cash)
	is.NoErr(err)
	_, err = open(b.Order.Reference, l.Token)
	is.Equal(app.KindOf(err), app.NotFound)
	h.Clock.Jump(11 * time.Minute)
	_, err = open(other.Order.Reference, other.Order.Link.Token)
	is.Equal(app.KindOf(err), app.NotFound)
}

// Two calls that recover at once make one basket.
func TestRecoveringTwiceAtOnce(t *testing.T) {
	is := is.New(t)
	h := rush(t)
	s := h.addItem(20, plain)
	for range 20 {
		in := adding(one(s, 2))
		in.Buyer.Name, in.Buyer.Email = "Ada", "ada@example.com"
		b := h.mustAdd(in)
		h.Clock.Jump(11 * time.Minute)
		errs := make([]error, 4)
		together(len(errs), func(i int) {
			_, errs[i] = patient(func() (int, error) {
				_, _, err := recovery.RecoverBasket(t.Context(), h.App, h.A.Owner, recovery.Recovery{CustomerID: b.Order.CustomerID, Channel: catalog.APIChannel})
				return 0, err
			})
		})
		won := 0
		for _, err := range errs {
			if err == nil {
				won++
			}
		}
		is.Equal(won, 1)
		is.Equal(h.stock(s).Reserved, int64(2))
		h.Clock.Jump(11 * time.Minute)
	}
}
