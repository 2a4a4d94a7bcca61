package mail

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/person"
	"marquee/indexes"
	"marquee/kv"
)

// State says where a mail stands. The number is stored.
type State int64

// The states.
const (
	// Queued mails are handed over as soon as may be.
	Queued State = iota + 1
	Sent
	// Dead mails were given up; they can be sent again by hand.
	Dead
	// Held mails wait for somebody who sends them: there was no mail server when they were
	// written.
	Held
	// Suppressed mails are not to be sent: Reason says why.
	Suppressed
)

var stateNames = []string{"", "queued", "sent", "dead", "held", "suppressed"}

func (s State) String() string {
	if s < Queued || s > Suppressed {
		return ""
	}
	return stateNames[s]
}

// States are all of them.
var States = []State{Queued, Sent, Dead, Held, Suppressed}

// ParseState reads the name of a state; 0 is none.
func ParseState(name string) State {
	for _, s := range States {
		if s.String() == name {
			return s
		}
	}
	return 0
}

// Message is one mail to one address, and what became of it. What stands in it is
// written when it is handed over, so that it says what is true then.
type Message struct {
	ID    int64 `msgpack:"i"`
	Kind  Kind  `msgpack:"k"`
	State State `msgpack:"s"`
	// To is the address, and Name who reads it.
	To   string `msgpack:"t"`
	Name string `msgpack:"n,omitempty"`
	// Language is a tag: "de", "fr-CH".
	Language string `msgpack:"l"`
	Subject  string `msgpack:"su,omitempty"`

	OrderID    int64 `msgpack:"o,omitempty"`
	EventID    int64 `msgpack:"e,omitempty"`
	CustomerID int64 `msgpack:"c,omitempty"`
	// SlotID is the slot of the event that it is about, 0: the event as a whole.
	SlotID int64 `msgpack:"sl,omitempty"`
	// AboutID is the purchaser whom a mail to people of the company tells of: the order may be
	// somebody else's by now. 0 where nobody knows, and in mails of earlier releases.
	AboutID int64 `msgpack:"ab,omitempty"`
	// UserID is whose password the mail is about.
	UserID int64 `msgpack:"u,omitempty"`
	// TransferID is the transfer that it is about.
	TransferID int64 `msgpack:"tf,omitempty"`
	// Amount and Items are those of a refund, or of a decision; Note is what staff added.
	Amount int64   `msgpack:"am,omitempty"`
	Items  []int64 `msgpack:"it,omitempty"`
	Note   string  `msgpack:"no,omitempty"`
	// Taxes are those in the amount of a refund; mails of earlier releases have none.
	Taxes []rateTax `msgpack:"rt,omitempty"`
	// CurrencyID is that of an amount that belongs to no order; RunID is the refund of an
	// event that came to its end.
	CurrencyID int64 `msgpack:"cu,omitempty"`
	RunID      int64 `msgpack:"ru,omitempty"`
	// ReportID is the run of a report that it is about.
	ReportID int64 `msgpack:"rp,omitempty"`
	// GroupID is the group that somebody came into.
	GroupID int64 `msgpack:"gp,omitempty"`
	// InvoiceID is the invoice that is sent again.
	InvoiceID int64 `msgpack:"iv,omitempty"`
	// CircularID is what staff wrote to many.
	CircularID int64 `msgpack:"cr,omitempty"`
	// Once names a mail that nobody gets twice; empty for others.
	Once string `msgpack:"on,omitempty"`
	// Unpaid: it is about an order that nobody had paid anything for.
	Unpaid bool `msgpack:"un,omitempty"`
	// Asked: somebody asked for it again. Elsewhere: and named an address that is not the buyer's.
	Asked     bool `msgpack:"q,omitempty"`
	Elsewhere bool `msgpack:"el,omitempty"`

	// EntryID is its entry in the queue, 0 while it has none.
	EntryID  int64  `msgpack:"x,omitempty"`
	Attempts int64  `msgpack:"at,omitempty"`
	Reason   string `msgpack:"r,omitempty"`

	CreatedAt time.Time  `msgpack:"ca"`
	UpdatedAt time.Time  `msgpack:"ua"`
	SentAt    *time.Time `msgpack:"sa,omitempty"`
}

// shown: a mail is seen by whoever sees the event or the order that it is about.
func (m *Message) shown(r app.Reader) (bool, error) {
	if m.EventID != 0 || m.OrderID == 0 {
		return catalog.ShownAt(r, m.EventID)
	}
	_, err := order.Orders.Get(r, m.OrderID)
	if errors.Is(err, indexes.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

func (m *Message) check() error {
	switch {
	case !m.Kind.Known() || m.State.String() == "" || m.To == "" || m.Language == "":
		return fmt.Errorf("mail %d: has no kind, state, address or language", m.ID)
	case m.OrderID == 0 && m.EventID == 0 && m.UserID == 0 && m.ReportID == 0 && m.CircularID == 0 && !m.aboutCustomer():
		return fmt.Errorf("mail %d: is about nothing", m.ID)
	case (m.State == Sent) != (m.SentAt != nil):
		return fmt.Errorf("mail %d: is %s and has a wrong time", m.ID, m.State)
	case m.State == Queued && m.EntryID == 0:
		return fmt.Errorf("mail %d: is queued, and nothing sends it", m.ID)
	case (m.State == Dead || m.State == Suppressed) && m.Reason == "":
		return errors.New("mail: one that is not sent has no reason")
	}
	return nil
}

// aboutCustomer tells whether a mail is about a customer and nothing else, who may be erased.
func (m *Message) aboutCustomer() bool {
	return m.Kind.trait().about == aCustomer && (m.CustomerID != 0 || m.To == person.ErasedEmail)
}

// stateTime is where a mail stands in lists.
type stateTime = kv.Pair2[int64, time.Time]

var (
	messageListed = indexes.NewBy("listed", kv.PairOf(kv.Int, kv.Time), func(m *Message) []stateTime {
		return []stateTime{{A: int64(m.State), B: m.CreatedAt}}
	}).Counted()
	messageByAge   = indexes.NewBy("age", kv.Time, func(m *Message) []time.Time { return []time.Time{m.CreatedAt} })
	messageByOrder = indexes.NewBy("order", kv.Int, func(m *Message) []int64 {
		if m.OrderID == 0 {
			return nil
		}
		return []int64{m.OrderID}
	})
	messageByAddress  = indexes.NewBy("address", kv.String, func(m *Message) []string { return []string{app.Fold(m.To)} })
	messageByCustomer = indexes.NewBy("customer", kv.Int, func(m *Message) []int64 {
		if m.owner() == 0 {
			return nil
		}
		return []int64{m.owner()}
	})
	messageByOnce = indexes.NewUnique("once", kv.String, func(m *Message) []string {
		if m.Once == "" {
			return nil
		}
		return []string{m.Once}
	})
	messageByCircular = indexes.NewBy("circular", kv.PairOf(kv.Int, kv.Time), func(m *Message) []stateTime {
		if m.CircularID == 0 || m.CustomerID == 0 && m.Asked {
			return nil
		}
		return []stateTime{{A: circularKey(m.CircularID, m.State), B: m.CreatedAt}}
	}).Counted()
	messages = indexes.Define(indexes.Spec[Message]{
		Name: "mails", Version: 1,
		Person:    indexes.Cleared((*Message).forget, "To: of people of the company; an erasure blanks that of the customer", "Language: of its texts", "Once: names no person"),
		Unaudited: "a journal",
		Shown:     func(r app.Reader, m *Message) (bool, error) { return m.shown(r) },
		ID:        func(m *Message) *int64 { return &m.ID },
		Stamp:     func(tx app.Tx, old, m *Message) { app.Stamp(tx, old == nil, &m.CreatedAt, &m.UpdatedAt) },
		Check:     (*Message).check,
	}, messageListed.Index, messageByAge.Index, messageByOrder.Index, messageByAddress.Index, messageByOnce.Index, messageByCustomer.Index, messageByCircular.Index)
)

// owner is the customer who got a mail, or whom one to people of the company tells of.
func (m *Message) owner() int64 { return cmp.Or(m.CustomerID, m.AboutID) }

// messageByID finds a mail of the company.
func messageByID(r app.Reader, id int64) (Message, error) {
	m, err := messages.Get(r, id)
	if errors.Is(err, indexes.ErrNotFound) {
		err = app.Missing("mail")
	}
	return m, err
}

// become moves a mail to another state.
func (m *Message) become(s State, reason string) {
	m.State, m.Reason = s, shortened(reason, maxReason)
}
