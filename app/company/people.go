package company

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/search"
	"marquee/indexes"
)

// Person is a user as the page of people shows them.
type Person struct {
	CompanyUser
	// SeenAt is when one of their newest tokens was used last, nil: never.
	SeenAt *time.Time
}

// PeopleState is how it stands with somebody's access.
type PeopleState string

// The states.
const (
	PeopleActive  PeopleState = "active"
	PeopleInvited PeopleState = "invited"
	PeopleEnded   PeopleState = "ended"
)

// State is how it stands with the access of a user.
func (u *CompanyUser) State() PeopleState {
	switch {
	case u.Member.SuspendedAt != nil:
		return PeopleEnded
	case u.Pending():
		return PeopleInvited
	}
	return PeopleActive
}

// People are those of a company, in the order in which they joined it.
type People struct {
	Rows []Person
	// Counts is how many there are in each state; More: and others behind them.
	Counts map[PeopleState]int
	More   bool
}

// ReadPeople lists the users of a company in one state whose name and address have parts that a search
// names.
func ReadPeople(ctx context.Context, a *app.App, c *app.Caller, state PeopleState, query string) (out People, err error) {
	err = a.View(ctx, c, mayListUsers, func(r app.Reader) error {
		out = People{Counts: map[PeopleState]int{}}
		asked := search.Query(query)
		for _, suspended := range []bool{false, true} {
			if err := out.read(r, memberGroup(r.Company(), suspended), state, asked); err != nil {
				return err
			}
		}
		return nil
	})
	return out, err
}

func (p *People) read(r app.Reader, group int64, state PeopleState, asked search.Asked) error {
	n := 0
	for hit, err := range memberListed.Scan(r, indexes.Equal(group)) {
		if err != nil {
			return err
		}
		if n++; n > MaxPeopleShown {
			p.More = true
			return nil
		}
		u, err := users.Get(r, hit.Rec.UserID)
		if err != nil {
			return err
		}
		one, err := companyUser(r, u, hit.Rec)
		if err != nil {
			return err
		}
		p.Counts[one.State()]++
		if one.State() != state || !asked.Matches(u.Name, u.Email) {
			continue
		}
		seen, err := seenAt(r, u.ID)
		if err != nil {
			return err
		}
		p.Rows = append(p.Rows, Person{one, seen})
	}
	return nil
}

// seenAt is when one of the newest tokens of a user was used last.
func seenAt(r app.Reader, userID int64) (at *time.Time, err error) {
	for hit, err := range tokenByUser.Scan(app.ReadCompany(r, 0), indexes.Equal(userID).Reversed().Limit(newestTokens)) {
		if err != nil {
			return nil, err
		}
		if t := &hit.Rec; t.isOwn() && t.LastUsedAt != nil && (at == nil || t.LastUsedAt.After(*at)) {
			at = t.LastUsedAt
		}
	}
	return at, nil
}

// Changeable is what of a user a caller may change.
type Changeable struct {
	// Rights: what they may do here. Account: what counts in every company, such as the second factor
	// and where they are signed in.
	Rights, Account bool
}

// MayChange tells what of a user of the company the caller may change.
func MayChange(ctx context.Context, a *app.App, c *app.Caller, id int64) (may Changeable, err error) {
	err = a.View(ctx, c, mayViewUsers, func(r app.Reader) error {
		u, m, err := UserKey{ID: id}.find(r)
		if err != nil {
			return err
		}
		rights, account := refuseStronger(r, c, m), refuseForeign(r, c, &u)
		for _, err := range []error{rights, account} {
			if err != nil && app.KindOf(err) == 0 {
				return err
			}
		}
		may = Changeable{rights == nil, account == nil && c.Meets(mayEditUsers)}
		return nil
	})
	return may, err
}

// UserOf is the user of the company whom a membership is of.
func UserOf(ctx context.Context, a *app.App, c *app.Caller, membership int64) (id int64, err error) {
	err = a.View(ctx, c, mayViewUsers, func(r app.Reader) error {
		m, err := members.Get(r, membership)
		if err == nil && m.CompanyID != r.Company() {
			err = app.Missing("user")
		}
		id = m.UserID
		return missing(err, "user")
	})
	return id, err
}
