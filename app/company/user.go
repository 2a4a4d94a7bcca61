package company

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// User is a member of staff, known by e-mail over the whole installation; one
// user can belong to several companies.
type User struct {
	ID    int64  `msgpack:"i"`
	Name  string `msgpack:"n"`
	Email string `msgpack:"e"`
	// PasswordHash is a PHC string, or empty: then there is no log-in by password.
	PasswordHash string `msgpack:"p"`
	// Installation marks a super user of the whole installation.
	Installation bool `msgpack:"s"`
	// LastCompanyID is the company selected last, 0 before the first choice.
	LastCompanyID int64      `msgpack:"lc"`
	SuspendedAt   *time.Time `msgpack:"su"`
	// PasswordAt is when the password was set anew: log-ins before it have ended.
	PasswordAt *time.Time `msgpack:"pa,omitempty"`
	Phone      string     `msgpack:"ph,omitempty"`
	// PhoneCode is the calling code.
	PhoneCode *int64 `msgpack:"pc,omitempty"`
	// Source says where the user came from: "web", "api" or "app"; empty for those made by
	// whoever runs the box office.
	Source string `msgpack:"rs,omitempty"`

	// ProvenAt is when a link that was mailed to the address set the password. It is nil while
	// somebody else chose the address or the password last, and for users of earlier releases.
	ProvenAt *time.Time `msgpack:"pv,omitempty"`
	// Factor is the second factor of log-ins, nil without.
	Factor *SecondFactor `msgpack:"f2,omitempty"`

	CreatedAt time.Time `msgpack:"ca"`
	UpdatedAt time.Time `msgpack:"ua"`
}

var (
	userByEmail = indexes.NewUnique("email", kv.String, func(u *User) []string { return []string{u.Email} })
	users       = indexes.Define(indexes.Spec[User]{
		Name: "users", Version: 1, Global: true,
		Person: indexes.Stays("people who work here"),
		ID:     func(u *User) *int64 { return &u.ID },
		Stamp: func(tx indexes.Tx, old, u *User) {
			u.UpdatedAt = tx.Now()
			if old == nil {
				u.CreatedAt = tx.Now()
			}
		},
		Check: func(u *User) error {
			if u.Email == "" || u.Email != strings.ToLower(strings.TrimSpace(u.Email)) {
				return errors.New("user: e-mail is not in its normal form")
			}
			return nil
		},
	}, userByEmail.Index)
)

// UserByID finds a user of the installation.
func UserByID(r app.Reader, id int64) (User, error) {
	u, err := users.Get(r, id)
	return u, missing(err, "user")
}

// UserByEmail finds a user of the installation, whatever the case of the address.
func UserByEmail(r app.Reader, email string) (User, error) {
	u, found, err := findUser(r, email)
	if err == nil && !found {
		err = app.Missing("user")
	}
	return u, err
}

// findUser looks for an address in every form that it may be stored in.
func findUser(r app.Reader, email string) (u User, found bool, err error) {
	for _, form := range EmailForms(email) {
		if u, found, err = userByEmail.Find(r, form); err != nil || found {
			break
		}
	}
	return u, found, err
}

// missing turns an absent record into the refusal that names it.
func missing(err error, model string) error {
	if errors.Is(err, indexes.ErrNotFound) {
		return app.Missing(model)
	}
	return err
}

// Where users come from.
const (
	SourceWeb = "web"
	SourceAPI = "api"
	SourceApp = "app"
)

// NewUser asks for a user in a company. Password may be empty: then no log-in
// by password until one is set.
type NewUser struct {
	Name, Email, Password string
	Phone                 string
	PhoneCode             *int64
	Source                string
	Roles, Groups         []int64
	Abilities             []app.Ability
	Grants                []app.Grant
	Super                 bool
	// Invite mails whoever has no password yet a link to set one.
	Invite bool
}

// CreateUser adds a user to the caller's company. An e-mail that the
// installation knows already is linked to the company and keeps its password;
// one that is in the company already is refused. Where another company could have
// a way into the account, the link waits for the owner of the address: see proof.go.
func CreateUser(ctx context.Context, a *app.App, c *app.Caller, in NewUser) (out CompanyUser, err error) {
	if err := c.Need(mayCreateUsers); err != nil {
		return out, err
	}
	ready, err := prepareUser(ctx, a, in)
	if err != nil {
		return out, err
	}
	if in.Super && !c.Super {
		return out, forbidden()
	}
	if err := mayGrant(c, in.Abilities, in.Grants); err != nil {
		return out, err
	}
	err = a.Update(ctx, c, mayCreateUsers, func(tx app.Tx) error {
		if err := stillIn(tx, c); err != nil {
			return err
		}
		given := Member{CompanyID: c.CompanyID, Super: in.Super, Roles: app.Distinct(in.Roles), Groups: app.Distinct(in.Groups), Abilities: app.Distinct(in.Abilities), Grants: in.Grants}
		if err := mayGive(tx, c, given.Roles); err != nil {
			return err
		}
		if err := wantGrants(tx, given.Grants); err != nil {
			return err
		}
		var err error
		if given.Groups, err = groupsToGive(tx, c, given.Groups); err != nil {
			return err
		}
		user, err := findOrMakeUser(tx, ready, in.Email)
		if err != nil {
			return err
		}
		changed(a, tx)
		given.UserID = user.ID
		if given.AwaitsProof, err = needsProof(tx, c, &user); err != nil {
			return err
		}
		invited := in.Invite && (given.AwaitsProof || user.PasswordHash == "")
		if invited {
			given.InvitedAt = new(tx.Now())
		}
		if given, err = addMember(tx, given); err != nil {
			return err
		}
		if err := mailLink(tx, &user, invited, given.AwaitsProof); err != nil {
			return err
		}
		out, err = companyUser(tx, user, given)
		return err
	})
	return out, err
}

// prepareUser checks the request and hashes the password outside any transaction.
func prepareUser(ctx context.Context, a *app.App, in NewUser) (User, error) {
	var p app.Problems
	email, err := NormalEmail(in.Email)
	if err != nil {
		p.Add("email", "must be a valid e-mail address")
	}
	name := strings.TrimSpace(in.Name)
	if app.Blank(name) {
		name = email
	}
	if utf8.RuneCountInString(name) > MaxName {
		p.Add("name", "must not be longer than %d characters", MaxName)
	}
	if in.Password != "" {
		checkPassword(&p, "password", in.Password, email)
	}
	checkPhone(&p, in.Phone, in.PhoneCode)
	if err := p.Err(); err != nil {
		return User{}, err
	}
	u := User{Name: name, Email: email, Phone: in.Phone, PhoneCode: in.PhoneCode, Source: in.Source}
	if in.Password != "" {
		u.PasswordHash, err = hashPassword(ctx, a, in.Password)
	}
	return u, err
}

func findOrMakeUser(tx app.Tx, u User, asGiven string) (User, error) {
	known, found, err := findUser(tx, asGiven)
	if err != nil || found {
		return known, err
	}
	err = users.Insert(tx, &u)
	return u, err
}

// mayGive refuses roles that do not exist or hold more than the caller does.
func mayGive(r app.Reader, c *app.Caller, roles []int64) error {
	for i, id := range roles {
		role, err := RoleByID(r, id)
		if app.KindOf(err) == app.NotFound {
			return app.Field(fmt.Sprintf("roles.%d", i), "does not exist")
		}
		if err != nil {
			return err
		}
		if err := mayGrant(c, role.Abilities, role.Grants); err != nil {
			return err
		}
	}
	return nil
}

// MayGiveRole tells whether a caller may give a role to others: who holds all of it.
func MayGiveRole(c *app.Caller, r *Role) bool { return mayGrant(c, r.Abilities, r.Grants) == nil }
