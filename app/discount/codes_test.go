package discount_test

import (
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/codes"
	"marquee/app/company"
	. "marquee/app/discount"
	"marquee/app/money"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

func make1(t *testing.T, w *apptest.World, text string, change func(*Fields)) (Code, error) {
	t.Helper()
	amount := int64(1000)
	in := Fields{Fields: codes.Fields{Text: &text}, Amount: &amount}
	if change != nil {
		change(&in)
	}
	v, err := Create(t.Context(), w.App, w.A.Owner, Percentage, in)
	return v.Code, err
}

// A day is one of the company, also on the days when its clocks change.
func TestDaysAreThoseOfTheCompany(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	day := func(y int, m time.Month, d int) app.Maybe[company.Moment] {
		return app.Is(company.Moment{At: time.Date(y, m, d, 0, 0, 0, 0, time.UTC), Day: true})
	}
	where := w.A.Company.Location()
	c, err := make1(t, w, "SPRING", func(f *Fields) { f.ValidFrom, f.ValidTo = day(2027, 3, 28), day(2027, 3, 28) })
	is.NoErr(err)
	is.Equal(*c.ValidFrom, time.Date(2027, 3, 28, 0, 0, 0, 0, where).UTC())
	is.Equal(*c.ValidTo, time.Date(2027, 3, 29, 0, 0, 0, 0, where).UTC())
	is.True(c.Open(c.ValidTo.Add(-time.Second)) == nil)
	is.True(c.Open(*c.ValidTo) != nil)
	is.True(c.Open(c.ValidFrom.Add(-time.Second)) != nil)
}

func TestTheSameLettersOnce(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	_, err := make1(t, w, "Früh", nil)
	is.NoErr(err)
	_, err = make1(t, w, "FRÜH", nil)
	is.Equal(app.KindOf(err), app.Invalid)
	_, err = make1(t, w, "fru\u0308h", nil) // decomposed
	is.Equal(app.KindOf(err), app.Invalid)
	dashed, err := make1(t, w, "a\u0308-b_1", nil)
	is.NoErr(err)
	is.Equal(dashed.Text, "\u00e4-b_1")
	for _, bad := range []string{"", " ", "a b", "a+b", "🎟", "'", "x\n"} {
		if _, err := make1(t, w, bad, nil); app.KindOf(err) != app.Invalid && bad != "x\n" {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// What comes off is at most the cap, and no unit is below zero, whatever the code and
// the basket; excluded units keep their price.
func TestReduceProperties(t *testing.T) {
	number := func(t *rapid.T, name string, from, to int64) *int64 {
		if !rapid.Bool().Draw(t, name+"?") {
			return nil
		}
		n := rapid.Int64Range(from, to).Draw(t, name)
		return &n
	}
	rapid.Check(t, func(t *rapid.T) {
		typ := rapid.SampledFrom(Types).Draw(t, "type")
		c := Code{
			Code: codes.Code{Text: "X"}, Type: typ, Amount: rapid.Int64Range(1, 100*money.PercentUnit).Draw(t, "amount"), CurrencyID: 978,
			NetPrice:    typ == Fixed && rapid.Bool().Draw(t, "net"),
			SaleItemIDs: rapid.SliceOfN(rapid.Int64Range(1, 4), 0, 2).Draw(t, "sale items"),
			ConditionID: 1, ConditionQuantity: rapid.Int64Range(1, 3).Draw(t, "buy"),
			TargetID: rapid.Int64Range(1, 2).Draw(t, "target"), TargetQuantity: rapid.Int64Range(1, 3).Draw(t, "get"),
			MaxUsesPerOrder: number(t, "per order", 1, 4), MinimumSpend: number(t, "spend", 0, 5000),
		}
		if most := number(t, "cap", 0, 3000); most != nil && typ != Fixed {
			c.Caps = []Cap{{CurrencyID: 978, Amount: *most}}
		}
		b := Basket{CurrencyID: 978, Channel: catalog.APIChannel}
		for range rapid.IntRange(0, 12).Draw(t, "units") {
			b.Units = append(b.Units, Unit{
				Reducible: money.Reducible{
					SaleItemID: rapid.Int64Range(1, 4).Draw(t, "sale item"), Price: rapid.Int64Range(0, 5000).Draw(t, "price"),
					TaxRate: rapid.Int64Range(0, 25*money.RateUnit).Draw(t, "rate"),
				},
				Type:     rapid.SampledFrom(catalog.ItemTypes).Draw(t, "item type"),
				Excluded: rapid.Bool().Draw(t, "excluded"),
			})
		}
		off, refused := c.Reduce(b)
		if refused != nil {
			if off != nil {
				t.Fatal("refused, and reduced")
			}
			return
		}
		sum := int64(0)
		for i, n := range off {
			u := b.Units[i]
			if n < 0 || n > u.Price || n > 0 && (u.Excluded || u.Type == catalog.Charity) {
				t.Fatalf("%d off %+v", n, u)
			}
			sum += n
		}
		if sum == 0 || len(c.Caps) > 0 && sum > c.Caps[0].Amount {
			t.Fatalf("%d off, caps %v", sum, c.Caps)
		}
	})
}
