package indexes_test

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/indexes"
	"marquee/kv"
)

// word is what the program chose: no text about anybody.
type word string

type visitor struct {
	ID    int64             `msgpack:"i"`
	State word              `msgpack:"s"`
	Name  string            `msgpack:"n"`
	Seat  string            `msgpack:"se"`
	Said  []remark          `msgpack:"sa"`
	Also  map[string]string `msgpack:"a"`
	At    time.Time         `msgpack:"t"`
	Shown string            `msgpack:"-"`
}

type spot struct {
	Size string `msgpack:"s"`
}

type remark struct {
	Text string `msgpack:"t"`
	At   *spot  `msgpack:"o"`
}

func visitors() indexes.Owned[visitor] {
	return indexes.Define(indexes.Spec[visitor]{
		Name: "visitors", Version: 1, ID: func(v *visitor) *int64 { return &v.ID },
		Person: indexes.Cleared(func(v *visitor) { v.Name, v.Said, v.Also = "", nil, nil }, "Seat: stands in the hall"),
	})
}

func TestWhatATableSaysOfPeople(t *testing.T) {
	is := is.New(t)
	things := indexes.DefineKeyed(indexes.KeyedSpec[int64, remark]{
		Name: "things", Version: 1, Key: kv.Int, KeyOf: func(*remark) int64 { return 1 }, Person: indexes.Nobody("things"), Unaudited: "a list",
	})
	is.Equal(schemaOf(visitors().Declared, things.Declared).DescribePeople(), `things nobody: things
  keeps Text
  keeps At.Size
visitors cleared
  clears Name
  clears Said.Text
  clears Said.At.Size
  clears Also
  keeps Seat: stands in the hall
`)
	is.True(!things.Declared.Person().People())
	is.Equal(things.Declared.Unaudited(), "a list")
	is.True(visitors().Declared.Person().People())
}

func TestForgetClearsARecord(t *testing.T) {
	is := is.New(t)
	s, table := newStore(t), visitors()
	s.must(1, func(tx indexes.Tx) error {
		v := visitor{Name: "Ada", Seat: "A1", Said: []remark{{Text: "hello"}}}
		if err := table.Insert(tx, &v); err != nil {
			return err
		}
		got, err := table.Forget(tx, v.ID, func(v *visitor) { v.State = "gone" })
		is.Equal(got, visitor{ID: v.ID, Seat: "A1", State: "gone"})
		return err
	})
}
