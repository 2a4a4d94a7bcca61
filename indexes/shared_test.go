package indexes_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/matryer/is"
	"pgregory.net/rapid"

	"marquee/indexes"
	"marquee/kv"
)

// hall is a small record of a Shared table.
type hall struct {
	ID    int64   `msgpack:"a"`
	Name  string  `msgpack:"b"`
	Doors []int64 `msgpack:"c"`
}

// halls counts how often a hall is decoded or written, by its Check.
func halls(shared bool) (s *indexes.Schema, t indexes.Owned[hall], checks *int) {
	checks = new(int)
	t = indexes.Define(indexes.Spec[hall]{
		Person: indexes.Nobody("a test"), Name: "halls", Version: 1, Shared: shared,
		ID:    func(h *hall) *int64 { return &h.ID },
		Check: func(*hall) error { *checks++; return nil },
	})
	return schemaOf(t.Declared), t, checks
}

func findings(t *testing.T, s *indexes.Schema, e kv.Engine) (all []indexes.Finding) {
	t.Helper()
	err := e.View(context.Background(), func(r kv.Reader) error {
		return s.Verify(context.Background(), r, func(f indexes.Finding) { all = append(all, f) })
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestShared(t *testing.T) {
	open := func(t *testing.T, shared bool) (*indexes.Schema, indexes.Owned[hall], *int, store) {
		schema, table, checks := halls(shared)
		st := newStore(t)
		st.must(1, func(tx indexes.Tx) error {
			return table.Insert(tx, &hall{Name: "Main", Doors: []int64{1, 2, 3}})
		})
		*checks = 0
		return schema, table, checks, st
	}
	get := func(t *testing.T, st store, table indexes.Owned[hall]) (h hall) {
		t.Helper()
		st.view(1, func(r indexes.Reader) error {
			var err error
			h, err = table.Get(r, 1)
			return err
		})
		return h
	}
	for _, c := range []struct {
		name   string
		shared bool
		want   int
	}{{"a shared record is decoded once", true, 1}, {"any other each time", false, 5}} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			_, table, checks, st := open(t, c.shared)
			for range 5 {
				is.Equal(get(t, st, table), hall{1, "Main", []int64{1, 2, 3}})
			}
			is.Equal(*checks, c.want)
		})
	}
	t.Run("a change is seen at once, in its transaction and after it", func(t *testing.T) {
		is := is.New(t)
		schema, table, _, st := open(t, true)
		is.Equal(get(t, st, table).Name, "Main")
		st.must(1, func(tx indexes.Tx) error {
			_, err := table.Update(tx, 1, func(h *hall) error { h.Name, h.Doors[0] = "Small", 9; return nil })
			is.NoErr(err)
			h, err := table.Get(tx, 1)
			is.Equal(h, hall{1, "Small", []int64{9, 2, 3}})
			return err
		})
		is.Equal(get(t, st, table), hall{1, "Small", []int64{9, 2, 3}})
		is.Equal(len(findings(t, schema, st)), 0)
	})
	t.Run("a change that was thrown away leaves nothing behind", func(t *testing.T) {
		is := is.New(t)
		_, table, _, st := open(t, true)
		before := get(t, st, table)
		oops := errors.New("oops")
		err := st.update(1, func(tx indexes.Tx) error {
			if _, err := table.Update(tx, 1, func(h *hall) error { h.Doors[0] = 9; return nil }); err != nil {
				return err
			}
			h, err := table.Get(tx, 1)
			is.Equal(h.Doors[0], int64(9))
			return errors.Join(oops, err)
		})
		is.True(errors.Is(err, oops))
		is.Equal(get(t, st, table), before)
	})
	t.Run("another store, another company: never the wrong record", func(t *testing.T) {
		is := is.New(t)
		_, table, _, st := open(t, true)
		other := newStore(t)
		other.must(1, func(tx indexes.Tx) error { return table.Insert(tx, &hall{Name: "Other"}) })
		for range 2 {
			is.Equal(get(t, st, table).Name, "Main")
			is.Equal(get(t, other, table).Name, "Other")
		}
		st.view(2, func(r indexes.Reader) error {
			_, err := table.Get(r, 1)
			is.True(errors.Is(err, indexes.ErrNotFound))
			return nil
		})
	})
	t.Run("appending to what is shared changes nobody else's", func(t *testing.T) {
		is := is.New(t)
		_, table, _, st := open(t, true)
		st.must(1, func(tx indexes.Tx) error {
			_, err := table.Update(tx, 1, func(h *hall) error { h.Doors = make([]int64, 100); return nil })
			return err
		})
		for range 2 { // decoded, then shared
			doors := get(t, st, table).Doors
			is.Equal(cap(doors), len(doors))
		}
	})
	t.Run("without a copy everybody has the very same record, until it changes", func(t *testing.T) {
		is := is.New(t)
		_, table, checks, st := open(t, true)
		look := func() (h *hall) {
			st.view(1, func(r indexes.Reader) (err error) {
				h, err = table.GetShared(r, 1)
				is.NoErr(err)
				_, err = table.GetShared(r, 2)
				is.True(errors.Is(err, indexes.ErrNotFound))
				return nil
			})
			return h
		}
		first := look()
		is.Equal(*first, get(t, st, table))
		is.True(first == look())
		is.Equal(*checks, 1)
		st.must(1, func(tx indexes.Tx) error {
			_, err := table.Update(tx, 1, func(h *hall) error { h.Doors[0] = 9; return nil })
			return err
		})
		is.Equal(first.Doors[0], int64(1))
		is.Equal(look().Doors[0], int64(9))
	})
	t.Run("who writes into a shared record is found out", func(t *testing.T) {
		is := is.New(t)
		schema, table, _, st := open(t, true)
		slices.Reverse(get(t, st, table).Doors)
		found := findings(t, schema, st)
		is.Equal(len(found), 1)
		is.Equal(found[0].ID, "1")
	})
}

func TestAll(t *testing.T) {
	for _, shared := range []bool{true, false} {
		t.Run(fmt.Sprintf("shared %v: a list is always that of the reader's snapshot", shared), func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				st := newStore(t)
				byName := indexes.NewBy("name", kv.String, func(h *hall) []string { return []string{h.Name} })
				table := indexes.Define(indexes.Spec[hall]{Person: indexes.Nobody("a test"), Name: "halls", Version: 1, Shared: shared, ID: func(h *hall) *int64 { return &h.ID }}, byName.Index)
				schema := schemaOf(table.Declared)
				var ids []int64
				for range rapid.IntRange(1, 25).Draw(rt, "steps") {
					h := hall{Name: rapid.SampledFrom([]string{"", "a", "ab"}).Draw(rt, "name"), Doors: []int64{rapid.Int64Range(0, 2).Draw(rt, "door")}}
					step, which := rapid.IntRange(0, 2).Draw(rt, "step"), rapid.IntRange(0, 30).Draw(rt, "which")
					fails := rapid.IntRange(0, 3).Draw(rt, "fails") == 0
					err := st.update(1, func(tx indexes.Tx) (err error) {
						switch {
						case step == 0 || len(ids) == 0:
							err = table.Insert(tx, &h)
						case step == 1:
							_, err = table.Update(tx, ids[which%len(ids)], func(old *hall) error { old.Name, old.Doors = h.Name, h.Doors; return nil })
						default:
							err = table.Delete(tx, ids[which%len(ids)])
						}
						if err == nil {
							err = sameList(tx, byName, h.Name)
						}
						if err == nil && fails {
							err = errNegative
						}
						return err
					})
					if err != nil && !errors.Is(err, errNegative) && !errors.Is(err, indexes.ErrNotFound) {
						rt.Fatal(err)
					}
					if err == nil && h.ID != 0 {
						ids = append(ids, h.ID)
					}
					st.view(1, func(r indexes.Reader) error { return sameList(r, byName, h.Name) })
				}
				if found := findings(t, schema, st); len(found) > 0 {
					rt.Fatal(found)
				}
			})
		})
	}
}

// sameList compares All, called twice and spoilt in between, with a walk.
func sameList(r indexes.Reader, by *indexes.By[hall, string], name string) error {
	var want []hall
	for h, err := range by.Scan(r, indexes.Equal(name)) {
		if err != nil {
			return err
		}
		want = append(want, h.Rec)
	}
	for range 2 {
		got, err := by.All(r, name)
		if err != nil {
			return err
		}
		if !slices.EqualFunc(got, want, func(a, b hall) bool { return a.ID == b.ID && a.Name == b.Name && slices.Equal(a.Doors, b.Doors) }) {
			return fmt.Errorf("%q: %v, want %v", name, got, want)
		}
		clear(got)
	}
	return nil
}
