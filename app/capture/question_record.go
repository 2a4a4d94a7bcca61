package capture

import (
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Question is something that is asked.
type Question struct {
	ID          int64  `msgpack:"id"`
	Text        string `msgpack:"q"`
	Description string `msgpack:"d,omitempty"`
	Type        Type   `msgpack:"t"`
	Group       Group  `msgpack:"g"`
	// Rules are those of an answer, see parseRules.
	Rules string `msgpack:"r,omitempty"`
	// Options are all that there ever were, in their order.
	Options   []Option   `msgpack:"o,omitempty"`
	Order     *int64     `msgpack:"oc,omitempty"`
	CreatedAt time.Time  `msgpack:"ca"`
	UpdatedAt time.Time  `msgpack:"ua"`
	DeletedAt *time.Time `msgpack:"da,omitempty"`
}

// Option is one answer that can be chosen.
type Option struct {
	ID        int64      `msgpack:"id"`
	Value     string     `msgpack:"v"`
	Disabled  bool       `msgpack:"x,omitempty"`
	CreatedAt time.Time  `msgpack:"ca"`
	UpdatedAt time.Time  `msgpack:"ua"`
	DeletedAt *time.Time `msgpack:"da,omitempty"`
}

// Offered tells whether the option can be chosen.
func (o *Option) Offered() bool { return o.DeletedAt == nil && !o.Disabled }

// option finds an option, taken away or not.
func (q *Question) option(id int64) (*Option, bool) {
	i := slices.IndexFunc(q.Options, func(o Option) bool { return o.ID == id })
	if i < 0 {
		return nil, false
	}
	return &q.Options[i], true
}

func (q *Question) check() error {
	switch {
	case q.Text == "" || q.Type.ID() == 0 || !slices.Contains(Groups, q.Group):
		return fmt.Errorf("question %d: no text, or an unknown type or group", q.ID)
	case !q.Type.HasOptions() && len(q.Options) > 0:
		return fmt.Errorf("question %d: a %s with options", q.ID, q.Type)
	}
	return nil
}

// deletedGroup is the bit of deleted records in the groups of the lists.
const deletedGroup = 1 << 8

func group(n int64, deleted *time.Time) []int64 {
	if deleted != nil {
		n |= deletedGroup
	}
	return []int64{n}
}

var questionListed = indexes.NewBy("listed", kv.Int, func(q *Question) []int64 {
	return group(int64(slices.Index(Groups, q.Group)), q.DeletedAt)
}).Counted().Ascending()

// Questions is the table of questions.
var Questions = questionTable.Table

var questionTable = indexes.Define(indexes.Spec[Question]{
	Name: "questions", Version: 1, Shared: true,
	Person: indexes.Nobody("what is asked"),
	ID:     func(q *Question) *int64 { return &q.ID },
	Stamp:  func(tx app.Tx, old, q *Question) { app.Stamp(tx, old == nil, &q.CreatedAt, &q.UpdatedAt) },
	Check:  (*Question).check,
}, questionListed.Index)

// optionBase is between the ids of the first options of two questions: the id of an option
// is unique in the company and tells its question. Options are never removed.
const optionBase = 1_000

// nextOption is the id of a new option.
func (q *Question) nextOption() int64 { return q.ID*optionBase + int64(len(q.Options)) + 1 }
