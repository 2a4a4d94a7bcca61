package customer

import (
	"errors"
	"fmt"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// merger is a duplicate, and whose everything is that it had. It is kept for good: whoever
// erases the one erases the other.
type merger struct {
	FromID int64     `msgpack:"f"`
	IntoID int64     `msgpack:"i"`
	UserID int64     `msgpack:"u,omitempty"`
	At     time.Time `msgpack:"t"`
	// Moved is how many records went over.
	Moved int64 `msgpack:"m,omitempty"`
	// DoneAt is when nothing was left, nil before.
	DoneAt *time.Time `msgpack:"d,omitempty"`
}

var (
	// mergeOpen finds the merges of a customer that are not done, from either side.
	mergeOpen = indexes.NewBy("open", kv.Int, func(m *merger) []int64 {
		if m.DoneAt != nil {
			return nil
		}
		return []int64{m.FromID, m.IntoID}
	})
	mergeInto = indexes.NewBy("into", kv.Int, func(m *merger) []int64 { return []int64{m.IntoID} })
	mergers   = indexes.DefineKeyed(indexes.KeyedSpec[int64, merger]{
		Name: "customer_merges", Version: 1,
		Person: indexes.Stays("numbers of customers, by which whoever erases the one erases the other"),
		Key:    kv.Int,
		KeyOf:  func(m *merger) int64 { return m.FromID },
		Check: func(m *merger) error {
			if m.FromID == 0 || m.IntoID == 0 || m.FromID == m.IntoID {
				return errors.New("merge of customers: of nobody, or into itself")
			}
			return nil
		},
	}, mergeOpen.Index, mergeInto.Index)
)

// mergedInto are the merges into a customer.
func mergedInto(r app.Reader, id int64) (all []merger, err error) {
	return indexes.Records(mergeInto.Scan(r, indexes.Equal(id)))
}

// Duplicates are those who were merged into a customer.
func Duplicates(r app.Reader, id int64) ([]Customer, error) {
	all, err := mergedInto(r, id)
	if err != nil {
		return nil, err
	}
	var ids []int64
	for i := range all {
		ids = append(ids, all[i].FromID)
	}
	return Customers.GetMany(r, ids)
}

// Standing is the number of the customer who has what one had: another where that was merged
// into it.
func Standing(r app.Reader, id int64) (int64, error) {
	if id == 0 {
		return 0, nil
	}
	m, found, err := mergers.Find(r, id)
	if err == nil && found {
		id = m.IntoID
	}
	return id, err
}

// SamePerson are a customer and, while two are being merged, the other one: some of what both
// have is the one's then, and some the other's.
func SamePerson(r app.Reader, id int64) ([]int64, error) {
	all := []int64{id}
	for hit, err := range mergeOpen.Scan(r, indexes.Equal(id)) {
		if err != nil {
			return nil, err
		}
		if hit.Rec.FromID == id {
			all = append(all, hit.Rec.IntoID)
		} else {
			all = append(all, hit.Rec.FromID)
		}
	}
	return all, nil
}

// guards are the keys that a merge of a customer has in common with whatever gives something
// to that customer.
const guards kv.Space = "customer guards"

// Hold keeps a customer from being merged by another transaction meanwhile: what this one gives
// the customer would be a duplicate's else, after everything of that was moved.
func Hold(tx app.Tx, id int64) error {
	return tx.Guard(guards, fmt.Appendf(nil, "customer %d of %d", id, tx.Company()))
}

// Stray reports a record that is still of a customer who was merged into another.
func Stray(r app.Reader, report func(app.Breach), what string, id, customerID int64) error {
	m, found, err := mergers.Find(r, customerID)
	if err == nil && found && m.DoneAt != nil {
		report(app.Breach{ID: id, Key: what, Expected: fmt.Sprint("of customer ", m.IntoID, ", into whom its own was merged"), Found: fmt.Sprint("of customer ", customerID)})
	}
	return err
}

// Merged tells whether others were merged into a customer, who may have more than one customer
// was to have.
func Merged(r app.Reader, id int64) (bool, error) {
	for _, err := range mergeInto.Keys(r, indexes.Equal(id).Limit(1)) {
		return err == nil, err
	}
	return false, nil
}
