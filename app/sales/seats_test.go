package sales_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/recovery"
	"marquee/app/sales/rules"
	"marquee/app/sales/sold"
	"marquee/app/seating"

	"github.com/matryer/is"
)

// seated is a hall with a seating plan: rows of one price band, a table that is sold as a
// whole only, and a general admission area.
type seated struct {
	*hall
	plan              seating.Plan
	row, table, crowd catalog.SaleItem
}

// rowsOf is a plan of rows with so many seats each.
func rowsOf(rows, seats int) seating.Document {
	d := seating.Document{
		Name: "House", Focal: &seating.Position{X: float64(seats-1) / 2, Y: -1},
		PriceBands: []seating.Label{{Name: "Rows"}, {Name: "Tables"}, {Name: "Pit"}}, Areas: []seating.Label{{Name: "Ground"}},
		Tables:  []seating.Group{{Name: "T", Area: "Ground", Band: "Tables", Whole: true, Seats: seatsAt(4, 99)}},
		General: []seating.General{{Name: "Pit", Areas: []string{"Ground"}, Band: "Pit", Capacity: 3}},
	}
	for y := range rows {
		d.Rows = append(d.Rows, seating.Group{Name: fmt.Sprint(y + 1), Area: "Ground", Band: "Rows", Seats: seatsAt(seats, float64(y))})
	}
	return d
}

func seatsAt(n int, y float64) []seating.Seat {
	all := make([]seating.Seat, n)
	for i := range all {
		all[i] = seating.Seat{Name: fmt.Sprint(i + 1), At: seating.Position{X: float64(i), Y: y}}
	}
	return all
}

func seat(t testing.TB, h *hall, d seating.Document, s seating.Settings) *seated {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	v, err := catalog.CreateVenue(t.Context(), h.App, h.A.Owner, catalog.NewVenue{Name: "House", Address: "1 Street", City: "Town", Region: "R"})
	must(err)
	h.event = h.addEvent(func(e *catalog.Event) { e.VenueID = v.ID })
	p, err := seating.Import(t.Context(), h.App, h.A.Owner, seating.NewPlan{VenueID: v.ID, Document: d})
	must(err)
	p, err = seating.AttachPlan(t.Context(), h.App, h.A.Owner, seating.Attach{EventID: h.event.ID, PlanID: p.ID, Settings: s})
	must(err)
	x := &seated{hall: h, plan: p}
	x.row, x.table, x.crowd = x.sells(0, "Row"), x.sells(1, "Table"), x.sells(2, "Pit")
	return x
}

func newSeated(t testing.TB, opts ...apptest.Option) *seated {
	t.Helper()
	return seat(t, newHall(t, opts...), rowsOf(2, 6), seating.Settings{Best: true})
}

// sells puts a ticket for a price band on sale.
func (x *seated) sells(band int64, name string) catalog.SaleItem {
	return x.addItem(-1, func(s *catalog.SaleItem, i *catalog.InventoryItem) { s.PriceBandID, i.Name = x.plan.BandID(band), name })
}

// at asks for the n-th space of the plan.
func (x *seated) at(s catalog.SaleItem, n int64) rules.AddItem {
	return rules.AddItem{SaleItemID: s.ID, SpaceID: x.plan.FirstSpace + n}
}

func (x *seated) best(n int64) rules.AddItem {
	it := one(x.row, n)
	it.BestSeats = true
	return it
}

// has lists the spaces of a basket by their places on the plan.
func (x *seated) has(b order.Basket) []int64 {
	var all []int64
	for i := range b.Items {
		if p := b.Items[i].Place; p != nil {
			all = append(all, p.SpaceID-x.plan.FirstSpace)
		}
	}
	slices.Sort(all)
	return all
}

// status is what is told of the n-th space.
func (x *seated) status(n int64) seating.Status {
	x.t.Helper()
	list, err := seating.ListSpaces(x.t.Context(), x.App, x.A.Owner, x.event.ID, 0)
	if err != nil {
		x.t.Fatal(err)
	}
	return list.Spaces[n].Status
}

func refusedWith(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
}

const tableAt, pitAt = 12, 16 // behind two rows of six

func TestASeatIsSoldOnce(t *testing.T) {
	is := is.New(t)
	x := newSeated(t)
	b := x.mustAdd(adding(x.at(x.row, 2)))
	is.Equal(x.has(b), []int64{2})
	is.Equal(b.Items[0].Place.FullName(), "Ground, 1, 3")
	is.Equal(x.status(2), seating.IsReserved)
	_, err := x.add(adding(x.at(x.row, 2)))
	is.Equal(types(err), []string{"not_enough_stock"})
	_, err = x.add(adding(x.at(x.row, 3), x.at(x.row, 3)))
	is.Equal(types(err), []string{"not_enough_stock"}) // twice in one call
	is.Equal(x.status(3), seating.IsAvailable)

	done, err := x.complete(b, cash)
	is.NoErr(err)
	is.Equal(done.Items[0].Place.SpaceID, x.plan.FirstSpace+2)
	is.Equal(x.status(2), seating.IsSold)
	_, err = x.add(adding(x.at(x.row, 2)))
	is.Equal(types(err), []string{"not_enough_stock"})
}

func TestWhatIsAskedForMustFit(t *testing.T) {
	x := newSeated(t)
	unseated := x.addItem(-1, plain)
	two := int64(2)
	for _, c := range []struct {
		must string
		item rules.AddItem
		want string
	}{
		{"another price band", x.at(x.table, 0), "order_item_invalid: Table is not sold for the seat Ground, 1, 1."},
		{"a seat that is not there", x.at(x.row, 999), "items.0.spaceId: does not exist"},
		{"no seat at all", one(x.row, 1), "Row is sold by seats: name one."},
		{"a seat for what has none", rules.AddItem{SaleItemID: unseated.ID, SpaceID: x.plan.FirstSpace}, "Standing is sold without seats."},
		{"two of one seat", rules.AddItem{SaleItemID: x.row.ID, SpaceID: x.plan.FirstSpace, Quantity: &two}, "items.0.quantity: must be 1 for a seat"},
		{"an area that is not there", rules.AddItem{SaleItemID: x.row.ID, BestSeats: true, Quantity: &two, AreaID: 9999}, "items.0.areaId: does not exist"},
		{"neither a sale item nor a seat", rules.AddItem{Quantity: &two}, "items.0.id: is required"},
		{"part of a table", x.at(x.table, tableAt), "Table T is only sold as a whole."},
	} {
		t.Run(c.must, func(t *testing.T) {
			_, err := x.add(adding(c.item))
			refusedWith(t, err, c.want)
		})
	}
	other := seat(t, x.hall, rowsOf(1, 3), seating.Settings{})
	_, err := x.add(adding(rules.AddItem{SaleItemID: x.row.ID, SpaceID: other.plan.FirstSpace}))
	refusedWith(t, err, "items.0.spaceId: does not exist")
	_, err = x.add(adding(rules.AddItem{SaleItemID: other.row.ID, BestSeats: true, Quantity: &two}))
	refusedWith(t, err, "name seats")
}

func TestSeatsComeBack(t *testing.T) {
	for _, c := range []struct {
		must string
		give func(x *seated, b order.Basket) error
	}{
		{"when the basket is expired by hand", func(x *seated, b order.Basket) error {
			return sales.ExpireBasket(x.t.Context(), x.App, x.A.Owner, key(b))
		}},
		{"when its time is up", func(x *seated, b order.Basket) error {
			x.Clock.Jump(time.Hour)
			return x.App.RunJob(x.t.Context(), sales.ExpireBaskets)
		}},
		{"when they are removed", func(x *seated, b order.Basket) error {
			_, err := sales.RemoveItem(x.t.Context(), x.App, x.A.Owner, sales.ChangeItem{Basket: key(b), SaleItemID: x.row.ID, Channel: catalog.APIChannel})
			return err
		}},
		{"when one is removed after the other", func(x *seated, b order.Basket) error {
			for _, n := range []int64{1, 4} {
				in := sales.ChangeItem{Basket: key(b), SaleItemID: x.row.ID, SpaceID: x.plan.FirstSpace + n, Channel: catalog.APIChannel}
				if _, err := sales.RemoveItem(x.t.Context(), x.App, x.A.Owner, in); err != nil {
					return err
				}
			}
			return nil
		}},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			x := newSeated(t)
			b := x.mustAdd(adding(x.at(x.row, 1), x.at(x.row, 4)))
			is.NoErr(c.give(x, b))
			is.Equal(x.status(1), seating.IsAvailable)
			is.Equal(x.has(x.mustAdd(adding(x.at(x.row, 1), x.at(x.row, 4)))), []int64{1, 4})
		})
	}
	t.Run("a buyer ends an overdue basket that has the seat", func(t *testing.T) {
		is := is.New(t)
		x := newSeated(t)
		x.mustAdd(adding(x.at(x.row, 1)))
		x.Clock.Jump(time.Hour)
		is.Equal(x.has(x.mustAdd(adding(x.at(x.row, 0), x.at(x.row, 1)))), []int64{0, 1})
	})
	t.Run("what expired is had again, if it is free", func(t *testing.T) {
		is := is.New(t)
		x := newSeated(t)
		b := x.mustAdd(adding(x.at(x.row, 1)))
		is.NoErr(sales.ExpireBasket(t.Context(), x.App, x.A.Owner, key(b)))
		rival := x.mustAdd(adding(x.at(x.row, 1)))
		_, err := sales.Reactivate(t.Context(), x.App, x.A.Owner, key(b))
		refusedWith(t, err, "A seat is not free any more.")
		is.NoErr(sales.ExpireBasket(t.Context(), x.App, x.A.Owner, key(rival)))
		again, err := sales.Reactivate(t.Context(), x.App, x.A.Owner, key(b))
		is.NoErr(err)
		is.Equal(x.has(again), []int64{1})
		is.Equal(x.status(1), seating.IsReserved)
	})
}

func TestBestSeatsOfAnEvent(t *testing.T) {
	is := is.New(t)
	x := newSeated(t)
	is.Equal(x.has(x.mustAdd(adding(x.best(4)))), []int64{0, 1, 2, 3}) // 1..4 would leave two single seats
	is.Equal(x.has(x.mustAdd(adding(x.best(2)))), []int64{8, 9})
	is.Equal(x.has(x.mustAdd(adding(x.best(2), x.best(2)))), []int64{4, 5, 6, 7})
	_, err := x.add(adding(x.best(3)))
	is.Equal(types(err), []string{"not_enough_stock"})
	is.Equal(x.has(x.mustAdd(adding(x.best(2)))), []int64{10, 11})
	is.Equal(x.stock(x.row).Reserved, int64(12))
}

func TestTablesAndCrowds(t *testing.T) {
	is := is.New(t)
	x := newSeated(t)
	var all []rules.AddItem
	for n := range int64(4) {
		all = append(all, x.at(x.table, tableAt+n))
	}
	b := x.mustAdd(adding(all...))
	is.Equal(len(x.has(b)), 4)
	b, err := sales.RemoveItem(t.Context(), x.App, x.A.Owner, sales.ChangeItem{
		Basket: key(b), SaleItemID: x.table.ID, SpaceID: x.plan.FirstSpace + tableAt, Channel: catalog.APIChannel,
	})
	is.NoErr(err)
	is.Equal(len(b.Items), 0) // the table goes as a whole
	in := adding(all[0])
	in.Overrides = []rules.Override{rules.WholeTables}
	is.Equal(len(x.has(x.mustAdd(in))), 1)

	pit := x.mustAdd(adding(one(x.crowd, 2)))
	is.Equal(x.has(pit), []int64{pitAt, pitAt})
	_, err = x.add(adding(one(x.crowd, 2)))
	is.Equal(types(err), []string{"not_enough_stock"})
	pit, err = sales.SetQuantity(t.Context(), x.App, x.A.Owner, sales.ChangeItem{Basket: key(pit), SaleItemID: x.crowd.ID, Quantity: 3, Channel: catalog.APIChannel})
	is.NoErr(err)
	is.Equal(len(x.has(pit)), 3)
	is.Equal(x.status(pitAt), seating.IsSold) // nobody can have any more
	_, err = x.complete(pit, cash)
	is.NoErr(err)
	_, err = sales.SetQuantity(t.Context(), x.App, x.A.Owner, sales.ChangeItem{Basket: key(x.mustAdd(adding(x.best(2)))), SaleItemID: x.row.ID, Quantity: 1, Channel: catalog.APIChannel})
	refusedWith(t, err, "one by one")
}

func TestASeatAloneIsSoldByWhatSellsIt(t *testing.T) {
	is := is.New(t)
	x := newSeated(t)
	alone := rules.AddItem{SpaceID: x.plan.FirstSpace}
	b := x.mustAdd(adding(alone))
	is.Equal(b.Items[0].SaleItemID, x.row.ID)
	dear := x.addItem(-1, func(s *catalog.SaleItem, i *catalog.InventoryItem) {
		s.PriceBandID, i.Name, s.Prices[0].Base = x.plan.BandID(0), "Dear", 9000
	})
	x.addItem(-1, func(s *catalog.SaleItem, i *catalog.InventoryItem) {
		s.PriceBandID, i.Name, s.Prices[0].Base = x.plan.BandID(0), "Free", 0
	})
	alone.SpaceID++
	_, err := x.add(adding(alone))
	refusedWith(t, err, "items.0.id: is required: several sale items")
	set := func(rule seating.Automatic) {
		_, err := seating.ChangeSettings(t.Context(), x.App, x.A.Owner, x.event.ID, func(s *seating.Settings) { s.Automatic = rule })
		is.NoErr(err)
	}
	set(seating.LowestPaid)
	is.Equal(x.mustAdd(adding(alone)).Items[0].SaleItemID, x.row.ID)
	alone.SpaceID++
	set(seating.HighestPaid)
	is.Equal(x.mustAdd(adding(alone)).Items[0].SaleItemID, dear.ID)
}

func TestHeldSeatsAreForSome(t *testing.T) {
	is := is.New(t)
	x := newSeated(t)
	friend := x.A.With(app.Sell, app.PayCash)
	hold, err := seating.AddHold(t.Context(), x.App, x.A.Owner, x.event.ID, seating.Hold{Name: "Friends", Users: []int64{friend.UserID}})
	is.NoErr(err)
	_, err = seating.SetMarks(t.Context(), x.App, x.A.Owner, seating.Marking{
		EventID: x.event.ID, SpaceIDs: []int64{x.plan.FirstSpace}, Mark: seating.FirstHold, HoldID: hold.ID,
	})
	is.NoErr(err)
	sell := func(c *app.Caller) error {
		_, err := sales.Add(t.Context(), x.App, c, adding(x.at(x.row, 0)))
		return err
	}
	is.Equal(types(sell(x.A.With(app.Sell))), []string{"not_enough_stock"})
	is.Equal(x.has(x.mustAdd(adding(x.best(2)))), []int64{1, 2}) // never from a hold
	is.NoErr(sell(friend))
	is.Equal(x.status(0), seating.IsReserved)
}

func TestASoldSeatIsMoved(t *testing.T) {
	is := is.New(t)
	x := newSeated(t)
	done, err := x.complete(x.mustAdd(adding(x.at(x.row, 0))), cash)
	is.NoErr(err)
	it := done.Items[0]
	x.mustAdd(adding(x.at(x.row, 5)))
	move := func(n int64) error {
		_, err := sold.MoveSeat(t.Context(), x.App, x.A.Owner, it.ID, x.plan.FirstSpace+n)
		return err
	}
	refusedWith(t, move(5), "spaceId: is not free")
	refusedWith(t, move(tableAt), "only sold as a whole")
	refusedWith(t, move(pitAt), "is of another kind")
	refusedWith(t, move(99), "spaceId: does not exist")
	is.NoErr(move(7))
	is.Equal(x.status(0), seating.IsAvailable)
	is.Equal(x.status(7), seating.IsSold)
	_, err = sold.MoveSeat(t.Context(), x.App, x.A.With(app.Sell), it.ID, x.plan.FirstSpace)
	is.Equal(app.KindOf(err), app.Forbidden)
	_, err = sold.MoveSeat(t.Context(), x.App, x.B.Owner, it.ID, x.plan.FirstSpace)
	is.Equal(app.KindOf(err), app.NotFound)
}

func TestSeatsStayWithTheirPlan(t *testing.T) {
	is := is.New(t)
	x := newSeated(t)
	x.mustAdd(adding(x.at(x.row, 0)))
	refusedWith(t, seating.DetachPlan(t.Context(), x.App, x.A.Owner, x.event.ID), "has sold tickets and keeps its seats")
	band := x.plan.BandID(1)
	_, err := catalog.UpdateSaleItem(t.Context(), x.App, x.A.Owner, catalog.Ticket, x.row.ID, catalog.SaleItemChange{PriceBandID: app.Is(band)}, catalog.ItemChange{})
	refusedWith(t, err, "saleItemData.priceBandId: cannot change: tickets were sold")
	_, err = catalog.UpdateSaleItem(t.Context(), x.App, x.A.Owner, catalog.Ticket, x.table.ID, catalog.SaleItemChange{PriceBandID: app.Is(int64(999))}, catalog.ItemChange{})
	refusedWith(t, err, "saleItemData.priceBandId: does not exist")
	is.Equal(x.status(0), seating.IsReserved)
}

func TestAnExpiredBasketIsRecoveredWithItsSeats(t *testing.T) {
	is := is.New(t)
	x := newSeated(t)
	in := adding(x.at(x.row, 0), x.at(x.row, 1))
	for n := range int64(4) {
		in.Items = append(in.Items, x.at(x.table, tableAt+n))
	}
	in.Buyer.Name, in.Buyer.Email = "Jo", "jo@example.com"
	b := x.mustAdd(in)
	is.NoErr(sales.ExpireBasket(t.Context(), x.App, x.A.Owner, key(b)))
	x.mustAdd(adding(x.at(x.row, 1)))
	again, missing, err := recovery.RecoverBasket(t.Context(), x.App, x.A.Owner, recovery.Recovery{Email: "jo@example.com", Channel: catalog.APIChannel})
	is.NoErr(err)
	is.Equal(x.has(again), []int64{0, tableAt, tableAt + 1, tableAt + 2, tableAt + 3})
	is.Equal(missing, []recovery.Unrecovered{{SaleItemID: x.row.ID, Quantity: 1, Type: "not_enough_stock"}})
}
