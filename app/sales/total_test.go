package sales

import (
	"testing"
	"time"

	"marquee/app"
	"marquee/app/catalog"

	"github.com/matryer/is"
	"pgregory.net/rapid" // draws baskets
)

// drawItems draws the items of an order, some of them removed.
func drawItems(t *rapid.T) []OrderItem {
	items := make([]OrderItem, rapid.IntRange(0, 40).Draw(t, "items"))
	for i := range items {
		it := OrderItem{ID: int64(i + 1), SaleItemID: rapid.Int64Range(1, 3).Draw(t, "sale item"), Type: catalog.Ticket}
		c, ok := priceUnit(catalog.Price{Base: rapid.Int64Range(0, 3).Draw(t, "base") * 500, ProcessingFee: 99}, nil, rapid.Int64Range(0, 1).Draw(t, "rate")*19*rateUnit)
		if !ok {
			t.Fatal("a fixed price is refused")
		}
		it.charge(c)
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
		var sum, later int64
		seen := map[int64]bool{}
		for _, l := range LinesOf(items) {
			sum += l.Total
			if l.Deferred {
				later += l.Total
			}
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
		if sum != totals.Total || tax != totals.Tax || later != deferred(items) || totals.Tax > totals.Total {
			t.Fatalf("lines %d, taxes %d, deferred %d of %+v", sum, tax, later, totals)
		}
	})
}

func TestSettle(t *testing.T) {
	all := &app.Caller{Super: true}
	till := &app.Caller{Abilities: map[app.Ability]bool{app.PayCash: true}}
	half := []Split{{500, Cash}, {500, Bank}}
	for _, tt := range []struct {
		name   string
		caller *app.Caller
		pay    Payment
		due    int64
		want   []Split
		kind   app.Kind
	}{
		{"cash pays what is due", till, Payment{Method: Cash}, 1000, []Split{{1000, Cash}}, 0},
		{"a method of another ability", till, Payment{Method: Bank}, 1000, nil, app.Forbidden},
		{"free needs no method", till, Payment{}, 0, nil, 0},
		{"free takes any method", till, Payment{Method: Cash}, 0, []Split{{0, Cash}}, 0},
		{"what is due needs a method", all, Payment{}, 1, nil, app.Invalid},
		{"complimentary pays nothing", all, Payment{Method: ComplimentaryMethod}, 1000, []Split{{0, ComplimentaryMethod}}, 0},
		{"complimentary has its own ability", till, Payment{Method: ComplimentaryMethod}, 1000, nil, app.Forbidden},
		{"online is for later", all, Payment{Method: CardPresentOnline}, 1000, nil, app.Invalid},
		{"a split adds up", all, Payment{Method: SplitMethod, Splits: half}, 1000, half, 0},
		{"splits alone are a split", all, Payment{Splits: half}, 1000, half, 0},
		{"splits beside another method", all, Payment{Method: Cash, Splits: half}, 1000, nil, app.Invalid},
		{"a split that falls short", all, Payment{Method: SplitMethod, Splits: half}, 1001, nil, app.Invalid},
		{"a split that is too much", all, Payment{Method: SplitMethod, Splits: half}, 999, nil, app.Invalid},
		{"a split of one", all, Payment{Method: SplitMethod, Splits: half[:1]}, 500, nil, app.Invalid},
		{"a split with nothing in a part", all, Payment{Method: SplitMethod, Splits: []Split{{1000, Cash}, {0, Bank}}}, 1000, nil, app.Invalid},
		{"a negative part", all, Payment{Method: SplitMethod, Splits: []Split{{1500, Cash}, {-500, Bank}}}, 1000, nil, app.Invalid},
		{"a complimentary part", all, Payment{Method: SplitMethod, Splits: []Split{{500, Cash}, {500, ComplimentaryMethod}}}, 1000, nil, app.Invalid},
		{"a part of another ability", till, Payment{Method: SplitMethod, Splits: half}, 1000, nil, app.Forbidden},
		{"a split of nothing", all, Payment{Method: SplitMethod, Splits: half}, 0, nil, app.Invalid},
	} {
		t.Run(tt.name, func(t *testing.T) {
			is := is.New(t)
			got, err := settle(tt.caller, tt.pay, tt.due)
			is.Equal(app.KindOf(err), tt.kind)
			if tt.kind == 0 {
				is.NoErr(err)
				is.Equal(got, tt.want)
			}
		})
	}
}

func TestStatusMoves(t *testing.T) {
	is := is.New(t)
	for s := Active; s <= Unknown; s++ {
		is.True(s.Slug() != "" && s.Name() != "")
		is.True(!s.MayBecome(Active) || s == Processing || s == Expired)
		is.True(!(s.Sold() && s.Holds()))
		is.True(!s.Sold() || !s.MayBecome(Expired)) // what is complete cannot expire
	}
	for _, final := range []Status{Refunded, Cancelled, Failed} {
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
