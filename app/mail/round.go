package mail

import (
	"context"
	"errors"
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/queue"
	"marquee/indexes"
	"marquee/kv"
)

// round is one mail to everybody who has something of an event: who was reached so far.
// It goes on where it was after a restart.
type round struct {
	EventID int64  `msgpack:"e"`
	Kind    Kind   `msgpack:"k"`
	N       int64  `msgpack:"n,omitempty"` // tells those apart that staff ask for
	Note    string `msgpack:"no,omitempty"`
	// After is the last item that was looked at.
	After int64 `msgpack:"a,omitempty"`
	Done  bool  `msgpack:"d,omitempty"`
	// Mails is how many were written.
	Mails int64     `msgpack:"m,omitempty"`
	At    time.Time `msgpack:"t"`
}

type roundKey = kv.Triple[int64, int64, int64]

func (r *round) key() roundKey { return roundKey{A: r.EventID, B: r.Kind.number(), C: r.N} }

var (
	rounds = indexes.DefineKeyed(indexes.KeyedSpec[roundKey, round]{
		Name: "mail_rounds", Version: 1,
		Person:    indexes.Nobody("what is to be mailed, by number"),
		Unaudited: "a queue",
		Key:       kv.TripleOf(kv.Int, kv.Int, kv.Int),
		KeyOf:     func(r *round) roundKey { return r.key() },
		Check: func(r *round) error {
			if r.EventID == 0 || !r.Kind.Known() {
				return errors.New("mail: a round about nothing")
			}
			return nil
		},
	})

	// goesOn are the rounds in the queue.
	goesOn = queue.NewRuns(queue.RunSpec[round]{Name: "mail.round", Of: (*round).ref, Works: func(r *round) bool { return !r.Done }})
)

func (r *round) ref() queue.Ref { return queue.Ref{ID: r.EventID, B: r.Kind.number(), C: r.N} }

// writeRound writes the mails of a round.
func writeRound(a *app.App, company int64, of queue.Ref) queue.Step {
	return func(ctx context.Context) (p queue.Progress, err error) {
		err = a.UpdateCompany(ctx, company, func(tx app.Tx) (err error) {
			p, err = someOfRound(tx, a, roundKey{A: of.ID, B: of.B, C: of.C})
			return err
		})
		return p, err
	}
}

// QueueFormer is the migration that puts the rounds into the queue that an earlier release began.
func QueueFormer() indexes.Migration {
	return indexes.Migration{Number: 9, Name: "mails to many in the queue", Step: indexes.LookAtEachKeyed(rounds.Keyed, goesOn.PutFormer)}
}

// byTheClock begins what the clock asks for.
func byTheClock(ctx context.Context, w *app.Work) error {
	if err := beginReminders(ctx, w); err != nil {
		return err
	}
	return beginOpenings(ctx, w)
}

// beginReminders begins the reminders of events that are near, and of slots: those who have a
// slot are reminded of that. A round has the number of its slot, 0: none.
func beginReminders(ctx context.Context, w *app.Work) error {
	var near []round
	err := w.View(ctx, func(r app.Reader) (err error) {
		near = nil
		s, err := SettingsOf(r)
		if err == nil && s.ReminderHours > 0 {
			near, err = s.near(r, w.App.Now())
		}
		return err
	})
	for i := range near {
		if err == nil {
			err = w.Record(ctx, near[i].EventID, func() error {
				return w.Update(ctx, func(tx app.Tx) error { return begin(tx, near[i]) })
			})
		}
	}
	return err
}

// near are the reminders that are due.
func (s *Settings) near(r app.Reader, now time.Time) (all []round, err error) {
	lead := time.Duration(s.ReminderHours) * time.Hour
	add := func(n round, e *catalog.Event, start, made time.Time) error {
		_, begun, err := rounds.Find(r, n.key())
		at := start.Add(-lead)
		if err == nil && !begun && e.Published && e.CancelledAt == nil && at.After(s.RemindFrom) && at.After(made) {
			all = append(all, n)
		}
		return err
	}
	events, err := catalog.EventsStarting(r, now, now.Add(lead))
	for i := range events {
		if e := &events[i]; err == nil {
			err = add(round{EventID: e.ID, Kind: Reminder}, e, e.Start, e.CreatedAt)
		}
	}
	if err != nil {
		return nil, err
	}
	slots, err := catalog.SlotsStarting(r, now, now.Add(lead))
	for i := range slots {
		if s := &slots[i]; err == nil {
			err = add(round{EventID: s.Event.ID, Kind: Reminder, N: s.Slot.ID}, s.Event, s.Slot.Start, s.Slot.CreatedAt)
		}
	}
	return all, err
}

// begin begins a round unless there is one.
func begin(tx app.Tx, n round) error {
	_, found, err := rounds.Find(tx, n.key())
	if err != nil || found {
		return err
	}
	app.Note(tx, "events", n.EventID, "mailed everybody: "+string(n.Kind))
	n.At = tx.Now()
	if err := rounds.Put(tx, &n); err != nil {
		return err
	}
	return goesOn.Put(tx, &n)
}

// someOfRound looks at the next items of a round, and writes a mail to each of their
// holders who has none of it.
func someOfRound(tx app.Tx, a *app.App, key roundKey) (p queue.Progress, err error) {
	n, found, err := rounds.Find(tx, key)
	if err != nil || !found || n.Done {
		return queue.Ended, err
	}
	items, err := n.items(tx)
	if err != nil {
		return queue.Ended, err
	}
	post := posts.Of(a).now()
	type whose struct{ customer, order int64 }
	seen, write := map[whose]bool{}, n.write
	if n.Kind == TicketsReady {
		write = n.writeOpening
	}
	for i := range items {
		it := &items[i]
		n.After = it.ID
		one := whose{customer: it.CustomerID}
		if n.Kind == TicketsReady { // each order has a link of its own
			one.order = it.OrderID
		}
		if !it.Admissible() || it.CustomerID == 0 || seen[one] || !it.At(n.EventID) {
			continue
		}
		if reminded, err := n.reminds(tx, it); err != nil || !reminded {
			if err != nil {
				return queue.Ended, err
			}
			continue
		}
		seen[one] = true
		written, err := write(tx, post, a, it)
		if err != nil {
			return queue.Ended, err
		}
		n.Mails += written
	}
	if n.Done = len(items) < clockBatch; !n.Done {
		p = queue.More
	}
	return p, rounds.Put(tx, &n)
}

// items are the next of those whose holders a round may mail: season tickets of other events of
// a run as well, whose own event says when their tickets open.
func (n *round) items(tx app.Tx) ([]order.Item, error) {
	if n.Kind == TicketsReady {
		return order.SoldAt(tx, n.EventID, n.After, clockBatch)
	}
	return order.SoldFor(tx, n.EventID, n.After, clockBatch)
}

// reminds tells whether a round is about an item: a reminder of a slot about what is for that
// slot, one of an event about what is for none.
func (n *round) reminds(r app.Reader, it *order.Item) (bool, error) {
	if n.Kind != Reminder {
		return true, nil
	}
	of, err := order.ShowingsOf(r, it)
	for i := range of {
		if s := &of[i]; s.Event.ID == n.EventID {
			return s.Slot == nil && n.N == 0 || s.Slot != nil && s.Slot.ID == n.N, err
		}
	}
	return false, err
}

// slot is the slot that a round is about, 0: none.
func (n *round) slot() int64 {
	if n.Kind == Reminder {
		return n.N
	}
	return 0
}

// write writes the mail of a round to one holder, unless that has it.
func (n *round) write(tx app.Tx, p Post, a *app.App, it *order.Item) (int64, error) {
	once := fmt.Sprintf("%s/%d/%d/%d", n.Kind, n.EventID, n.N, it.CustomerID)
	if _, has, err := messageByOnce.Find(tx, once); err != nil || has {
		return 0, err
	}
	f, err := factsOfEvent(tx, p.BaseURL, n.EventID, n.slot(), it.CustomerID)
	if gone(err) {
		return 0, nil
	}
	if err != nil || f.buyer.Email == "" {
		return 0, err
	}
	m := Message{
		Kind: n.Kind, To: f.buyer.Email, Name: f.buyer.Name, Language: f.reads(), CustomerID: it.CustomerID, EventID: n.EventID,
		SlotID: n.slot(), Note: n.Note, Once: once,
	}
	if err := f.finish(tx, p, &m, a); err != nil {
		return 0, err
	}
	return 1, insert(tx, &m)
}

// due says that something is to be mailed. It is one small record in the transaction of
// the change; who gets which mail, and in which words, is found out afterwards.
type due struct {
	// ID is the order, event, user, customer or transfer that it is about.
	ID   int64 `msgpack:"i"`
	Kind Kind  `msgpack:"k"`
	// N tells those apart that are about the same.
	N int64 `msgpack:"n,omitempty"`
	// Amount and Items are those of a refund, or of a decision.
	Amount int64   `msgpack:"a,omitempty"`
	Items  []int64 `msgpack:"it,omitempty"`
	// Taxes are those in the amount of a refund.
	Taxes []rateTax `msgpack:"tx,omitempty"`
	// CurrencyID is that of an amount that belongs to no order, and RunID the refund of an
	// event that came to its end.
	CurrencyID int64 `msgpack:"cu,omitempty"`
	RunID      int64 `msgpack:"ru,omitempty"`
	// Asked: somebody asked for this mail, so it is sent although others are not.
	Asked bool `msgpack:"q,omitempty"`

	// to is another address than the buyer's, of what is planned at once: it is not stored.
	to string
}

type dueKey = kv.Triple[int64, int64, int64]

func (d *due) key() dueKey { return dueKey{A: d.ID, B: d.Kind.number(), C: d.N} }

var dues = indexes.DefineKeyed(indexes.KeyedSpec[dueKey, due]{
	Name: "mail_due", Version: 1,
	Person:    indexes.Nobody("what is to be mailed, by number"),
	Unaudited: "a queue",
	Key:       kv.TripleOf(kv.Int, kv.Int, kv.Int),
	KeyOf:     func(d *due) dueKey { return d.key() },
	Ascending: true,
	Check: func(d *due) error {
		if d.ID == 0 || !d.Kind.Known() {
			return errors.New("mail: something is due about nothing")
		}
		return nil
	},
})

// ask notes what is to be mailed.
func ask(tx app.Tx, d due) error {
	tx.AfterCommit(posts.Of(app.Of(tx)).Ring)
	return dues.Put(tx, &d)
}
