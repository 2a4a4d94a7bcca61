package indexes_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/matryer/is"

	"marquee/indexes"
	"marquee/kv"
	"marquee/kv/mem"
)

// TestAFormerTableIsRead moves the labels of two companies out of a table that the
// next release no longer has.
func TestAFormerTableIsRead(t *testing.T) {
	is := is.New(t)
	e := mem.New(mem.Options{})
	old := newRelease(1, 1)
	is.NoErr(old.schema.Ready(t.Context(), e))
	const each = indexes.BatchSize + 1 // more than one step
	for company := int64(1); company <= 2; company++ {
		is.NoErr(e.Update(t.Context(), func(tx kv.Tx) error {
			for n := range each {
				if err := old.labels.Insert(indexes.BindTx(tx, company), &label{Text: fmt.Sprint(company, " ", n)}); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	next := func(look func(tx indexes.Tx, l *label) error) *indexes.Schema {
		return indexes.NewSchema(indexes.Parts{
			Migrations: []indexes.Migration{{Number: 1, Name: "labels go", Step: indexes.EachFormer("labels", look)}},
			Dropped:    []string{"labels", "labels.text"},
		})
	}

	refused := errors.New("not this one")
	err := next(func(indexes.Tx, *label) error { return refused }).Ready(t.Context(), e)
	is.True(errors.Is(err, refused))

	seen := map[string]bool{}
	is.NoErr(next(func(tx indexes.Tx, l *label) error {
		seen[fmt.Sprint(tx.Company(), "/", l.Text)] = true
		return nil
	}).Ready(t.Context(), e))
	is.Equal(len(seen), 2*each)
	for company := 1; company <= 2; company++ {
		for n := range each {
			is.True(seen[fmt.Sprint(company, "/", company, " ", n)])
		}
	}
	is.NoErr(e.View(t.Context(), func(r kv.Reader) error {
		for range r.Scan("labels", kv.Range{}) {
			t.Fatal("something is left of the table")
		}
		return nil
	}))
}

func TestADamagedRecordOfAFormerTableIsNamed(t *testing.T) {
	is := is.New(t)
	e := mem.New(mem.Options{})
	is.NoErr(e.Update(t.Context(), func(tx kv.Tx) error {
		return tx.Put("labels", []byte{0x81}, []byte("no envelope at all"))
	}))
	step := indexes.EachFormer("labels", func(indexes.Tx, *label) error { return nil })
	err := e.Update(t.Context(), func(tx kv.Tx) error {
		_, err := step(tx, nil)
		return err
	})
	var damaged *indexes.DamagedError
	is.True(errors.As(err, &damaged))
	is.Equal(damaged.Table, "labels")
	is.Equal(damaged.Key, "81")
}
