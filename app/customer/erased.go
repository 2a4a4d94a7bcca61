package customer

import (
	"context"
	"errors"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Erased is who was erased, and when. Backups tell it in their manifests, so that an older
// one that comes back erases them again.
type Erased struct {
	Company  int64     `json:"company"`
	Customer int64     `json:"customer"`
	At       time.Time `json:"at"`
	// Made is when the customer was made: a number may be given twice, when an older backup
	// comes back. It is zero where an older program erased them.
	Made time.Time `json:"made,omitzero"`
	// Addresses are digests of the addresses, which tell nothing to whoever does not know them.
	// Nor are there any where an older program erased them.
	Addresses [][]byte `json:"addresses,omitempty"`
}

// EachErased walks over everybody who was erased from a store, in all companies.
func EachErased(ctx context.Context, schema *indexes.Schema, r kv.Reader, fn func(Erased)) error {
	for raw, err := range schema.Scan(ctx, r, erasureTable) {
		if err != nil {
			return err
		}
		rec, err := raw.Record()
		if err != nil {
			return err
		}
		if e, ok := rec.(Erasure); ok {
			fn(e.told(raw.Company))
		}
	}
	return nil
}

func (e *Erasure) told(company int64) Erased {
	return Erased{company, e.CustomerID, e.At, e.Made, e.Addresses}
}

// ErasedBy tells who was erased by a write to a store that is known from its journal; ok is
// false for every other write.
func ErasedBy(w kv.Entry) (who Erased, ok bool) {
	company, e, ok := erasures.Written(w)
	return e.told(company), ok
}

// Finish erases a customer, or goes on where that was begun, and returns when nothing is
// left to do in the store: the customer first, then those who were merged into it. Only c's
// company is meant.
func Finish(ctx context.Context, a *app.App, c *app.Caller, id int64, force bool) (who []Erased, err error) {
	err = Delete(ctx, a, c, id, force)
	if gone := new(app.Error); err != nil && !(errors.As(err, &gone) && gone.Kind == app.NotFound) {
		return who, err
	}
	missing := err
	err = a.View(ctx, c, app.DeleteCustomers, func(r app.Reader) error {
		who = nil
		all, err := erasuresOf(r, id)
		if err == nil && len(all) == 0 {
			err = missing
		}
		for i := range all {
			who = append(who, all[i].told(c.CompanyID))
		}
		return err
	})
	if err != nil {
		return who, err
	}
	return who, eraseAll(ctx, a, who)
}

// erasuresOf are those of a customer and of all who were merged into it, none where the
// customer was not erased.
func erasuresOf(r app.Reader, id int64) (all []Erasure, err error) {
	ids := []int64{id}
	merged, err := mergedInto(r, id)
	for i := range merged {
		ids = append(ids, merged[i].FromID)
	}
	for _, id := range ids {
		e, found, failed := erasures.Find(r, id)
		if err = errors.Join(err, failed); err != nil || !found {
			return nil, err
		}
		all = append(all, e)
	}
	return all, err
}

func eraseAll(ctx context.Context, a *app.App, who []Erased) error {
	for _, e := range who {
		if err := eraseToTheEnd(ctx, updating(a, e.Company), e.Customer); err != nil {
			return err
		}
	}
	return nil
}

func updating(a *app.App, companyID int64) func(context.Context, func(app.Tx) error) error {
	return func(ctx context.Context, fn func(app.Tx) error) error { return a.UpdateCompany(ctx, companyID, fn) }
}

// EraseAgain erases those whom a store that comes back from an older backup still has: as
// customers, and where it only has one of their addresses, such as that a ticket was given to
// before they were customers. It tells how many it erased.
func EraseAgain(ctx context.Context, a *app.App, all []Erased) (n int, err error) {
	again := map[[2]int64]bool{} // by company and number
	var unknown []Erased
	for _, e := range all {
		was := known(0)
		err := a.UpdateCompany(ctx, e.Company, func(tx app.Tx) (err error) {
			was, err = beginAgain(tx, e)
			return err
		})
		if err == nil && was == begun {
			again[e.person()] = true
			err = eraseToTheEnd(ctx, updating(a, e.Company), e.Customer)
		}
		if err != nil {
			return n, err
		}
		if was != erased {
			unknown = append(unknown, e)
		}
	}
	byAddress, err := eraseAddresses(ctx, a, unknown)
	for _, e := range byAddress {
		again[e.person()] = true
	}
	return len(again), err
}

// person is the company and the number of somebody, of whom a store may have known only an
// address.
func (e *Erased) person() [2]int64 { return [2]int64{e.Company, max(e.Customer, -e.Customer)} }

// known is what a store has of somebody who is to be erased again.
type known int

const (
	unheard known = iota // no such customer
	begun                // one whose erasure is under way now
	erased               // one who was erased from it already
)

// beginAgain begins one of them, unless there is nothing to do.
func beginAgain(tx app.Tx, e Erased) (known, error) {
	was, found, err := erasures.Find(tx, e.Customer)
	switch {
	case err != nil:
		return unheard, err
	case found && was.DoneAt == nil:
		return begun, nil
	case found && e.isOf(&was):
		return erased, nil
	}
	c, err := Customers.Get(tx, e.Customer)
	switch {
	case errors.Is(err, indexes.ErrNotFound):
		return unheard, nil
	case err != nil:
		return unheard, err
	case c.DeletedAt != nil && c.MergedInto == 0 || !e.means(&c):
		return unheard, nil
	}
	return begun, begin(tx, &c)
}

// isOf tells whether an erasure is the one that is told of.
func (e Erased) isOf(was *Erasure) bool {
	return e.Made.IsZero() || was.Made.IsZero() || e.Made.Equal(was.Made)
}

// means tells whether a customer with the number is the one who was erased.
func (e Erased) means(c *Customer) bool {
	if e.Made.IsZero() {
		return !c.CreatedAt.After(e.At)
	}
	return c.CreatedAt.Equal(e.Made)
}
