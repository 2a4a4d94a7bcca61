package massrefund

import (
	"errors"
	"strings"

	"marquee/app"
	"marquee/app/sales/rules"
)

// faultText is the reason that a report gives for a fault of the box office itself.
const faultText = "A fault in the box office; its log has the details."

// resultOf tells what became of an order. It is pending while a gateway is asked about it,
// whatever went wrong on the way: the money may still go back.
func resultOf(runID int64, did *rules.RefundResult, open bool) Result {
	r := Result{RunID: runID, OrderID: did.OrderID, Outcome: Nothing}
	switch {
	case did.Err == nil && len(did.Items) > 0:
		r.Outcome, r.Items, r.Amount, r.CurrencyID = Refunded, int64(len(did.Items)), did.Amount(), did.CurrencyID
	case did.Err == nil:
	case open || did.Undecided():
		r.Outcome, r.Problem = Pending, problemOf(did.Err)
	default:
		r.Outcome, r.Problem = Failed, problemOf(did.Err)
	}
	return r
}

// problemOf is what a report says of an error. What is inside a fault is for the log alone.
func problemOf(err error) string {
	text := faultText
	if e, ok := errors.AsType[*app.Error](err); ok {
		text = e.Error()
	}
	return shortened(text, maxProblem)
}

// shortened cuts a text to so many bytes, between characters.
func shortened(text string, most int) string {
	return strings.ToValidUTF8(text[:min(len(text), most)], "")
}

// logFault notes a fault in the log.
func (s *step) logFault(t *turn, did *rules.RefundResult) {
	if did.Err == nil || app.KindOf(did.Err) != 0 {
		return
	}
	args := []any{"company", t.company, "run", s.run.ID, "order", did.OrderID, "error", did.Err}
	if stack := app.StackOf(did.Err); stack != "" {
		args = append(args, "stack", stack)
	}
	t.app.Log().Error("an order of a cancelled event could not be refunded", args...)
}
