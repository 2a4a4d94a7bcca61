package webhook

import (
	"fmt"
	"strconv"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// State says where a call stands. The number is stored.
type State int64

// The states: behind → waiting → sent or dead, and dead → waiting or behind by hand.
const (
	// Waiting calls are sent as soon as they are due.
	Waiting State = iota + 1
	// Behind are those before which another one about the same object is open.
	Behind
	// Sent calls were taken by the receiver.
	Sent
	// Dead calls were given up.
	Dead
	lastState = Dead
)

// States are all of them.
var States = []State{Waiting, Behind, Sent, Dead}

var stateNames = map[State]string{Waiting: "waiting", Behind: "behind", Sent: "sent", Dead: "dead"}

func (s State) String() string { return stateNames[s] }

// open tells that a call is still to be sent.
func (s State) open() bool { return s == Waiting || s == Behind }

// Call is one thing that one endpoint is told.
type Call struct {
	ID         int64 `msgpack:"id"`
	EndpointID int64 `msgpack:"e"`
	Kind       Kind  `msgpack:"k"`
	// ObjectID is what it is about, 0 for a test. Ticket is the order item of a scan.
	ObjectID int64     `msgpack:"o,omitempty"`
	Ticket   int64     `msgpack:"t,omitempty"`
	At       time.Time `msgpack:"at"` // when it happened
	// Noted calls were made of a notice, and are named by it.
	Noted bool  `msgpack:"n,omitempty"`
	State State `msgpack:"s"`
	// Due is when a waiting call is to be sent, nil for all others.
	Due      *time.Time `msgpack:"d,omitempty"`
	Attempts int64      `msgpack:"a,omitempty"`
	// Status is what the receiver answered last, 0 for nothing; Problem, why that was not
	// good.
	Status  int64  `msgpack:"st,omitempty"`
	Problem string `msgpack:"p,omitempty"`
	// RetriedAt is when somebody had it sent again last, nil for most.
	RetriedAt *time.Time `msgpack:"r,omitempty"`
	// Since is from when on it was to be sent, nil for most: its time lay ahead, because the
	// clock was set back since.
	Since *time.Time `msgpack:"si,omitempty"`
	// EndedAt is when it was sent or given up.
	EndedAt   *time.Time `msgpack:"ea,omitempty"`
	CreatedAt time.Time  `msgpack:"ca"`
	UpdatedAt time.Time  `msgpack:"ua"`
}

// MessageID is the same in each attempt, and no other call ever has it: not even one that
// gets the same number after the store went back to an older backup.
func (c *Call) MessageID(company int64) string {
	if c.Noted {
		return fmt.Sprintf("msg_%d_%d_%d_%d_%s", company, c.EndpointID, c.Kind.number(), c.ObjectID, strconv.FormatInt(c.At.UnixMicro(), 36))
	}
	return fmt.Sprintf("msg_%d_%d_%s", company, c.ID, strconv.FormatInt(c.At.UnixMicro(), 36))
}

// lane names what keeps an order: the object, or of a scan the ticket.
func (c *Call) lane() int64 {
	object, id := c.Kind.trait().object, c.ObjectID
	if object == Scan && c.Ticket != 0 {
		object, id = Ticket, c.Ticket
	}
	return id*int64(lastObject) + int64(object)
}

// group is where a call stands in the list of calls: endpoint and state.
func (c *Call) group() int64 { return groupOf(c.EndpointID, c.State) }

func groupOf(endpoint int64, s State) int64 { return endpoint*int64(lastState+1) + int64(s) }

func ofGroup(g int64) (endpoint int64, s State) {
	return g / int64(lastState+1), State(g % int64(lastState+1))
}

type (
	readyKey = kv.Pair2[int64, time.Time]
	laneKey  = kv.Pair2[int64, int64]
)

var (
	// callReady lists what is to be sent to an endpoint, by the time.
	callReady = indexes.NewBy("ready", kv.PairOf(kv.Int, kv.Time), func(c *Call) []readyKey {
		if c.State != Waiting {
			return nil
		}
		return []readyKey{{A: c.EndpointID, B: *c.Due}}
	})
	// callOpen lists what is open of a lane, the oldest first.
	callOpen = indexes.NewBy("open", kv.PairOf(kv.Int, kv.Int), func(c *Call) []laneKey {
		if !c.State.open() {
			return nil
		}
		return []laneKey{{A: c.EndpointID, B: c.lane()}}
	})
	callListed = indexes.NewBy("listed", kv.Int, func(c *Call) []int64 { return []int64{c.group()} }).Counted()
)

var calls = indexes.Define(indexes.Spec[Call]{
	Name: "webhook_calls", Version: 1,
	Person:    indexes.Nobody("what happened to which record, by number"),
	Unaudited: "a queue",
	ID:        func(c *Call) *int64 { return &c.ID },
	Stamp:     func(tx app.Tx, old, c *Call) { app.Stamp(tx, old == nil, &c.CreatedAt, &c.UpdatedAt) },
	Check:     (*Call).check,
}, callReady.Index, callOpen.Index, callListed.Index)

// check holds what belongs to each state.
func (c *Call) check() error {
	switch {
	case c.EndpointID == 0 || c.Kind.number() < 0:
		return fmt.Errorf("webhook call %d: to nobody, or of nothing", c.ID)
	case stateNames[c.State] == "" || (c.Due != nil) != (c.State == Waiting) || (c.EndedAt == nil) != c.State.open():
		return fmt.Errorf("webhook call %d: a %s call has a wrong time", c.ID, c.State)
	}
	return nil
}

// since is when it was to be sent first: for three days from then it is tried.
func (c *Call) since() time.Time {
	switch {
	case c.Since != nil:
		return *c.Since
	case c.RetriedAt != nil:
		return *c.RetriedAt
	}
	return c.At
}

// wait makes a call due.
func (c *Call) wait(due time.Time) { c.State, c.Due, c.EndedAt = Waiting, &due, nil }

// stay puts a call behind another one.
func (c *Call) stay() { c.State, c.Due, c.EndedAt = Behind, nil, nil }

// end is the last of a call.
func (c *Call) end(s State, now time.Time) { c.State, c.Due, c.EndedAt = s, nil, &now }
