package customer

import (
	"errors"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Group is a number of customers: those that somebody put into it, or those that fit its
// Rule.
type Group struct {
	ID   int64  `msgpack:"id"`
	Name string `msgpack:"n"`
	// Rule makes the group an automatic one, nil of others.
	Rule *Rule `msgpack:"r,omitempty"`
	// StayDays is how long whoever came into an automatic group stays in it at least.
	StayDays int64 `msgpack:"s,omitempty"`
	// ExpiresAt is when the group ends to have any effect, nil for never.
	ExpiresAt *time.Time `msgpack:"x,omitempty"`
	// SyncedTo is up to which change of orders an automatic group was brought up to date.
	SyncedTo  time.Time  `msgpack:"st,omitempty"`
	CreatedAt time.Time  `msgpack:"ca"`
	UpdatedAt time.Time  `msgpack:"ua"`
	DeletedAt *time.Time `msgpack:"da,omitempty"`
}

// Live tells whether being in the group has an effect.
func (g *Group) Live(now time.Time) bool {
	return g.DeletedAt == nil && !g.Expired(now)
}

// Expired tells whether the time of the group is up.
func (g *Group) Expired(now time.Time) bool { return g.ExpiresAt != nil && !now.Before(*g.ExpiresAt) }

// Rule says who is in an automatic group: whoever fits all conditions of one of its
// alternatives. Every nesting of and and or can be said so.
type Rule struct {
	Any []Alternative `msgpack:"y"`
}

// Alternative is some conditions, all of which have to hold.
type Alternative struct {
	All []Condition `msgpack:"l"`
}

// Condition is that enough of something was bought, and not given back.
type Condition struct {
	// Of is what Kind the IDs are of; units of any of them count.
	Of      Kind    `msgpack:"o"`
	IDs     []int64 `msgpack:"i"`
	AtLeast int64   `msgpack:"n"`
	// From and Until bound when it was bought, nil for always.
	From  *time.Time `msgpack:"f,omitempty"`
	Until *time.Time `msgpack:"u,omitempty"`
}

// Kind is what a rule counts units of.
type Kind string

// The kinds.
const (
	OfEvents    Kind = "events"
	OfItems     Kind = "items"
	OfSaleItems Kind = "saleItems"
	OfSchedules Kind = "schedules"
)

// Values are the kinds.
func (Kind) Values() []string {
	return []string{string(OfEvents), string(OfItems), string(OfSaleItems), string(OfSchedules)}
}

// standingGroups and deletedGroups are the groups of the list.
const (
	standingGroups int64 = iota
	deletedGroups
)

var (
	customerGroupByName = indexes.NewUnique("name", kv.String, func(g *Group) []string {
		if g.DeletedAt != nil {
			return nil
		}
		return []string{app.Fold(g.Name)}
	})
	customerGroupListed = indexes.NewBy("listed", kv.Int, func(g *Group) []int64 {
		if g.DeletedAt != nil {
			return []int64{deletedGroups}
		}
		return []int64{standingGroups}
	}).Counted().Ascending()
	// Groups are the customer groups.
	Groups     = groupTable.Table
	groupTable = indexes.Define(indexes.Spec[Group]{
		Name: "customer_groups", Version: 1, Shared: true,
		Person: indexes.Nobody("what groups are called"),
		ID:     func(g *Group) *int64 { return &g.ID },
		Stamp:  stampGroup,
		Check: func(g *Group) error {
			if g.Name == "" {
				return errors.New("customer group: has no name")
			}
			return nil
		},
	}, customerGroupByName.Index, customerGroupListed.Index)
)

// stampGroup notes when a group was changed; that it was brought up to date is no change.
func stampGroup(tx app.Tx, old, g *Group) {
	if old == nil || !g.SyncedTo.After(old.SyncedTo) {
		app.Stamp(tx, old == nil, &g.CreatedAt, &g.UpdatedAt)
	}
}

// Membership is a customer in a group.
type Membership struct {
	GroupID    int64 `msgpack:"g"`
	CustomerID int64 `msgpack:"c"`
	// Until is when the customer leaves, nil for never.
	Until *time.Time `msgpack:"u,omitempty"`
	// Since is when the customer came.
	Since time.Time `msgpack:"s"`
}

type groupAndCustomer = kv.Pair2[int64, int64]

var (
	membershipOf = indexes.NewBy("customer", kv.Int, func(m *Membership) []int64 { return []int64{m.CustomerID} })
	// membershipEnd finds those whose time is up.
	membershipEnd = indexes.NewBy("until", kv.Time, func(m *Membership) []time.Time {
		if m.Until == nil {
			return nil
		}
		return []time.Time{*m.Until}
	})
	memberships = indexes.DefineKeyed(indexes.KeyedSpec[groupAndCustomer, Membership]{
		Name: "customer_memberships", Version: 1,
		Person: indexes.Removed("the customer"),
		Key:    kv.PairOf(kv.Int, kv.Int),
		KeyOf:  func(m *Membership) groupAndCustomer { return groupAndCustomer{A: m.GroupID, B: m.CustomerID} },
	}, membershipOf.Index, membershipEnd.Index)
)
