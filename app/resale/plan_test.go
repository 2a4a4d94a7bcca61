package resale

import (
	"strings"
	"testing"
	"time"

	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/seating"

	"github.com/matryer/is"
)

var noon = time.Date(2030, 5, 1, 12, 0, 0, 0, time.UTC)

// ticketsOfAda are two tickets for 20 euros each that Ada has paid for, for an event in a week.
func ticketsOfAda() []*candidate {
	e := &catalog.Event{ID: 9, Start: noon.AddDate(0, 0, 7), End: noon.AddDate(0, 0, 8)}
	o := &order.Order{ID: 1, Status: order.Complete, CustomerID: 5, CurrencyID: 978}
	o.Totals.Paid = 4000
	r := Usual()
	r.Enabled = true
	var all []*candidate
	for id := int64(10); id <= 11; id++ {
		all = append(all, &candidate{
			ask: Ask{ItemID: id}, order: o, event: e, rules: r, price: 2000,
			goods: &catalog.Goods{SaleItem: &catalog.SaleItem{EventID: 9}, Event: e},
			item:  &order.Item{ID: id, OrderID: 1, EventID: 9, Type: catalog.Ticket, CustomerID: 5, Price: 2000, Sold: true, Barcode: "code"},
		})
	}
	return all
}

func TestPlanOfAListing(t *testing.T) {
	for _, tt := range []struct {
		name string
		set  func(in *NewListing, all []*candidate)
		why  string
	}{
		{"two tickets", func(*NewListing, []*candidate) {}, ""},
		{"two that are bought together", func(in *NewListing, _ []*candidate) { in.MinQuantity = 2 }, ""},
		{"more together than there are", func(in *NewListing, _ []*candidate) { in.MinQuantity = 3 }, "minimumPurchaseQuantity: must be between 1 and 2"},
		{"where resale is off", func(_ *NewListing, all []*candidate) { all[1].rules.Enabled = false }, "orderItems.1.orderItemId: cannot be sold on"},
		{"with which somebody was let in", func(_ *NewListing, all []*candidate) { all[0].scanned = true }, "orderItems.0.orderItemId: was scanned"},
		{"of another order", func(_ *NewListing, all []*candidate) { all[1].item.OrderID = 2 }, "orderItems.1.orderItemId: belongs to another order"},
		{"with a seat and without", func(_ *NewListing, all []*candidate) { all[1].item.Place = &seating.Place{} }, "orderItems.1.orderItemId: has a seat, or has none"},
		{"for too much", func(_ *NewListing, all []*candidate) { all[1].price = 2401 }, "orderItems.1.price: must be between"},
		{"what was given away", func(_ *NewListing, all []*candidate) { all[0].item.CustomerID = 6 }, "orderItems.0.orderItemId: was transferred"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			is := is.New(t)
			in, all := &NewListing{MinQuantity: 1}, ticketsOfAda()
			tt.set(in, all)
			p, err := in.plan(all, noon)
			if tt.why != "" {
				is.True(err != nil && strings.Contains(err.Error(), tt.why))
				return
			}
			is.NoErr(err)
			is.Equal(p.listing.SellerID, int64(5))
			is.Equal(p.listing.MinQuantity, in.MinQuantity)
			is.Equal(p.listing.OnSaleUntil, all[0].event.Start)
			is.Equal(len(p.contracts), 2)
			for i, c := range p.contracts {
				is.Equal(c, Contract{ItemID: all[i].item.ID, CurrencyID: 978, Price: 2000, State: Active})
			}
			is.Equal(p.told(), Notice{OrderID: 1, Items: []int64{10, 11}, Amount: 4000})
		})
	}
}

func TestPlanOfAnEnd(t *testing.T) {
	is := is.New(t)
	p := planEnd([]Contract{{ID: 1, State: Active}, {ID: 2, State: Reserved}, {ID: 3, State: Sold}, {ID: 4, State: Withdrawn}, {ID: 5, State: Active}})
	is.Equal(p.Ended, Ended{Cancelled: 2, Sold: 1, Frozen: 1})
	is.Equal([]int64{p.free[0].ID, p.free[1].ID}, []int64{1, 5})
}

func TestHowAListingCloses(t *testing.T) {
	for _, tt := range []struct {
		name   string
		states []State
		how    Closure
		want   Closure // "": it is open still
		ending Closure
	}{
		{"while something is offered it is open", []State{Active, Sold}, "", "", ""},
		{"in a basket, too", []State{Reserved, Withdrawn}, Cancelled, "", Cancelled},
		{"when all is sold", []State{Sold, Sold}, "", SoldOut, ""},
		{"somebody ended it", []State{Withdrawn, Sold}, Cancelled, Cancelled, Cancelled},
		{"all was sold before its time was up", []State{Sold, Sold}, Expired, SoldOut, Expired},
	} {
		t.Run(tt.name, func(t *testing.T) {
			is := is.New(t)
			var l Listing
			var all []Contract
			for _, s := range tt.states {
				all = append(all, Contract{State: s})
			}
			l.closes(all, tt.how, noon)
			is.Equal(l.Closure, tt.want)
			is.Equal(l.Ending, tt.ending)
			is.Equal(l.ClosedAt != nil, tt.want != "")
		})
	}
}
