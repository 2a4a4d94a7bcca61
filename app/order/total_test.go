package order

import (
	"testing"
	"time"

	"marquee/app/catalog"
	"marquee/app/money"

	"github.com/matryer/is"
	"pgregory.net/rapid" // draws baskets
)

// drawItems draws the items of an order, some of them removed.
func drawItems(t *rapid.T) []Item {
	items := make([]Item, rapid.IntRange(0, 40).Draw(t, "items"))
	for i := range items {
		it := Item{ID: int64(i + 1), SaleItemID: rapid.Int64Range(1, 3).Draw(t, "sale item"), Type: catalog.Ticket}
		c, rule := money.PriceUnit(money.Price{Base: rapid.Int64Range(0, 3).Draw(t, "base") * 500, ProcessingFee: 99}, nil, rapid.Int64Range(0, 1).Draw(t, "rate")*19*money.RateUnit)
		if rule != money.AmountFits {
			t.Fatal("a fixed price is refused")
		}
		it.Charge(c)
		it.TaxBandID, it.RequiresApproval = c.TaxRate, rapid.Bool().Draw(t, "approval")
		if rapid.IntRange(0, 4).Draw(t, "removed") == 0 {
			it.DeletedAt = &time.Time{}
		}
		items[i] = it
	}
	return items
}

func TestLinesAndTaxesAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		items := drawItems(t)
		totals := totalsOf(items)
		var sum int64
		seen := map[int64]bool{}
		for _, l := range LinesOf(items) {
			sum += l.Total
			if l.Total != l.UnitPrice*l.Quantity()-l.Discount {
				t.Fatalf("line %+v", l)
			}
			for _, id := range l.ItemIDs {
				if seen[id] || items[id-1].DeletedAt != nil {
					t.Fatalf("item %d is there twice, or was removed", id)
				}
				seen[id] = true
			}
		}
		var tax int64
		for _, x := range taxLines(items) {
			tax += x.Tax
		}
		if sum != totals.Total || tax != totals.Tax || totals.Tax > totals.Total {
			t.Fatalf("lines %d, taxes %d of %+v", sum, tax, totals)
		}
	})
}

func TestStatusMoves(t *testing.T) {
	is := is.New(t)
	for s := Active; s <= Unknown; s++ {
		is.True(s.Slug() != "" && s.Name() != "")
		is.True(!s.MayBecome(Active) || s == Processing || s == Expired)
		is.True(!(s.Sold() && s.Holds()))
		is.True(!s.Sold() || !s.MayBecome(Expired)) // what is complete cannot expire
	}
	for _, final := range []Status{Refunded, Failed} {
		for next := Active; next <= Unknown; next++ {
			is.True(!final.MayBecome(next))
		}
	}
}

func TestOverdue(t *testing.T) {
	is := is.New(t)
	now := time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)
	at := func(s Status, d time.Duration) bool {
		until := now.Add(d)
		return (&Order{Status: s, ExpiresAt: &until}).Overdue(now)
	}
	is.True(!at(Active, time.Microsecond))
	is.True(at(Active, 0)) // the moment itself is too late
	is.True(at(AwaitingOnsite, -time.Hour))
	is.True(!at(Expired, -time.Hour)) // it is over already
	is.True(!at(Complete, -time.Hour))
	is.True(!(&Order{Status: AwaitingApproval}).Overdue(now)) // no deadline at all
}
