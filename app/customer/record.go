package customer

import (
	"time"

	"marquee/app"
	"marquee/app/search"
	"marquee/indexes"
	"marquee/kv"
)

// Customer is one buyer or holder of a company. The e-mail is unique
// per company while it is not empty and the customer not deleted.
type Customer struct {
	ID         int64  `msgpack:"id"`
	ExternalID string `msgpack:"x,omitempty"`
	// SSOID is who the customer is in the promoter's own system of accounts.
	SSOID              string     `msgpack:"so,omitempty"`
	Name               string     `msgpack:"n"`
	Title              string     `msgpack:"t,omitempty"`
	Email              string     `msgpack:"e,omitempty"`
	Phone              string     `msgpack:"p,omitempty"`
	PhoneCode          *int64     `msgpack:"pc,omitempty"`
	Locale             string     `msgpack:"l,omitempty"`
	DOB                *time.Time `msgpack:"b,omitempty"`
	NationalityID      int64      `msgpack:"na,omitempty"`
	VATNumber          string     `msgpack:"v,omitempty"`
	VATCountryVerified bool       `msgpack:"vv,omitempty"`
	Image              string     `msgpack:"im,omitempty"`
	// PasswordHash is a PHC string, empty for guests.
	PasswordHash string     `msgpack:"pw,omitempty"`
	Address      Address    `msgpack:"a,omitempty"`
	CreatedAt    time.Time  `msgpack:"ca"`
	UpdatedAt    time.Time  `msgpack:"ua"`
	DeletedAt    *time.Time `msgpack:"da,omitempty"`
	// MergedInto is the customer who has everything of this one, 0: none.
	MergedInto int64 `msgpack:"mi,omitempty"`
	// FormerEmails are addresses that the customer had before, the newest last. Nobody is
	// found by them: whoever erases the customer looks for what was kept under each.
	FormerEmails []string `msgpack:"fe,omitempty"`
}

// Address is a postal address; any part may be empty.
type Address struct {
	Line1     string `msgpack:"1,omitempty"`
	Line2     string `msgpack:"2,omitempty"`
	City      string `msgpack:"c,omitempty"`
	Region    string `msgpack:"r,omitempty"`
	Postcode  string `msgpack:"p,omitempty"`
	CountryID int64  `msgpack:"co,omitempty"`
	// CityID is the record of the city, 0 where none is known.
	CityID int64 `msgpack:"ci,omitempty"`
}

// The groups of the lists of customers.
const (
	standing int64 = iota
	deleted
)

func (c *Customer) group() int64 {
	if c.DeletedAt != nil {
		return deleted
	}
	return standing
}

var (
	byEmail = indexes.NewUnique("email", kv.String, func(c *Customer) []string {
		if c.Email == "" || c.DeletedAt != nil {
			return nil
		}
		return []string{app.Fold(c.Email)}
	})
	byExternalID = indexes.NewUnique("external", kv.String, func(c *Customer) []string {
		if c.ExternalID == "" || c.DeletedAt != nil {
			return nil
		}
		return []string{c.ExternalID}
	})
	bySSOID = indexes.NewUnique("sso", kv.String, func(c *Customer) []string {
		if c.SSOID == "" || c.DeletedAt != nil {
			return nil
		}
		return []string{c.SSOID}
	})
	// listed and byChange are grouped by whether the customer is deleted.
	listed = indexes.NewBy("listed", kv.Int, func(c *Customer) []int64 { return []int64{c.group()} }).
		Counted().Ascending().Version(2)
	byChange = indexes.NewBy("changed", kv.PairOf(kv.Int, kv.Time), func(c *Customer) []kv.Pair2[int64, time.Time] {
		return []kv.Pair2[int64, time.Time]{{A: c.group(), B: c.UpdatedAt}}
	}).Ascending().Version(2)
	byText = indexes.NewTexts("text", func(c *Customer) string { return search.Line([]string{c.Name, c.Email}) }).Version(2)
)

// Customers is the table of customers.
var Customers = customerTable.Table

var customerTable = indexes.Define(indexes.Spec[Customer]{
	Name: "customers", Version: 1,
	Person: indexes.Cleared((*Customer).forget),
	ID:     func(c *Customer) *int64 { return &c.ID },
	Stamp: func(tx app.Tx, old, c *Customer) {
		app.Stamp(tx, old == nil, &c.CreatedAt, &c.UpdatedAt)
		c.UpdatedAt = app.ChangeOf(tx, old, func(c *Customer) time.Time { return c.UpdatedAt })
	},
	Wrote: app.Wrote(func(p *Ports) func(app.Tx, []indexes.Change[Customer]) error { return p.Saved }),
}, byEmail.Index, byExternalID.Index, bySSOID.Index, listed.Index, byChange.Index, byText.Index)
