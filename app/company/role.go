package company

import (
	"errors"
	"slices"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Role is a named list of abilities.
type Role struct {
	ID        int64         `msgpack:"i"`
	Title     string        `msgpack:"t"`
	Abilities []app.Ability `msgpack:"a"`
	// Grants are abilities that the role gives for some events alone.
	Grants []app.Grant `msgpack:"g,omitempty"`
	// System roles are the same in every company and cannot be edited.
	System bool `msgpack:"-"`
	// SecondFactor: who has the role and logs in without a second factor can do nothing but
	// set one up.
	SecondFactor bool `msgpack:"f2,omitempty"`

	// Roles of an earlier release have no times.
	CreatedAt time.Time `msgpack:"ca,omitempty"`
	UpdatedAt time.Time `msgpack:"ua,omitempty"`
}

// The system roles.
const (
	RoleBoxOffice int64 = 1 + iota
	RoleScanning
	RoleTopup
	RoleShop
	RoleOrganiser
)

// firstOwnRole keeps the ids below it for system roles to come.
const firstOwnRole = 100

var systemRoles = []Role{
	{ID: RoleBoxOffice, Title: "Box-office user", System: true, Abilities: []app.Ability{
		app.ViewEvents, app.ListEvents, app.ViewVenues, app.ViewCustomers, app.CreateCustomers, app.EditCustomers,
		app.Sell, app.Discounts, app.ListOrders, app.ViewOrders,
		app.PayCash, app.PayCard, app.PayBank, app.PayOtherOffline, app.DrawerCardSale,
	}},
	{ID: RoleScanning, Title: "Scanning user", System: true, Abilities: []app.Ability{
		app.ViewEvents, app.ListEvents, app.ScanZones, app.AdmitGuests,
	}},
	{ID: RoleTopup, Title: "Top-up user", System: true, Abilities: []app.Ability{
		app.ViewCustomers, app.WalletTopup, app.WalletCashout, app.PayCash, app.PayCard,
	}},
	{ID: RoleShop, Title: "Shop user", System: true, Abilities: []app.Ability{
		app.ViewEvents, app.ListEvents, app.Sell, app.PayCash, app.PayCard, app.DrawerCardSale,
	}},
	{ID: RoleOrganiser, Title: "Basic organiser", System: true, Abilities: []app.Ability{
		app.ViewEvents, app.ListEvents, app.CreateEvents, app.EditEvents, app.ViewVenues, app.CreateVenues,
		app.ListOrders, app.ViewOrders, app.ViewCustomers, app.ViewReports,
	}},
}

var (
	roleByTitle = indexes.NewUnique("title", kv.String, func(r *Role) []string { return []string{r.Title} })
	roles       = indexes.Define(indexes.Spec[Role]{
		Name: "roles", Version: 1, Shared: true,
		Person: indexes.Nobody("how a company sells"),
		ID:     func(r *Role) *int64 { return &r.ID },
		Stamp:  func(tx indexes.Tx, old, r *Role) { app.Stamp(tx, old == nil, &r.CreatedAt, &r.UpdatedAt) },
		Check: func(r *Role) error {
			if r.Title == "" || slices.ContainsFunc(r.Abilities, func(a app.Ability) bool { return !a.Known() }) || !goodGrants(r.Grants) {
				return errors.New("role: has no title or holds an unknown ability, or one for no events")
			}
			return nil
		},
	}, roleByTitle.Index)
)

// RoleByID finds a system role or one of the company's own.
func RoleByID(r app.Reader, id int64) (Role, error) {
	if role, ok := systemRole(id); ok {
		return role, nil
	}
	role, err := roles.Get(r, id)
	return role, missing(err, "role")
}

func systemRole(id int64) (Role, bool) {
	i := slices.IndexFunc(systemRoles, func(r Role) bool { return r.ID == id })
	if i < 0 {
		return Role{}, false
	}
	return systemRoles[i], true
}
