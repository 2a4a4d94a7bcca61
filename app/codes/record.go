package codes

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/locale"
)

// Code is the part that the codes of every kind have in common. It is stored as fields
// of their records.
type Code struct {
	ID   int64  `msgpack:"id"`
	Text string `msgpack:"c"`
	// ParentID is the code whose settings a child has; those of its own are empty.
	ParentID int64 `msgpack:"p,omitempty"`
	// IsParent codes have children and cannot be entered.
	IsParent bool `msgpack:"ip,omitempty"`

	// Nil limits do not limit.
	MaximumUses        *int64     `msgpack:"mu,omitempty"`
	MaxUsesPerCustomer *int64     `msgpack:"mc,omitempty"`
	ValidFrom          *time.Time `msgpack:"vf,omitempty"`
	ValidTo            *time.Time `msgpack:"vt,omitempty"`
	// GroupIDs are the customer groups whose members may use it; none: everybody may.
	GroupIDs []int64 `msgpack:"gi,omitempty"`
	// CreatedBy is the user who made it, 0: nobody knows. That of a child is its parent's.
	CreatedBy int64 `msgpack:"cb,omitempty"`

	CreatedAt  time.Time  `msgpack:"ca"`
	UpdatedAt  time.Time  `msgpack:"ua"`
	DisabledAt *time.Time `msgpack:"xa,omitempty"`
	DeletedAt  *time.Time `msgpack:"da,omitempty"`
	// PausedAt is since when nobody can enter it, for a while. What an access code closes stays
	// closed meanwhile, unlike that of one which is disabled.
	PausedAt *time.Time `msgpack:"pa,omitempty"`
}

// Gone tells that the code cannot be entered, for now or any more, or is a parent.
func (c *Code) Gone() bool {
	return c.DeletedAt != nil || c.DisabledAt != nil || c.PausedAt != nil || c.IsParent
}

// inherit takes the settings of the parent over.
func (c *Code) inherit(p *Code) {
	c.MaximumUses, c.MaxUsesPerCustomer, c.ValidFrom, c.ValidTo = p.MaximumUses, p.MaxUsesPerCustomer, p.ValidFrom, p.ValidTo
	c.GroupIDs = p.GroupIDs
	if c.DisabledAt == nil {
		c.DisabledAt = p.DisabledAt
	}
	c.PausedAt = p.PausedAt
	if c.DeletedAt == nil {
		c.DeletedAt = p.DeletedAt
	}
}

// check holds the promises every stored code keeps.
func (c *Code) check(name string) error {
	switch {
	case c.Text == "":
		return fmt.Errorf("%s %d: no code", name, c.ID)
	case c.ParentID != 0 && c.IsParent:
		return fmt.Errorf("%s %d: a child with children", name, c.ID)
	}
	return nil
}

// Fields are what the common part can be made of; what is nil or not given is left as it
// is.
type Fields struct {
	Text                            *string
	MaximumUses, MaxUsesPerCustomer app.Maybe[int64]
	ValidFrom, ValidTo              app.Maybe[company.Moment]
	GroupIDs                        app.Maybe[[]int64]
	// Paused pauses a code, or ends that.
	Paused *bool
	// UnchangedSince refuses the change where the code was changed after it.
	UnchangedSince *time.Time
}

// Put writes the fields into a code at a moment. Days are those of a place.
func (in *Fields) Put(c *Code, now time.Time, where *time.Location) {
	switch {
	case in.Paused == nil:
	case !*in.Paused:
		c.PausedAt = nil
	case c.PausedAt == nil:
		c.PausedAt = &now
	}
	if in.Text != nil {
		c.Text = app.OneForm(strings.TrimSpace(*in.Text))
	}
	in.MaximumUses.Point(&c.MaximumUses)
	in.MaxUsesPerCustomer.Point(&c.MaxUsesPerCustomer)
	company.PutMoment(&c.ValidFrom, in.ValidFrom, where, false)
	company.PutMoment(&c.ValidTo, in.ValidTo, where, true)
	app.PutList(in.GroupIDs, &c.GroupIDs)
}

// CheckGroups wants the customer groups that a request names to be there.
func (in *Fields) CheckGroups(p *app.Problems, r app.Reader) error {
	if in.GroupIDs.Value == nil {
		return nil
	}
	if len(*in.GroupIDs.Value) > maxGroups {
		p.Add("customerGroups", "must not have more than %d entries", maxGroups)
		return nil
	}
	return customer.WantGroups(p, r, "customerGroups", *in.GroupIDs.Value)
}

// Check names every problem of the common part.
func (c *Code) Check(p *app.Problems) {
	if c.Text == "" {
		p.Add("code", "is required")
	}
	checkText(p, "code", c.Text, MaxText)
	Between(p, "maximumUses", c.MaximumUses, 0, MaxUses)
	Between(p, "maxUsesPerCustomer", c.MaxUsesPerCustomer, 1, MaxUses)
	if c.ValidFrom != nil && c.ValidTo != nil && !c.ValidFrom.Before(*c.ValidTo) {
		p.Add("validTo", "must be after %s", "validFrom")
	}
}

// checkText wants letters, digits, dashes and underscores, and no more than so many of them.
func checkText(p *app.Problems, field, text string, most int) {
	odd := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '-' && r != '_'
	}
	switch {
	case utf8.RuneCountInString(text) > most:
		p.Add(field, "must not be longer than %d characters", most)
	case strings.ContainsFunc(text, odd):
		p.Add(field, "must consist of letters, digits, - and _")
	}
}

// plain is a code as codes are compared: in one form, composed or not, and without case.
func plain(text string) string { return app.Fold(app.OneForm(text)) }

// Between notes a number outside its bounds; nil is none.
func Between(p *app.Problems, field string, n *int64, from, to int64) {
	if n != nil && (*n < from || *n > to) {
		p.Add(field, "must be between %d and %d", from, to)
	}
}

// BetweenMoney notes an amount outside its bounds; nil is none.
func BetweenMoney(p *app.Problems, field string, currencyID int64, n *int64, from, to int64) {
	if n != nil && (*n < from || *n > to) {
		p.Add(field, "must be between %s and %s", locale.Money{CurrencyID: currencyID, Minor: from}, locale.Money{CurrencyID: currencyID, Minor: to})
	}
}
