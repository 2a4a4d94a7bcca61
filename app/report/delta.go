package report

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	"marquee/app"
)

var errCounts = errors.New("report: the counts of an order cannot be read")

// deltas are what a step adds to the sums.
type deltas map[cellKey]*sums

// add adds a count in every level.
func (d deltas) add(c *count, sign int64) {
	for _, l := range c.Cube.kept() {
		k := cellKey{Cube: c.Cube, Level: l, Scope: c.Scope, Period: l.period(c), Dims: c.Dims}
		s := d[k]
		if s == nil {
			s = new(sums)
			d[k] = s
		}
		s.add(&c.Sums, sign)
	}
}

func (d deltas) addPacked(b []byte, sign int64) error {
	all, ok := unpack(b)
	if !ok {
		return errCounts
	}
	for i := range all {
		d.add(&all[i], sign)
	}
	return nil
}

// store adds them to what is stored, in the order of the keys.
func (d deltas) store(tx app.Tx) error {
	keys := slices.SortedFunc(maps.Keys(d), func(a, b cellKey) int {
		return cmp.Or(cmp.Compare(a.Cube, b.Cube), cmp.Compare(a.Level, b.Level), cmp.Compare(a.Scope, b.Scope),
			cmp.Compare(a.Period, b.Period), slices.Compare(a.Dims[:], b.Dims[:]))
	})
	for i := range keys {
		if by := d[keys[i]]; *by != (sums{}) {
			if err := addTo(tx, &keys[i], by); err != nil {
				return err
			}
		}
	}
	return nil
}

// addTo adds to one stored sum.
func addTo(tx app.Tx, k *cellKey, by *sums) error {
	key := k.stored()
	c, found, err := cells.Find(tx, key)
	if err != nil {
		return err
	}
	var now sums
	if !unpackInts(c.Sums, now[:]) {
		return errCounts
	}
	now.add(by, 1)
	if now != (sums{}) {
		return cells.Put(tx, &cell{Group: key.A.A, Scope: k.Scope, Period: k.Period, Dims: key.B, Sums: packInts(nil, now[:])})
	}
	if found {
		return cells.Delete(tx, key)
	}
	return nil
}
