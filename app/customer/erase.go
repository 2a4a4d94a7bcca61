package customer

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/person"
	"marquee/indexes"
	"marquee/kv"
)

// Erasure is a customer of whom nothing is kept any more, and how far that has come. It
// goes on in the background, in bounded transactions.
type Erasure struct {
	CustomerID int64     `msgpack:"c"`
	At         time.Time `msgpack:"t"`
	// Made is when the customer was made.
	Made time.Time `msgpack:"m,omitempty"`
	// Addresses are digests of the addresses, which stay: a backup from before may have these
	// where it does not have the customer.
	Addresses [][]byte `msgpack:"a,omitempty"`
	// Email is what records are looked for by; empty once all of them were found.
	Email string `msgpack:"e,omitempty"`
	// Former are addresses of before, each of which has its turn after that.
	Former []string `msgpack:"f,omitempty"`
	// Words are the name and what else tells who it was, for texts of which nobody knows whom
	// they are about; none once all was looked through.
	Words []string `msgpack:"w,omitempty"`
	// Places is how far each rule has come.
	Places map[string]string `msgpack:"p,omitempty"`
	DoneAt *time.Time        `msgpack:"d,omitempty"`
}

const erasureTable = "erasures"

// erasures is also the journal of erasures: what it names must not come back.
var (
	erasureOpen = indexes.NewBy("open", kv.Int, func(e *Erasure) []int64 {
		if e.DoneAt != nil {
			return nil
		}
		return []int64{e.CustomerID}
	})
	erasures = indexes.DefineKeyed(indexes.KeyedSpec[int64, Erasure]{
		Name: erasureTable, Version: 1,
		Person:    indexes.Stays("numbers and digests, by which who was erased does not come back"),
		Unaudited: "a journal",
		Key:       kv.Int,
		KeyOf:     func(e *Erasure) int64 { return e.CustomerID },
		Check: func(e *Erasure) error {
			if e.DoneAt != nil && (e.Email != "" || len(e.Former) > 0 || len(e.Words) > 0 || len(e.Places) > 0) {
				return errors.New("erasure: one that is done still knows somebody")
			}
			return nil
		},
	}, erasureOpen.Index)
)

// Delete erases a customer for good: the person behind it is not to be found any more,
// orders and money stay. What they hold of events to come is void from then on, without money
// back. So it is refused while the customer has something of an event to
// come, or money on an account, unless force says so.
func Delete(ctx context.Context, a *app.App, c *app.Caller, id int64, force bool) error {
	return a.Update(ctx, c, app.DeleteCustomers, func(tx app.Tx) error {
		tx = app.WholeTx(tx) // a person is erased everywhere
		was, err := ByID(tx, id)
		if err == nil && !force {
			err = mayGo(tx, id)
		}
		if err != nil {
			return err
		}
		return begin(tx, &was)
	})
}

// MayErase tells why an erasure of a customer would be refused, nil: it would not.
func MayErase(r app.Reader, id int64) error { return mayGo(app.Whole(r), id) }

// mayGo refuses an erasure that would take something from the customer.
func mayGo(r app.Reader, id int64) error {
	waits, err := ports(r).Upcoming(r, id)
	if err != nil {
		return err
	}
	if waits {
		return app.Field("id", "has tickets for events to come, which an erasure by force voids without money back")
	}
	rich, err := ports(r).HasMoney(r, id)
	if err == nil && rich {
		err = app.Field("id", "has money on an account, which an erasure by force leaves there")
	}
	return err
}

// begin blanks the customer, and all who were merged into it, and does the first step of the
// rest.
func begin(tx app.Tx, was *Customer) error {
	e, err := blank(tx, was)
	if err != nil {
		return err
	}
	all, err := Duplicates(tx, was.ID)
	if err != nil {
		return err
	}
	for i := range all {
		if _, found, err := erasures.Find(tx, all[i].ID); err != nil || found {
			if err != nil {
				return err
			}
			continue
		}
		other, err := blank(tx, &all[i])
		if err == nil {
			err = erasures.Put(tx, other)
		}
		if err != nil {
			return err
		}
	}
	return step(tx, e)
}

// blank blanks the record of a customer, and gives the erasure of the rest.
func blank(tx app.Tx, was *Customer) (*Erasure, error) {
	former, err := unclaimed(tx, was.FormerEmails)
	if err != nil {
		return nil, err
	}
	former = append(former, alsoAs(was.Email)...)
	gone, err := customerTable.Forget(tx, was.ID, func(c *Customer) {
		now := tx.Now()
		c.DeletedAt = &now
	})
	if err != nil {
		return nil, err
	}
	if err := ports(tx).Changed(tx, Change{Was: was, Now: &gone}); err != nil {
		return nil, err
	}
	if err := leaveGroups(tx, was.ID); err != nil {
		return nil, err
	}
	if err := endTokens(tx, was.ID); err != nil {
		return nil, err
	}
	return &Erasure{
		CustomerID: was.ID, At: tx.Now(), Made: was.CreatedAt, Addresses: digests(tx.Company(), append(former, was.Email)),
		Email: was.Email, Former: former, Words: was.words(former),
	}, nil
}

// forget leaves of a customer that there was one.
func (c *Customer) forget() {
	*c = Customer{ID: c.ID, Name: person.ErasedName, CreatedAt: c.CreatedAt, UpdatedAt: c.UpdatedAt, MergedInto: c.MergedInto}
}

// words are those by which texts tell who the customer is; former are the addresses of before
// that are nobody else's now.
func (c *Customer) words(former []string) (all []string) {
	for _, w := range append([]string{c.Name, c.Email, c.Phone}, former...) {
		if utf8.RuneCountInString(w) >= minWord {
			all = append(all, w)
		}
	}
	return all
}

// minWord is how long a word is at least by which texts are looked through, in characters.
const minWord = 3

// step does some of the work, and notes how far it has come. A merge comes to its end first:
// what it moves later would not be looked at any more.
func step(tx app.Tx, e *Erasure) error {
	for open, err := range mergeOpen.Scan(tx, indexes.Equal(e.CustomerID).Limit(1)) {
		if err == nil {
			err = mergeStep(tx, open.Rec.FromID, false)
		}
		if err != nil {
			return err
		}
		return erasures.Put(tx, e)
	}
	now, err := e.erasing(tx)
	if err != nil {
		return err
	}
	next, more := *e, false
	if next.Places, more, err = now.Step(tx, rules(tx)); err != nil {
		return err
	}
	switch {
	case more:
	case len(e.Former) > 0: // the areas look by one address
		next.Email, next.Former, next.Places = e.Former[0], e.Former[1:], nil
	default:
		at := tx.Now()
		next.Email, next.Words, next.Places, next.DoneAt = "", nil, nil, &at
	}
	return erasures.Put(tx, &next)
}

// erasing is a step of the erasure. The address of somebody who was erased, or
// merged, is free: who has it by now keeps what is kept under it.
func (e *Erasure) erasing(r app.Reader) (*person.Erasing, error) {
	words, err := unclaimed(r, e.Words)
	if err != nil {
		return nil, err
	}
	email, err := unclaimed(r, []string{e.Email})
	if err != nil {
		return nil, err
	}
	return person.Erase(e.CustomerID, strings.Join(email, ""), words, e.Places), nil
}

// eraseOn goes on with what is not done.
func eraseOn(ctx context.Context, w *app.Work) error {
	open := func(r app.Reader) (ids []int64, err error) {
		for e, err := range erasureOpen.Keys(r, indexes.All[int64]()) {
			if err != nil {
				return nil, err
			}
			ids = append(ids, e.Key)
		}
		return ids, nil
	}
	return w.EachDue(ctx, open, func(id int64) error { return eraseToTheEnd(ctx, w.Update, id) })
}

func eraseToTheEnd(ctx context.Context, update func(context.Context, func(app.Tx) error) error, id int64) error {
	return app.Steps(ctx, update, func(tx app.Tx) (more bool, err error) {
		e, err := erasures.Get(tx, id)
		if err != nil || e.DoneAt != nil {
			return false, err
		}
		return true, step(tx, &e)
	})
}
