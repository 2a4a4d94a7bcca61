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
	// Guest marks a buyer in the shop, who is no user. Of baskets and orders theirs is the
	// one that Secret opens.
	Guest  bool
	Secret string
	// CustomerID is the customer that a buyer has signed in as, 0: nobody is sure who it is.
	CustomerID int64
	// Sight is what the caller sees of events and what hangs on them, nil: everything.
	Sight *Sight
	// RateLimit is how many requests the company may make a minute, 0: as many as it likes.
	RateLimit int64
	// Locale is the language of messages: "en", "de" or "fr".
	Locale string
	// Locales are the languages of the company's texts, the fallback first.
	Locales []string
	// Language is the one of Locales that the caller writes and reads.
	Language Language
	// Via is how the call came.
	Via Via
}

// Can tells whether the caller holds an ability.
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

// Meets tells whether the caller holds what is required.
func (c *Caller) Meets(r Requirement) bool { return r != nil && r.metBy(c) }

// Need refuses a caller who does not hold what is required.
func (c *Caller) Need(r Requirement) error {
	if c.Meets(r) {
		return nil
	}
	return Refuse(Forbidden, "This action is unauthorized.")
}
