package imports

import "slices"

// State says where an import stands. The number is stored.
type State int64

// The states.
const (
	// Loading: the file is being stored.
	Loading State = iota + 1
	// Uploaded: somebody has to say which column is what.
	Uploaded
	// Checking: each record is rehearsed, in the background.
	Checking
	// Checked: somebody has to approve what the report shows.
	Checked
	// Running: the records are taken in, in the background.
	Running
	// Done: every row had its turn.
	Done
	// Broken: it cannot go on, for a reason that stands in it.
	Broken
	// Cancelled: somebody ended it. What was taken in until then stays.
	Cancelled
)

var states = []string{"", "importing", "requires-headers", "validating", "pending-approval", "processing", "complete", "unexpected-error", "cancelled"}

// withErrors is the slug of an import that is done but for some rows.
const withErrors = "complete-with-errors"

// String is the slug of the API.
func (s State) String() string { return states[s] }

// next are the states that may follow on each.
var next = [...][]State{
	Loading:   {Uploaded, Cancelled},
	Uploaded:  {Checking, Cancelled},
	Checking:  {Checked, Checking, Broken, Cancelled},
	Checked:   {Checking, Running, Cancelled},
	Running:   {Done, Broken, Cancelled},
	Done:      {},
	Broken:    {},
	Cancelled: {},
}

// may tells whether a state may follow on another.
func (s State) may(then State) bool { return slices.Contains(next[s], then) }

// Ended tells that nothing follows.
func (s State) Ended() bool { return s >= Done }

// Slug is the state as the API tells it.
func (n *Import) Slug() string {
	if n.State == Done && n.Refused+n.Failed > 0 {
		return withErrors
	}
	return n.State.String()
}
