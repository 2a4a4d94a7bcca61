package capture

import (
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
	return nil
}

// belonging is where an answer belongs: order, item, field.
type belonging = kv.Triple[int64, int64, int64]

var responseIn = indexes.NewBy("context", kv.TripleOf(kv.Int, kv.Int, kv.Int), func(a *Response) []belonging {
	return []belonging{{A: a.OrderID, B: a.ItemID, C: a.FieldID}}
})

// Responses is the table of answers.
var Responses = indexes.Define(indexes.Spec[Response]{
	Name: "question_responses", Version: 1,
	ID:    func(a *Response) *int64 { return &a.ID },
	Stamp: func(tx app.Tx, old, a *Response) { app.Stamp(tx, old == nil, &a.CreatedAt, &a.UpdatedAt) },
	Check: (*Response).check,
}, responseIn.Index)
