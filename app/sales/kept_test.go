package sales_test

import (
	"testing"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/seating"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

// standing is a general admission area of three places, of which a hold keeps some.
type standing struct {
	*seated
	friend *app.Caller
	hold   int64
}

func newStanding(t testing.TB, opts ...apptest.Option) *standing {
	t.Helper()
	x := newSeated(t, opts...)
	friend := x.A.With(app.Sell, app.PayCash, app.ViewSeating) // one of their own
	hold, err := seating.AddHold(t.Context(), x.App, x.A.Owner, x.event.ID, seating.Hold{Name: "Friends", Users: []int64{friend.UserID}})
	if err != nil {
		t.Fatal(err)
	}
	return &standing{x, friend, hold.ID}
}

func (x *standing) keep(n int64) error {
	return seating.Keep(x.t.Context(), x.App, x.A.Owner, seating.Keeping{
		EventID: x.event.ID, HoldID: x.hold, SpaceID: x.plan.FirstSpace + pitAt, Left: n,
	})
}

// sell sells places for cash.
func (x *standing) sell(c *app.Caller, n int64) (order.Basket, error) {
	in := adding(one(x.crowd, n))
	in.Payment = &cash
	return sales.Add(x.t.Context(), x.App, c, in)
}

// left is how many places somebody can still sell, and what the hold keeps.
func (x *standing) left(c *app.Caller) (left, kept int64) {
	x.t.Helper()
	list, err := seating.ListSpaces(x.t.Context(), x.App, c, x.event.ID, 0)
	if err != nil {
		x.t.Fatal(err)
	}
	for _, k := range list.Kept {
		kept += k.Left
	}
	return list.Spaces[pitAt].Left, kept
}

func TestPlacesAreKeptForAHold(t *testing.T) {
	is := is.New(t)
	x := newStanding(t)
	stranger, boss := x.A.With(app.Sell, app.PayCash), x.A.With(app.Sell, app.PayCash, app.SellAnyHold)
	is.NoErr(x.keep(2))
	both := func(c *app.Caller) [2]int64 { left, kept := x.left(c); return [2]int64{left, kept} }
	is.Equal(both(stranger), [2]int64{1, 2})
	is.Equal(both(x.friend), [2]int64{3, 2})
	is.Equal(both(boss), [2]int64{3, 2})

	_, err := x.sell(stranger, 2)
	is.Equal(types(err), []string{"not_enough_stock"})
	mine, err := x.sell(x.friend, 1)
	is.NoErr(err)
	is.Equal(mine.Items[0].Place.HoldID, x.hold) // the hold's before what is free
	is.Equal(both(stranger), [2]int64{1, 1})
	two, err := x.sell(boss, 2)
	is.NoErr(err)
	is.Equal(two.Items[0].Place.HoldID+two.Items[1].Place.HoldID, x.hold) // what is free before the hold's
	is.Equal(both(boss), [2]int64{0, 0})

	_, err = x.refundOf(mine, func(*rules.Refund) {})
	is.NoErr(err)
	is.Equal(both(stranger), [2]int64{0, 1}) // it went back to the hold
	is.NoErr(seating.DropHold(t.Context(), x.App, x.A.Owner, x.event.ID, x.hold))
	is.Equal(both(stranger), [2]int64{1, 0})
}

func TestWhatAHoldCannotKeep(t *testing.T) {
	is := is.New(t)
	x := newStanding(t)
	refusedWith(t, x.keep(4), "left: must be between 0 and 3")
	_, err := x.sell(x.A.Owner, 1)
	is.NoErr(err)
	is.NoErr(x.keep(2))
	refusedWith(t, x.keep(3), "left: must be between 0 and 2")
	keep := func(c *app.Caller, change func(*seating.Keeping)) error {
		in := seating.Keeping{EventID: x.event.ID, HoldID: x.hold, SpaceID: x.plan.FirstSpace + pitAt, Left: 1}
		change(&in)
		return seating.Keep(t.Context(), x.App, c, in)
	}
	refusedWith(t, keep(x.A.Owner, func(in *seating.Keeping) { in.SpaceID = x.plan.FirstSpace }), "spaceId: is no general admission area")
	refusedWith(t, keep(x.A.Owner, func(in *seating.Keeping) { in.SpaceID += 9 }), "spaceId: does not exist")
	is.Equal(app.KindOf(keep(x.A.Owner, func(in *seating.Keeping) { in.HoldID++ })), app.NotFound)
	is.Equal(app.KindOf(keep(x.B.Owner, func(*seating.Keeping) {})), app.NotFound)
	is.Equal(app.KindOf(keep(x.friend, func(*seating.Keeping) {})), app.Forbidden)
}

// keptModel is what a general admission area of three places should be like.
type keptModel struct {
	*standing
	stranger, boss *app.Caller
	sold           []order.Basket
	kept           int64
}

const pitCapacity = 3

// Whatever is kept, sold and given back in whatever order: what is sold and what is kept
// never exceed the area, and everybody sees what a model of it says.
func TestKeptPlacesFollowAModel(t *testing.T) {
	x := newStanding(t)
	rapid.Check(t, func(r *rapid.T) {
		m := &keptModel{standing: x, stranger: x.A.With(app.Sell, app.PayCash), boss: x.A.With(app.Sell, app.PayCash, app.SellAnyHold)}
		for range rapid.IntRange(1, 12).Draw(r, "steps") {
			switch rapid.IntRange(0, 4).Draw(r, "what") {
			case 0:
				m.keeps(r, rapid.Int64Range(0, pitCapacity).Draw(r, "keep"))
			case 1:
				m.buys(r, m.stranger, false)
			case 2:
				m.buys(r, m.friend, m.kept > 0)
			case 3:
				m.buys(r, m.boss, m.kept > 0 && m.free() == 0)
			case 4:
				if len(m.sold) > 0 {
					m.returns(r, rapid.IntRange(0, len(m.sold)-1).Draw(r, "refund"))
				}
			}
			m.look(r)
		}
		for len(m.sold) > 0 {
			m.returns(r, 0)
		}
		m.keeps(r, 0)
	})
}

func (m *keptModel) free() int64 { return pitCapacity - int64(len(m.sold)) - m.kept }

func (m *keptModel) keeps(r *rapid.T, n int64) {
	err := m.keep(n)
	if fits := n <= pitCapacity-int64(len(m.sold)); (err == nil) != fits {
		r.Fatalf("kept %d beside %d sold: %v", n, len(m.sold), err)
	}
	if err == nil {
		m.kept = n
	}
}

// buys sells one place; fromHold tells that it must be one of the hold's.
func (m *keptModel) buys(r *rapid.T, c *app.Caller, fromHold bool) {
	b, err := m.sell(c, 1)
	if can := fromHold || m.free() > 0; (err == nil) != can {
		r.Fatalf("sold with %d free and %d kept: %v", m.free(), m.kept, err)
	}
	if err != nil {
		return
	}
	if (b.Items[0].Place.HoldID != 0) != fromHold {
		r.Fatalf("from hold %d, with %d free and %d kept", b.Items[0].Place.HoldID, m.free(), m.kept)
	}
	if m.sold = append(m.sold, b); fromHold {
		m.kept--
	}
}

// returns refunds one; what came from the hold goes back to it while it keeps some.
func (m *keptModel) returns(r *rapid.T, at int) {
	b := m.sold[at]
	if _, err := m.refundOf(b, func(*rules.Refund) {}); err != nil {
		r.Fatal(err)
	}
	if _, now := m.left(m.A.Owner); b.Items[0].Place.HoldID != 0 && now == m.kept+1 {
		m.kept++
	}
	m.sold = append(m.sold[:at:at], m.sold[at+1:]...)
}

func (m *keptModel) look(r *rapid.T) {
	left, kept := m.left(m.stranger)
	if kept != m.kept || left != m.free() || left < 0 {
		r.Fatalf("%d sold, %d kept: a stranger sees %d, and %d kept", len(m.sold), m.kept, left, kept)
	}
	if all, _ := m.left(m.friend); all != m.free()+m.kept {
		r.Fatalf("a friend sees %d, with %d free and %d kept", all, m.free(), m.kept)
	}
}
