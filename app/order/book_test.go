package order

import (
	"testing"

	"marquee/app/catalog"
	"marquee/app/money"

	"pgregory.net/rapid"
)

// What a price consists of adds up to what of it was not given back, none of it is below
// zero, and no part grows when more is given back, but by the rounding of its tax.
func TestWhatIsLeftOfAPrice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := money.Price{
			Base: rapid.Int64Range(0, 10_000).Draw(t, "base"), ProcessingFee: rapid.Int64Range(0, 500).Draw(t, "fee"),
			ResellerFee: rapid.Int64Range(0, 500).Draw(t, "reseller fee"), HideProcessingFee: rapid.Bool().Draw(t, "hidden"),
			TaxMode: money.TaxMode(rapid.IntRange(0, 3).Draw(t, "tax mode")),
		}
		c, _ := money.PriceUnit(p, nil, rapid.Int64Range(0, 30*money.RateUnit).Draw(t, "rate"))
		off := rapid.Int64Range(0, c.Price).Draw(t, "discount")
		c.Reduce(min(off, c.Base))
		i := Item{Type: rapid.SampledFrom([]catalog.ItemType{catalog.Ticket, catalog.Fee}).Draw(t, "type")}
		i.Charge(c)
		before := i.left()
		for _, n := range []int64{rapid.Int64Range(0, i.Price).Draw(t, "refunded"), i.Price} {
			i.Refunded = n
			now := i.left()
			switch {
			case now.sales+now.fees+now.tax != i.Price-i.Refunded:
				t.Fatalf("%+v of %d less %d", now, i.Price, i.Refunded)
			case now.sales < 0 || now.fees < 0 || now.tax < 0:
				t.Fatalf("%+v of %+v", now, i)
			case now.sales > before.sales+1 || now.fees > before.fees+1 || now.tax > before.tax:
				t.Fatalf("%+v, and %+v before: %+v", now, before, i)
			}
		}
		if i.left() != (earned{}) {
			t.Fatalf("all went back, and %+v is left", i.left())
		}
	})
}
