package fee

import (
	"slices"
	"testing"
	"time"

	"marquee/app/catalog"

	"pgregory.net/rapid"
)

// Whatever the fees and the basket: nothing is charged that is zero or not covered, no fee
// more often than it says, no unit two fees of one group, and the order of the fees changes
// nothing.
func TestChargesProperties(t *testing.T) {
	now := time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)
	rapid.Check(t, func(t *rapid.T) {
		b := Basket{CurrencyID: 978, Channel: rapid.SampledFrom([]catalog.Channel{catalog.Shop, catalog.APIChannel}).Draw(t, "channel"), Now: now}
		for range rapid.IntRange(0, 8).Draw(t, "units") {
			b.Units = append(b.Units, Unit{
				SaleItemID: rapid.Int64Range(1, 3).Draw(t, "sale item"), EventID: rapid.Int64Range(1, 2).Draw(t, "event"),
				Type: rapid.SampledFrom(catalog.ItemTypes).Draw(t, "type"), Base: rapid.Int64Range(0, 5000).Draw(t, "base"),
				Resold: rapid.Bool().Draw(t, "resold"),
			})
		}
		var fees []*Fee
		for id := range rapid.Int64Range(0, 6).Draw(t, "fees") {
			fees = append(fees, drawFee(t, id+1, now))
		}
		all := Charges(fees, b)
		times, grouped := map[int64]int64{}, map[int]map[string]bool{}
		for _, c := range all {
			if times[c.Fee.ID]++; c.Amount <= 0 || c.Fee.MaxTimes != nil && times[c.Fee.ID] > *c.Fee.MaxTimes {
				t.Fatalf("%+v", c)
			}
			if c.Unit < 0 {
				continue
			}
			u := b.Units[c.Unit]
			if !c.Fee.covers(u) || c.EventID != u.EventID || c.Fee.NotOnline && b.Channel == catalog.Shop {
				t.Fatalf("%+v is charged on %+v", c.Fee, u)
			}
			if grouped[c.Unit] == nil {
				grouped[c.Unit] = map[string]bool{}
			}
			level := string(rune('0'+c.Fee.level())) + c.Fee.Group
			for other := range grouped[c.Unit] {
				if c.Fee.Group != "" && other[1:] == c.Fee.Group && other != level {
					t.Fatalf("two levels of group %q on one unit", c.Fee.Group)
				}
			}
			grouped[c.Unit][level] = true
		}
		turned := slices.Clone(fees)
		slices.Reverse(turned)
		sum := func(all []Charge) (n int64) {
			for _, c := range all {
				n += c.Amount
			}
			return n
		}
		if other := Charges(turned, b); sum(other) != sum(all) || len(other) != len(all) {
			t.Fatalf("%d in %d charges, in another order %d in %d", sum(all), len(all), sum(other), len(other))
		}
	})
}

func drawFee(t *rapid.T, id int64, now time.Time) *Fee {
	f := &Fee{
		ID: id, Per: rapid.SampledFrom([]Per{PerOrder, PerEvent, PerItem}).Draw(t, "per"),
		EventID:     rapid.Int64Range(0, 2).Draw(t, "of event"),
		Steps:       []Step{{Fixed: rapid.Int64Range(0, 100).Draw(t, "fixed"), Percent: rapid.Int64Range(0, 1000).Draw(t, "percent")}},
		NotOnResale: rapid.Bool().Draw(t, "not on resale"), NotOnline: rapid.Bool().Draw(t, "not online"),
		Group: rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "group"),
	}
	if rapid.Bool().Draw(t, "on one") {
		f.SaleItemIDs = []int64{rapid.Int64Range(1, 3).Draw(t, "on")}
	}
	if rapid.Bool().Draw(t, "limited") {
		n := rapid.Int64Range(1, 3).Draw(t, "times")
		f.MaxTimes = &n
	}
	if rapid.Bool().Draw(t, "over") {
		f.ActiveUntil = &now
	}
	return f
}
