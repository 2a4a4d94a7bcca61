package catalog

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// ApprovalState says where the approval of an event stands. The number is stored.
type ApprovalState int64

// The states. What nobody asked for has none.
const (
	ApprovalAsked ApprovalState = iota + 1
	Approved
	ApprovalRefused
)

// String is the slug of the API.
func (s ApprovalState) String() string {
	return [...]string{"none", "awaiting", "approved", "rejected"}[s]
}

// Approval is that somebody who may not publish an event asks for it. An event has one, and
// after a refusal it can be asked for again.
type Approval struct {
	EventID int64         `msgpack:"e"`
	State   ApprovalState `msgpack:"s"`
	// Times is how often it was asked for.
	Times int64 `msgpack:"n"`
	// AskedBy and DecidedBy are users, 0 where nobody knows.
	AskedBy   int64      `msgpack:"a,omitempty"`
	AskedAt   time.Time  `msgpack:"at"`
	DecidedBy int64      `msgpack:"d,omitempty"`
	DecidedAt *time.Time `msgpack:"dt,omitempty"`
	// Reason is why it was refused.
	Reason string `msgpack:"r,omitempty"`
}

func (p *Approval) check() error {
	switch {
	case p.EventID == 0 || p.State < ApprovalAsked || p.State > ApprovalRefused:
		return errors.New("event approval: of no event, or in no state")
	case (p.State == ApprovalAsked) != (p.DecidedAt == nil) || (p.State == ApprovalRefused) != (p.Reason != ""):
		return errors.New("event approval: its decision does not fit its state")
	}
	return nil
}

var (
	// approvalAwaiting finds the events whose approval somebody asked for and nobody decided.
	approvalAwaiting = indexes.NewBy("awaiting", kv.Int, func(p *Approval) []int64 {
		if p.State != ApprovalAsked {
			return nil
		}
		return []int64{p.EventID}
	})
	approvals = indexes.DefineKeyed(indexes.KeyedSpec[int64, Approval]{
		Name: "event_approvals", Version: 1,
		Person: indexes.Nobody("what staff say of events"),
		Key:    kv.Int,
		KeyOf:  func(p *Approval) int64 { return p.EventID },
		Check:  (*Approval).check,
	}, approvalAwaiting.Index)
)

// ApprovalOf finds the approval of an event; one that nobody asked for is empty.
func ApprovalOf(r app.Reader, eventID int64) (Approval, error) {
	p, found, err := approvals.Find(r, eventID)
	if !found {
		p = Approval{EventID: eventID}
	}
	return p, err
}

// LookAtApproval reads the approval of an event.
func LookAtApproval(ctx context.Context, a *app.App, c *app.Caller, eventID int64) (p Approval, err error) {
	err = a.View(ctx, c, app.ViewEvents, func(r app.Reader) error {
		if _, err := standingEvent(r, eventID); err != nil {
			return err
		}
		p, err = ApprovalOf(r, eventID)
		return err
	})
	return p, err
}

// AskApproval asks somebody who may publish an event to do so.
func AskApproval(ctx context.Context, a *app.App, c *app.Caller, eventID int64) (p Approval, err error) {
	err = a.Update(ctx, c, app.EditEvents, func(tx app.Tx) error {
		if err := oneApproval(tx, eventID); err != nil {
			return err
		}
		e, err := standingEvent(tx, eventID)
		if err != nil {
			return err
		}
		if p, err = ApprovalOf(tx, eventID); err != nil {
			return err
		}
		switch {
		case e.CancelledAt != nil:
			return app.Field("eventId", "is cancelled")
		case e.Published:
			return app.Field("eventId", "is published already")
		case p.State == ApprovalAsked:
			return app.Field("eventId", "awaits approval already")
		}
		p = Approval{EventID: eventID, State: ApprovalAsked, Times: p.Times + 1, AskedBy: c.UserID, AskedAt: tx.Wall()}
		return p.save(tx)
	})
	return p, err
}

// RefuseApproval says why an event is not published as it is. It stays a draft.
func RefuseApproval(ctx context.Context, a *app.App, c *app.Caller, eventID int64, reason string) (p Approval, err error) {
	var problems app.Problems
	reason = strings.TrimSpace(reason)
	if wantSaid(&problems, "reason", reason, maxReason); len(problems) > 0 {
		return p, problems.Err()
	}
	err = a.Update(ctx, c, app.Publish, func(tx app.Tx) error {
		if _, err := standingEvent(tx, eventID); err != nil {
			return err
		}
		if p, err = ApprovalOf(tx, eventID); err != nil {
			return err
		}
		if p.State != ApprovalAsked {
			return app.Field("eventId", "does not await approval")
		}
		p.State, p.Reason = ApprovalRefused, reason
		return p.decide(tx, c)
	})
	return p, err
}

// oneApproval lets nobody ask while somebody publishes the event: one of both comes second and
// sees the other.
func oneApproval(tx app.Tx, event int64) error {
	return tx.Guard(guards, []byte(fmt.Sprintf("approval of event %d of %d", event, tx.Company())))
}

// approve notes that an event was published for which somebody had asked.
func approve(tx app.Tx, c *app.Caller, e *Event) error {
	if err := oneApproval(tx, e.ID); err != nil {
		return err
	}
	p, err := ApprovalOf(tx, e.ID)
	if err != nil || p.State != ApprovalAsked {
		return err
	}
	p.State = Approved
	return p.decide(tx, c)
}

func (p *Approval) decide(tx app.Tx, c *app.Caller) error {
	now := tx.Wall()
	p.DecidedBy, p.DecidedAt = c.UserID, &now
	return p.save(tx)
}

func (p *Approval) save(tx app.Tx) error {
	if err := approvals.Put(tx, p); err != nil {
		return err
	}
	return PortsOf(tx).ApprovalMoved(tx, p)
}

// standingEvent finds an event that is not deleted.
func standingEvent(r app.Reader, id int64) (*Event, error) {
	e, err := SharedEvent(r, id)
	if err == nil && e.DeletedAt != nil {
		err = app.Missing("event")
	}
	return e, err
}
