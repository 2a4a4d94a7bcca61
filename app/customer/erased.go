package customer

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/company"
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

// EachErased walks over everybody who was erased from a store, in all companies. Damaged records
// are passed over: whoever checks the store tells them with those of other tables.
func EachErased(ctx context.Context, schema *indexes.Schema, r kv.Reader, fn func(Erased)) error {
	for raw, err := range schema.Scan(ctx, r, erasureTable) {
		if err != nil {
			return err
		}
		rec, damaged := raw.Record()
		if e, ok := rec.(Erasure); ok && damaged == nil {
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

// Again is what came of erasing again: how many the store had, and how many of the others it
// knows from now on.
type Again struct{ Erased, Noted int }

// EraseAgain erases those whom a store that comes back from an older backup still has: as
// customers, and where it only has one of their addresses, such as that a ticket was given to
// before they were customers. Of the others it is noted that they were erased: a backup that
// comes back after this one may have them.
func EraseAgain(ctx context.Context, a *app.App, all []Erased) (done Again, err error) {
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
			err = eraseToTheEnd(ctx, updating(a, e.Company), e.number())
		}
		if err != nil {
			return done, err
		}
		if was != erased {
			unknown = append(unknown, e)
		}
	}
	byAddress, err := eraseAddresses(ctx, a, unknown)
	for _, e := range byAddress {
		again[e.person()] = true
	}
	if done.Erased = len(again); err == nil {
		done.Noted, err = noteErased(ctx, a, unknown)
	}
	return done, err
}

// noteErased notes of whom a store has nothing, that they were erased: in companies that it has.
func noteErased(ctx context.Context, a *app.App, all []Erased) (noted int, err error) {
	for len(all) > 0 && err == nil {
		some := all[:1]
		for len(some) < min(len(all), noteBatch) && all[len(some)].Company == some[0].Company {
			some = all[:len(some)+1]
		}
		n := 0
		err = a.UpdateCompany(ctx, some[0].Company, func(tx app.Tx) error {
			n = 0
			if _, err := company.SettingsOf(tx); err != nil {
				return ignoreMissing(err)
			}
			for _, e := range some {
				fresh, err := note(tx, e)
				if err != nil {
					return err
				}
				if fresh {
					n++
				}
			}
			return nil
		})
		noted, all = noted+n, all[len(some):]
	}
	return noted, err
}

func ignoreMissing(err error) error {
	if app.KindOf(err) == app.NotFound {
		return nil
	}
	return err
}

// note notes one of them, under the number of an address: the number of the customer may be
// given to somebody else.
func note(tx app.Tx, e Erased) (fresh bool, err error) {
	if e.Made.IsZero() && len(e.Addresses) == 0 {
		return false, nil // nobody could be known by it
	}
	own, found, err := erasures.Find(tx, e.number())
	if err != nil || found && e.isOf(&own) {
		return false, err
	}
	was, found, err := erasures.Find(tx, e.addressID())
	if err != nil {
		return false, err
	}
	now, at := was, tx.Now()
	if now.Addresses = joined(was.Addresses, e.Addresses); !found || e.At.After(was.At) {
		now = Erasure{CustomerID: e.addressID(), At: e.At, Made: e.Made, Addresses: now.Addresses, DoneAt: &at}
	}
	if found && now.Made.Equal(was.Made) && len(now.Addresses) == len(was.Addresses) {
		return false, nil
	}
	return true, erasures.Put(tx, &now)
}

// number is that of the customer, of whom a store may have known only an address.
func (e *Erased) number() int64 { return max(e.Customer, -e.Customer) }

// addressID is the number of the erasure of whoever a store does not have as a customer: the
// negative one, as the number itself may be that of somebody else, or be given to the next.
func (e *Erased) addressID() int64 { return -e.number() }

// person is the company and the number of somebody.
func (e *Erased) person() [2]int64 { return [2]int64{e.Company, e.number()} }

// known is what a store has of somebody who is to be erased again.
type known int

const (
	unheard known = iota // no such customer
	begun                // one whose erasure is under way now
	erased               // one who was erased from it already
)

// beginAgain begins one of them, unless there is nothing to do.
func beginAgain(tx app.Tx, e Erased) (known, error) {
	if e.Customer < 0 && e.Made.IsZero() { // an address is all that is known
		return unheard, nil
	}
	was, found, err := erasures.Find(tx, e.number())
	switch {
	case err != nil:
		return unheard, err
	case found && was.DoneAt == nil:
		return begun, nil
	case found && e.isOf(&was):
		return erased, nil
	}
	c, err := Customers.Get(tx, e.number())
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

// means tells whether a customer with the number is the one who was erased: made at that
// moment, or, where the number was given twice, with the same address before the erasure.
func (e Erased) means(c *Customer) bool {
	if c.CreatedAt.After(e.At) {
		return false
	}
	return e.Made.IsZero() || c.CreatedAt.Equal(e.Made) || e.had(c.Email)
}

// had tells whether an address was one of theirs.
func (e Erased) had(email string) bool {
	sum := digest(e.Company, email)
	return email != "" && slices.ContainsFunc(e.Addresses, func(d []byte) bool { return bytes.Equal(d, sum) })
}
