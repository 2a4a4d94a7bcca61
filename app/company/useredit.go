package company

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"marquee/app"
)

// UserFields are what may change about a user of a company; what is nil or not given
// stays.
type UserFields struct {
	Name, Email, Password *string
	Phone                 app.Maybe[string]
	PhoneCode             app.Maybe[int64]
	// AcceptedTerms and the others note the time of the first yes; no takes it back.
	AcceptedTerms, AcceptedPrivacy, AcceptedOptIn *bool

	Roles, Groups app.Maybe[[]int64]
	Abilities     app.Maybe[[]app.Ability]
	Grants        app.Maybe[[]app.Grant]
	Super         *bool
}

// personal tells whether the change is about the user in every company.
func (f *UserFields) personal() bool {
	return f.Name != nil || f.Email != nil || f.Password != nil || f.Phone.Given || f.PhoneCode.Given
}

// rights tells whether the change is about what the user may do in the company.
func (f *UserFields) rights() bool {
	return f.Roles.Given || f.Groups.Given || f.Abilities.Given || f.Grants.Given || f.Super != nil
}

// EditUser changes a user of the caller's company. Nobody changes their own rights, gives
// what they lack, or changes somebody who may do what they may not.
func EditUser(ctx context.Context, a *app.App, c *app.Caller, id int64, in UserFields) (out CompanyUser, err error) {
	if err := c.Need(mayEditUsers); err != nil {
		return out, err
	}
	hash, err := in.hash(ctx, a, c, id)
	if err != nil {
		return out, err
	}
	err = a.Update(ctx, c, mayEditUsers, func(tx app.Tx) error {
		if err := stillIn(tx, c); err != nil {
			return err
		}
		u, m, err := UserKey{ID: id}.find(tx)
		if err != nil {
			return err
		}
		if err := in.may(tx, c, &u, m); err != nil {
			return err
		}
		changed(a, tx)
		if u, err = in.putUser(tx, c, u, hash); err != nil {
			return err
		}
		if m, err = in.putMember(tx, m); err != nil {
			return err
		}
		out, err = companyUser(tx, u, m)
		return err
	})
	return out, err
}

// may refuses what this caller may not change about this user.
func (f *UserFields) may(tx app.Tx, c *app.Caller, u *User, m Member) error {
	if c.UserID == u.ID && f.rights() {
		var p app.Problems
		for field, given := range map[string]bool{"roles": f.Roles.Given, "visibilityGroups": f.Groups.Given, "abilities": f.Abilities.Given, "scopedAbilities": f.Grants.Given, "isSuper": f.Super != nil} {
			if given {
				p.Add(field, "cannot be changed by oneself")
			}
		}
		slices.SortFunc(p, func(a, b app.FieldError) int { return strings.Compare(a.Field, b.Field) })
		return p.Err()
	}
	if f.personal() {
		if err := refuseForeign(tx, c, u); err != nil {
			return err
		}
	}
	if c.UserID != u.ID {
		if err := refuseStronger(tx, c, m); err != nil {
			return err
		}
	}
	return f.mayGive(tx, c, m)
}

// mayGive refuses rights that the caller lacks or that do not exist, and to take its last
// super user from a company.
func (f *UserFields) mayGive(tx app.Tx, c *app.Caller, m Member) error {
	if f.Roles.Value != nil {
		if err := mayGive(tx, c, *f.Roles.Value); err != nil {
			return err
		}
	}
	if f.Abilities.Value != nil {
		if err := mayGrant(c, *f.Abilities.Value, nil); err != nil {
			return err
		}
	}
	if f.Grants.Value != nil {
		if err := mayGrant(c, nil, *f.Grants.Value); err != nil {
			return err
		}
		if err := wantGrants(tx, *f.Grants.Value); err != nil {
			return err
		}
	}
	if err := f.mayGiveGroups(tx, c, m); err != nil {
		return err
	}
	switch {
	case f.Super == nil || *f.Super == m.Super:
		return nil
	case !c.Super:
		return forbidden()
	case m.Super:
		return refuseLastSuper(tx, m, "isSuper")
	}
	return nil
}

// mayGiveGroups refuses visibility groups that the caller is not in, and to take from a company
// its last super user who sees everything.
func (f *UserFields) mayGiveGroups(tx app.Tx, c *app.Caller, m Member) error {
	if !f.Groups.Given {
		return nil
	}
	var asked []int64
	app.PutList(f.Groups, &asked)
	given, err := groupsToGive(tx, c, asked)
	if err != nil {
		return err
	}
	if len(given) != len(asked) {
		return app.Field("visibilityGroups", "is required")
	}
	if m.Super && m.counts() && len(m.Groups) == 0 && len(asked) > 0 {
		return refuseLastSuper(tx, m, "visibilityGroups")
	}
	return nil
}

// hash checks what can be checked before the work of hashing a password, and gives the
// hash of a new one.
func (f *UserFields) hash(ctx context.Context, a *app.App, c *app.Caller, id int64) (hash string, err error) {
	var known User
	err = a.View(ctx, c, mayEditUsers, func(r app.Reader) (err error) {
		known, _, err = UserKey{ID: id}.find(r)
		return err
	})
	if err != nil {
		return "", err
	}
	var p app.Problems
	f.apply(&p, &known)
	if f.Password != nil {
		checkPassword(&p, "password", *f.Password, known.Email)
	}
	if err := p.Err(); err != nil || f.Password == nil {
		return "", err
	}
	return hashPassword(ctx, a, *f.Password)
}

// apply puts what is about the user as a whole into the record.
func (f *UserFields) apply(p *app.Problems, u *User) {
	if f.Name != nil {
		name := strings.TrimSpace(*f.Name)
		checkName(p, name)
		u.Name = name
	}
	if f.Email != nil {
		email, err := NormalEmail(*f.Email)
		if err != nil {
			p.Add("email", "must be a valid e-mail address")
		}
		u.Email = email
	}
	f.Phone.Put(&u.Phone)
	f.PhoneCode.Point(&u.PhoneCode)
	checkPhone(p, u.Phone, u.PhoneCode)
}

func checkPhone(p *app.Problems, phone string, code *int64) {
	if utf8.RuneCountInString(phone) > maxPhone || !utf8.ValidString(phone) {
		p.Add("phone", "must not be longer than %d characters", maxPhone)
	}
	if code != nil && (*code < 1 || *code > maxPhoneCode) {
		p.Add("phoneCode", "is out of range")
	}
}

func (f *UserFields) putUser(tx app.Tx, c *app.Caller, u User, hash string) (User, error) {
	if !f.personal() {
		return u, nil
	}
	if f.Email != nil {
		known, found, err := findUser(tx, *f.Email)
		if err == nil && found && known.ID != u.ID {
			err = app.Field("email", "has already been taken")
		}
		if err != nil {
			return u, err
		}
		if err := f.endLinks(tx, u); err != nil {
			return u, err
		}
	}
	return users.Update(tx, u.ID, func(u *User) error {
		var p app.Problems
		email := u.Email
		f.apply(&p, u)
		if u.Email != email || hash != "" && c.UserID != u.ID {
			u.ProvenAt = nil // the account may be in other hands now
		}
		if hash != "" {
			now := tx.Now()
			u.PasswordHash, u.PasswordAt = hash, &now
		}
		return p.Err()
	})
}

// endLinks ends the links that were mailed to an address which is not the user's any more.
func (f *UserFields) endLinks(tx app.Tx, u User) error {
	if email, _ := NormalEmail(*f.Email); email == u.Email {
		return nil
	}
	return errors.Join(forgetLinks(tx, u.ID, ForReset), forgetLinks(tx, u.ID, ForSignIn))
}

func (f *UserFields) putMember(tx app.Tx, m Member) (Member, error) {
	now := tx.Now()
	return members.Update(tx, m.ID, func(m *Member) error {
		accept(f.AcceptedTerms, &m.TermsAt, now)
		accept(f.AcceptedPrivacy, &m.PrivacyAt, now)
		accept(f.AcceptedOptIn, &m.OptInAt, now)
		app.PutList(f.Roles, &m.Roles)
		app.PutList(f.Groups, &m.Groups)
		app.PutList(f.Abilities, &m.Abilities)
		if f.Grants.Given {
			m.Grants = nil
		}
		if f.Grants.Value != nil {
			m.Grants = slices.Clone(*f.Grants.Value)
		}
		app.Set(&m.Super, f.Super)
		return nil
	})
}

// accept notes when somebody agreed first.
func accept(yes *bool, at **time.Time, now time.Time) {
	switch {
	case yes == nil:
	case !*yes:
		*at = nil
	case *at == nil:
		*at = &now
	}
}
