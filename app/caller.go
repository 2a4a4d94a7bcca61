package app

// Caller is who makes a request, resolved once at the door and never changed.
type Caller struct {
	UserID    int64
	UserName  string
	UserEmail string
	TokenID   int64
	// CompanyID is the company the call acts on.
	CompanyID int64
	// Installation marks a super user of the whole installation.
	Installation bool
	// Super passes every ability check inside the company.
	Super bool
	// Abilities are the union of the caller's roles and direct abilities.
	Abilities map[Ability]bool
	// Scoped are the abilities that the caller holds at some events alone, nil: none. Those
	// in Abilities are not among them.
	Scoped map[Ability]Scope
	// Guest marks a buyer in the shop, who is no user. Of baskets and orders theirs is the
	// one that Secret opens.
	Guest  bool
	Secret string
	// CustomerID is the customer that a buyer has signed in as, 0: nobody is sure who it is.
	CustomerID int64
	// Visibility is what the caller sees of events and what hangs on them, nil: everything.
	Visibility *Visibility
	// RateLimit is how many requests the company may make a minute, 0: as many as it likes.
	RateLimit int64
	// Locale is the language of messages: "en", "de" or "fr".
	Locale string
	// Locales are the languages of the company's texts, the fallback first.
	Locales []string
	// Language is the one of Locales that the caller writes and reads.
	Language Language
	// Stale marks somebody who signed in on a page and has not shown for a while that it is
	// they: who sits down at a browser that was left open must not get at keys, people or money.
	Stale bool
	// Via is how the call came.
	Via Via
}

// ErrStale refuses a stale caller what asks for a proof.
var ErrStale error = Refuse(Forbidden, "Please show again that it is you.")

// Can tells whether a caller holds an ability everywhere.
func (c *Caller) Can(a Ability) bool {
	switch a {
	case Anyone:
		return true
	case Authenticated:
		return c != nil
	case Installation:
		return c != nil && c.Installation
	}
	return c != nil && (c.Super || c.Abilities[a])
}

// Holds tells whether a caller holds what is required at some events at least.
func (c *Caller) Holds(r Requirement) bool {
	if r == nil {
		return false
	}
	_, held := r.heldBy(c)
	return held
}

// Meets tells whether the caller holds what is required, everywhere.
func (c *Caller) Meets(r Requirement) bool {
	if r == nil {
		return false
	}
	at, held := r.heldBy(c)
	return held && at == nil
}

// ScopeOf is where the caller holds what is required, nil where that is everywhere or
// nowhere.
func (c *Caller) ScopeOf(r Requirement) Scope {
	at, _ := r.heldBy(c)
	return at
}

// MeetsAt tells whether the caller holds what is required at an event.
func (c *Caller) MeetsAt(r Requirement, e Subject) bool {
	if r == nil {
		return false
	}
	at, held := r.heldBy(c)
	return held && (at == nil || at.Covers(c.UserID, e))
}

// Need refuses a caller who does not hold what is required everywhere.
func (c *Caller) Need(r Requirement) error { return unless(c.Meets(r)) }

// NeedAt refuses a caller who does not hold what is required at an event.
func (c *Caller) NeedAt(r Requirement, e Subject) error {
	return unless(c.MeetsAt(r, e))
}

// NeedSome refuses a caller who does not hold what is required at any event. What is read
// or written then must be found in a snapshot or transaction that asks for the same.
func (c *Caller) NeedSome(r Requirement) error { return unless(c.Holds(r)) }

// at is what the caller sees where they hold what is required.
func (c *Caller) at(r Requirement) (*Visibility, error) {
	if r == nil {
		return nil, unless(false)
	}
	at, held := r.heldBy(c)
	switch {
	case !held:
		return nil, unless(false)
	case at == nil:
		return c.Visibility, nil
	}
	return c.Visibility.within(c.UserID, at), nil
}

func unless(met bool) error {
	if met {
		return nil
	}
	return Refuse(Forbidden, "This action is unauthorized.")
}
