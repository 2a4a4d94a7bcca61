package capture

import (
	"cmp"
	"fmt"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Response is an answer to a field.
type Response struct {
	ID         int64 `msgpack:"id"`
	FieldID    int64 `msgpack:"f"`
	QuestionID int64 `msgpack:"q"`
	OrderID    int64 `msgpack:"o"`
	// ItemID is the order item, 0 where the answer is about the order.
	ItemID int64 `msgpack:"i,omitempty"`
	// EventID and CustomerID were named with the answer.
	EventID    int64 `msgpack:"e,omitempty"`
	CustomerID int64 `msgpack:"c,omitempty"`
	// FormerID is who gave it, where no customer was named with it, and who had the order or the
	// item then gave that away; 0 for most.
	FormerID int64 `msgpack:"fo,omitempty"`
	// Text is the answer, or OptionIDs are.
	Text      string  `msgpack:"t,omitempty"`
	OptionIDs []int64 `msgpack:"op,omitempty"`
	// Shown is the text of a marketing question as it was when it was answered.
	Shown     string    `msgpack:"s,omitempty"`
	CreatedAt time.Time `msgpack:"ca"`
	UpdatedAt time.Time `msgpack:"ua"`
}

func (a *Response) check() error {
	if a.FieldID == 0 || a.QuestionID == 0 || a.OrderID == 0 || (a.Text == "") == (len(a.OptionIDs) == 0) {
		return fmt.Errorf("answer %d: without field, order or answer, or with two answers", a.ID)
	}
	if a.CustomerID != 0 && a.FormerID != 0 {
		return fmt.Errorf("answer %d: of two customers", a.ID)
	}
	return nil
}

// owner is whose answer it is, 0: that of whoever has what it is about.
func (a *Response) owner() int64 { return cmp.Or(a.CustomerID, a.FormerID) }

// responseOf finds the answers of a customer that stay theirs when somebody else has what they
// are about.
var responseOf = indexes.NewBy("owner", kv.Int, func(a *Response) []int64 {
	if a.owner() == 0 {
		return nil
	}
	return []int64{a.owner()}
})

// belonging is where an answer belongs: order, item, field.
type belonging = kv.Triple[int64, int64, int64]

func (a *Response) in() belonging { return belonging{A: a.OrderID, B: a.ItemID, C: a.FieldID} }

var responseIn = indexes.NewBy("context", kv.TripleOf(kv.Int, kv.Int, kv.Int), func(a *Response) []belonging {
	return []belonging{a.in()}
})

// Responses is the table of answers.
var Responses = responseTable.Table

var responseTable = indexes.Define(indexes.Spec[Response]{
	Name: "question_responses", Version: 1,
	Person: indexes.Removed("the order, or the item"),
	ID:     func(a *Response) *int64 { return &a.ID },
	Stamp:  func(tx app.Tx, old, a *Response) { app.Stamp(tx, old == nil, &a.CreatedAt, &a.UpdatedAt) },
	Check:  (*Response).check,
}, responseIn.Index, responseOf.Index, responseByField.Index)
