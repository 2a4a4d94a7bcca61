package app

import (
	"errors"
	"slices"

	"marquee/indexes"
)

// Visibility is what a caller in visibility groups sees: what shares a group with them, and
// what was given to them directly. Who has none sees everything.
//
// In a snapshot or transaction it also tells at which events the caller holds the ability
// that was asked for, where that is not all of them, or that it is for what they made.
type Visibility struct {
	UserID int64   `msgpack:"u"`
	Groups []int64 `msgpack:"g"`

	ungrouped bool  // no group hides anything
	at        Scope // nil: at all events
}

// within is the visibility, nil for everything, of what an ability counts for.
func (s *Visibility) within(userID int64, at Scope) *Visibility {
	if s == nil {
		return &Visibility{UserID: userID, ungrouped: true, at: at}
	}
	return &Visibility{UserID: s.UserID, Groups: s.Groups, at: at}
}

// Covers tells whether an event is among those that the ability counts for.
func (s *Visibility) Covers(e Subject) bool {
	return s == nil || !s.at.about("") || s.at.Covers(s.UserID, e)
}

// Owns tells whether something that is no event, and that somebody made, is among what the
// ability counts for: whatever it is where it does not choose among such. What is about to be
// made has no number yet.
func (s *Visibility) Owns(what string, id, madeBy int64) bool {
	return s == nil || !s.at.about(what) || slices.ContainsFunc(s.at, func(p Choice) bool {
		return p.Of == what && (p.Own && madeBy != 0 && madeBy == s.UserID || p.selects(id))
	})
}

// Beside tells whether something that could hang on an event and hangs on none is seen:
// where an ability counts for some events alone, by who made it.
func (s *Visibility) Beside(madeBy int64) bool {
	return s == nil || !s.at.about("") || madeBy != 0 && madeBy == s.UserID
}

// Sees tells whether something with these groups, given to these users, is seen.
func (s *Visibility) Sees(groups, users []int64) bool {
	if s == nil || s.ungrouped {
		return true
	}
	return slices.Contains(users, s.UserID) || slices.ContainsFunc(groups, func(id int64) bool { return slices.Contains(s.Groups, id) })
}

// Inherits are the groups of what a caller makes.
func (s *Visibility) Inherits() []int64 {
	if s == nil {
		return nil
	}
	return slices.Clone(s.Groups)
}

// VisibilityOf is the visibility of whom a snapshot or transaction belongs to, nil for those who see
// everything.
func VisibilityOf(r Reader) *Visibility {
	if n, ok := r.(interface{ sees() *Visibility }); ok {
		return n.sees()
	}
	return nil
}

// Whole is the same snapshot for work that goes beyond what its caller sees, and shows
// them nothing of it.
func Whole(r Reader) Reader {
	if VisibilityOf(r) == nil {
		return r
	}
	switch s := r.(type) {
	case snapshot:
		s.visibility = nil
		return s
	case lenient:
		s.visibility = nil
		return s
	case transaction:
		s.visibility = nil
		return s
	}
	return r
}

// WholeTx is Whole for a transaction.
func WholeTx(tx Tx) Tx {
	if t, ok := tx.(transaction); ok && t.visibility != nil {
		t.visibility = nil
		return t
	}
	return tx
}

// beyond refuses a command that would change what hangs on an event that its caller does
// not see, beside what they do see.
func (s *Visibility) beyond(err error) error {
	if s == nil || !errors.Is(err, indexes.ErrNotFound) {
		return err
	}
	return &Error{Kind: Forbidden, Message: Msg("This would change something that you do not see."), cause: err}
}

func (s snapshot) sees() *Visibility    { return s.visibility }
func (t transaction) sees() *Visibility { return t.visibility }

// Narrowed and LeavesOut make them an indexes.Narrow.
func (s snapshot) Narrowed() bool    { return s.visibility != nil }
func (s snapshot) LeavesOut() bool   { return true }
func (t transaction) Narrowed() bool { return t.visibility != nil }

// LeavesOut is false: sums over what a command changes are of all of it.
func (t transaction) LeavesOut() bool { return false }
