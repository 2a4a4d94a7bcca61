package indexes_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/indexes"
	"marquee/kv"
	"marquee/kv/kvtest"
)

// label is a small record for schemas that change.
type label struct {
	ID   int64  `msgpack:"a"`
	Text string `msgpack:"b"`
}

// release is the schema of one release of a program.
type release struct {
	parts  indexes.Parts
	schema *indexes.Schema
	labels indexes.Owned[label]
	byText *indexes.By[label, string]
	all    []indexes.Index[label]
}

func newRelease(version, textVersion int, extra ...indexes.Index[label]) *release {
	r := new(release)
	r.byText = indexes.NewBy("text", kv.String, func(l *label) []string {
		if textVersion > 1 {
			return []string{strings.ToLower(l.Text)}
		}
		return []string{l.Text}
	}).Version(textVersion).Counted()
	r.all = append([]indexes.Index[label]{r.byText.Index}, extra...)
	r.labels = indexes.Define(indexes.Spec[label]{
		Person: indexes.Nobody("a test"), Name: "labels", Version: version,
		ID: func(l *label) *int64 { return &l.ID },
		Check: func(l *label) error {
			if version > 1 && l.Text != strings.TrimSpace(l.Text) {
				return errors.New("text has spaces around it")
			}
			return nil
		},
	}, r.all...)
	r.parts.Tables = []indexes.Declared{r.labels.Declared}
	return r.compose()
}

func (r *release) compose() *release {
	r.schema = indexes.NewSchema(r.parts)
	return r
}

func byLength() indexes.Index[label] {
	return indexes.NewBy("length", kv.Int, func(l *label) []int64 { return []int64{int64(len(l.Text))} }).Index
}

func (r *release) withTrim() *release {
	r.parts.Migrations = []indexes.Migration{{Number: 1, Name: "trim texts",
		Step: indexes.EachRecord(r.labels, func(l *label) error { l.Text = strings.TrimSpace(l.Text); return nil })}}
	return r.compose()
}

func (r *release) ready(s store) error { return r.schema.Ready(context.Background(), s) }

func (r *release) pending(s store) string {
	steps, err := r.schema.Pending(context.Background(), s)
	if err != nil {
		s.t.Fatal(err)
	}
	return strings.Join(steps, ", ")
}

func (r *release) verify(s store) (out []string) {
	err := s.View(context.Background(), func(rd kv.Reader) error {
		return r.schema.Verify(context.Background(), rd, func(f indexes.Finding) { out = append(out, f.String()) })
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return out
}

// fill writes n labels like " Text 7" as company 1 and 2.
func (r *release) fill(s store, n int) {
	for i := range n {
		s.must(int64(i%2+1), func(tx indexes.Tx) error { return r.labels.Insert(tx, &label{Text: fmt.Sprint(" Text ", i)}) })
	}
}

// failing is an engine that stops working after a number of updates.
type failing struct {
	kv.Engine
	left int
}

var errPower = errors.New("power cut")

func (f *failing) Update(ctx context.Context, fn func(kv.Tx) error) error {
	if f.left--; f.left < 0 {
		return errPower
	}
	return f.Engine.Update(ctx, fn)
}

func TestReady(t *testing.T) {
	kvtest.SingleGoroutine(t)
	const many = indexes.BatchSize + 20
	t.Run("a new store has nothing to do, a second start neither", func(t *testing.T) {
		is := is.New(t)
		s, r := newStore(t), newRelease(1, 1).withTrim()
		is.Equal(r.pending(s), "")
		is.NoErr(r.ready(s))
		is.NoErr(r.ready(s))
		is.Equal(r.pending(s), "")
	})
	t.Run("a new index is built", func(t *testing.T) {
		is := is.New(t)
		s, old := newStore(t), newRelease(1, 1)
		is.NoErr(old.ready(s))
		old.fill(s, many)
		r := newRelease(1, 1, byLength())
		is.True(len(r.verify(s)) > 0)
		is.Equal(r.pending(s), "build index labels.length")
		is.NoErr(r.ready(s))
		is.Equal(r.verify(s), nil)
		is.Equal(r.pending(s), "")
	})
	t.Run("a changed index is built anew, with its counts", func(t *testing.T) {
		is := is.New(t)
		s, old := newStore(t), newRelease(1, 1)
		is.NoErr(old.ready(s))
		old.fill(s, many)
		r := newRelease(1, 2)
		is.NoErr(r.ready(s))
		is.Equal(r.verify(s), nil)
		s.view(1, func(rd indexes.Reader) error {
			n, err := r.byText.CountOf(rd, indexes.Equal(" text 4"))
			is.Equal(n, int64(1))
			return err
		})
	})
	t.Run("records are migrated once, and the index follows", func(t *testing.T) {
		is := is.New(t)
		s, old := newStore(t), newRelease(1, 1)
		is.NoErr(old.ready(s))
		old.fill(s, many)
		r := newRelease(2, 1).withTrim()
		is.Equal(r.pending(s), "run migration 1 (trim texts)")
		is.NoErr(r.ready(s))
		is.Equal(r.verify(s), nil)
		is.Equal(r.pending(s), "")
		s.view(1, func(rd indexes.Reader) error {
			l, err := r.labels.Get(rd, 1)
			is.Equal(l.Text, "Text 0")
			return err
		})
	})
	t.Run("records that lost their marks are not migrated again", func(t *testing.T) {
		is := is.New(t)
		s, r := newStore(t), newRelease(1, 1).withTrim()
		is.NoErr(r.ready(s))
		r.fill(s, 1)
		is.NoErr(s.Update(t.Context(), func(tx kv.Tx) error {
			for mark := range tx.Scan("~schema", kv.Range{}) {
				if err := tx.Delete("~schema", bytes.Clone(mark.Key)); err != nil {
					return err
				}
			}
			return nil
		}))
		_, err := r.schema.Pending(t.Context(), s)
		is.True(errors.Is(err, indexes.ErrDamaged))
		is.True(errors.Is(r.ready(s), indexes.ErrDamaged))
		s.view(1, func(rd indexes.Reader) error {
			l, err := r.labels.Get(rd, 1)
			is.Equal(l.Text, " Text 0")
			return err
		})
	})
	t.Run("work that was cut off anywhere goes on, and what is done stays done", func(t *testing.T) {
		is := is.New(t)
		// upgrade takes a store of an old release, allows so many updates, and
		// tells how many were made.
		upgrade := func(s store, allowed int) (int, error) {
			e := &failing{s, allowed}
			err := newRelease(2, 2, byLength()).withTrim().schema.Ready(context.Background(), e)
			return allowed - max(e.left, 0), err
		}
		filled := func() store {
			s, old := newStore(t), newRelease(1, 1)
			is.NoErr(old.ready(s))
			s.must(1, func(tx indexes.Tx) error {
				for i := range many {
					if err := old.labels.Insert(tx, &label{Text: fmt.Sprint(" Text ", i)}); err != nil {
						return err
					}
				}
				return nil
			})
			return s
		}
		total, err := upgrade(filled(), 1000)
		is.NoErr(err)
		for cut := range total {
			s := filled()
			_, err := upgrade(s, cut)
			is.True(errors.Is(err, errPower))
			rest, err := upgrade(s, 1000)
			is.NoErr(err)
			is.True(rest <= total-cut+1) // one more to find where it stood
			is.Equal(newRelease(2, 2, byLength()).withTrim().verify(s), nil)
		}
	})
	t.Run("a migration is no change that anybody made", func(t *testing.T) {
		is := is.New(t)
		f, s := newFestival(), newStore(t)
		is.NoErr(newFestival().schema.Ready(context.Background(), s))
		s.must(1, func(tx indexes.Tx) error { return f.bands.Insert(tx, &band{Name: " One", Stage: 1}) })
		f.schema = f.with(indexes.Migration{Number: 1, Name: "trim names",
			Step: indexes.EachRecord(f.bands, func(b *band) error { b.Name = strings.TrimSpace(b.Name); return nil })})
		var before, after band
		s.view(1, func(rd indexes.Reader) (err error) { before, err = f.bands.Get(rd, 1); return err })
		is.NoErr(f.schema.Ready(context.Background(), s))
		s.view(1, func(rd indexes.Reader) (err error) { after, err = f.byName.Get(rd, "One"); return err })
		is.Equal(after.ChangedAt, before.ChangedAt)
		is.Equal(s.findings(f), nil)
	})
	t.Run("a store of a newer program is refused in words", func(t *testing.T) {
		old := newRelease(1, 1)
		for name, newer := range map[string]*release{
			"index labels.text has version 2, this program knows 1": newRelease(1, 2),
			"index labels.length is unknown here":                   newRelease(1, 1, byLength()),
			"table labels has version 2, this program knows 1":      newRelease(2, 1),
			"migration 0001 (trim texts) is unknown here":           newRelease(1, 1).withTrim(),
		} {
			t.Run(name, func(t *testing.T) {
				is := is.New(t)
				s := newStore(t)
				is.NoErr(newer.ready(s))
				err := old.ready(s)
				is.True(errors.Is(err, indexes.ErrNewerStore))
				is.True(strings.Contains(err.Error(), name))
			})
		}
	})
	t.Run("a record of a newer version is refused too", func(t *testing.T) {
		is := is.New(t)
		s := newStore(t)
		newRelease(2, 1).fill(s, 0)
		s.must(1, func(tx indexes.Tx) error { return newRelease(2, 1).labels.Insert(tx, &label{Text: "x"}) })
		s.view(1, func(rd indexes.Reader) error {
			_, err := newRelease(1, 1).labels.Get(rd, 1)
			is.True(errors.Is(err, indexes.ErrNewerStore))
			return nil
		})
	})
	t.Run("what was dropped is removed", func(t *testing.T) {
		is := is.New(t)
		s, old := newStore(t), newRelease(1, 1, byLength())
		is.NoErr(old.ready(s))
		old.fill(s, many)
		r := newRelease(1, 1)
		r.parts.Dropped = []string{"labels.length"}
		r.compose()
		is.Equal(r.pending(s), "remove labels.length")
		is.NoErr(r.ready(s))
		is.Equal(s.entries("labels.length"), 0)
		is.Equal(r.pending(s), "")
	})
	t.Run("rebuild heals entries that were damaged", func(t *testing.T) {
		is := is.New(t)
		s, r := newStore(t), newRelease(1, 1)
		is.NoErr(r.ready(s))
		r.fill(s, 10)
		s.tamper(func(tx kv.Tx) error { return tx.Delete("labels.text", first(tx, "labels.text").Key) })
		is.True(len(r.verify(s)) > 0)
		is.NoErr(r.schema.Rebuild(context.Background(), s, "labels.text"))
		is.Equal(r.verify(s), nil)
	})
	t.Run("a unique index over equal keys is not built", func(t *testing.T) {
		is := is.New(t)
		s, old := newStore(t), newRelease(1, 1)
		is.NoErr(old.ready(s))
		s.must(1, func(tx indexes.Tx) error {
			return errors.Join(old.labels.Insert(tx, &label{Text: "x"}), old.labels.Insert(tx, &label{Text: "x"}))
		})
		r := newRelease(1, 1, indexes.NewUnique("only", kv.String, func(l *label) []string { return []string{l.Text} }).Index)
		err := r.ready(s)
		is.True(errors.Is(err, indexes.ErrTaken))
		is.True(strings.Contains(err.Error(), "labels 2"))
	})
}
