package company

import (
	"testing"
	"time"

	"marquee/app"

	"github.com/matryer/is"
)

// lone is a company whose only super user is the owner of the installation, who has another
// company. The other super user was suspended, and asks all the same: a caller who was resolved
// before that.
type lone struct {
	a     *app.App
	clock *time.Time
	// elsewhere is the owner in the other company.
	boss, late, elsewhere *app.Caller
}

func newLone(t *testing.T) *lone {
	t.Helper()
	is := is.New(t)
	a, clock := newApp(t)
	boss := owner(t, a)
	late := as(t, a, boss, "late@example.com", NewUser{Super: true})
	_, err := SuspendMember(t.Context(), a, boss, UserKey{ID: late.UserID})
	is.NoErr(err)
	other, err := CreateCompany(t.Context(), a, boss, NewCompany{Name: "Other", CurrencyCode: "EUR"})
	is.NoErr(err)
	elsewhere := *boss
	elsewhere.CompanyID = other.ID
	return &lone{a, clock, boss, late, &elsewhere}
}

// joined is a super user of the other company.
func (l *lone) joined(t *testing.T) *app.Caller {
	t.Helper()
	made, err := CreateUser(t.Context(), l.a, l.elsewhere, NewUser{Email: "lead@example.com", Super: true})
	is.New(t).NoErr(err)
	return &app.Caller{CompanyID: l.elsewhere.CompanyID, UserID: made.User.ID, Super: true}
}

// logsIn gives who the owner is after a log-in.
func (l *lone) logsIn(t *testing.T, in Login) *app.Caller {
	t.Helper()
	is := is.New(t)
	in.Email, in.Address = "owner@example.com", "192.0.2.7"
	text, err := LogIn(t.Context(), l.a, in)
	is.NoErr(err)
	c, err := Authenticate(t.Context(), l.a, text, nil)
	is.NoErr(err)
	return c
}

// mayAct tells whether a caller may still do everything.
func mayAct(c *app.Caller) bool { return c.Super && c.Installation && c.Can(app.ManageUsers) }

// TestNothingTakesTheLastSuperUserAway: whatever changes a user is refused where nobody who may
// do everything would be left, in a company or in the installation.
func TestNothingTakesTheLastSuperUserAway(t *testing.T) {
	last := func(t *testing.T, err error, field string) {
		t.Helper()
		is := is.New(t)
		is.Equal(fields(err), []string{field})
		is.True(app.KindOf(err) == app.Invalid)
	}
	suspend := func(l *lone, c *app.Caller, id int64) error {
		_, err := SuspendMember(t.Context(), l.a, c, UserKey{ID: id})
		return err
	}
	demote := func(l *lone, c *app.Caller, id int64) error {
		_, err := EditUser(t.Context(), l.a, c, id, UserFields{Super: new(false)})
		return err
	}
	t.Run("suspended or demoted by another", func(t *testing.T) {
		l := newLone(t)
		last(t, suspend(l, l.late, l.boss.UserID), "id")
		last(t, demote(l, l.late, l.boss.UserID), "isSuper")
	})
	t.Run("by themselves", func(t *testing.T) {
		l := newLone(t)
		last(t, suspend(l, l.boss, l.boss.UserID), "id")
		last(t, demote(l, l.boss, l.boss.UserID), "isSuper")
	})
	t.Run("where another one awaits a proof, or is suspended everywhere", func(t *testing.T) {
		is := is.New(t)
		l := newLone(t)
		_, err := RestoreMember(t.Context(), l.a, l.boss, UserKey{ID: l.late.UserID})
		is.NoErr(err)
		for _, change := range []func(m *Member){func(m *Member) { m.AwaitsProof = true }, func(m *Member) { m.AwaitsProof = false }} {
			is.NoErr(l.a.UpdateCompany(t.Context(), l.boss.CompanyID, func(tx app.Tx) error {
				m, err := memberOf(tx, l.late.UserID)
				if err == nil {
					_, err = members.Update(tx, m.ID, func(m *Member) error { change(m); return nil })
				}
				return err
			}))
			last(t, demote(l, l.late, l.boss.UserID), "isSuper")
			last(t, suspend(l, l.late, l.boss.UserID), "id")
			is.NoErr(suspendOther(t.Context(), l.a, User{ID: l.late.UserID})) // proven, and suspended
		}
	})
	t.Run("suspended at the command line", func(t *testing.T) {
		is := is.New(t)
		l := newLone(t)
		_, err := SuspendUser(t.Context(), l.a, "owner@example.com")
		last(t, err, "email") // of all
		led := l.joined(t)
		as(t, l.a, l.boss, "third@example.com", NewUser{Super: true})
		_, err = SuspendUser(t.Context(), l.a, "owner@example.com")
		last(t, err, "email") // of the installation
		is.NoErr(l.a.UpdateCompany(t.Context(), 0, func(tx app.Tx) error {
			_, err := users.Update(tx, l.late.UserID, func(u *User) error { u.Installation = true; return nil })
			return err
		}))
		_, err = SuspendUser(t.Context(), l.a, "owner@example.com")
		last(t, err, "email") // another one has access to no company
		is.NoErr(suspend(l, led, l.boss.UserID))
		_, err = SuspendUser(t.Context(), l.a, "lead@example.com")
		last(t, err, "email") // of the other company
		_, err = CreateUser(t.Context(), l.a, l.elsewhere, NewUser{Email: "deputy@example.com", Super: true})
		is.NoErr(err)
		first, err := SuspendUser(t.Context(), l.a, "lead@example.com")
		is.NoErr(err)
		*l.clock = l.clock.Add(time.Hour)
		again, err := SuspendUser(t.Context(), l.a, "lead@example.com")
		is.NoErr(err)
		is.Equal(again.SuspendedAt, first.SuspendedAt)
	})
	t.Run("that of the installation suspended in the last company they have", func(t *testing.T) {
		is := is.New(t)
		l := newLone(t)
		_, err := RestoreMember(t.Context(), l.a, l.boss, UserKey{ID: l.late.UserID})
		is.NoErr(err)
		led := l.joined(t)
		is.NoErr(suspend(l, l.late, l.boss.UserID)) // one of two, where another super user is
		last(t, suspend(l, led, l.boss.UserID), "id")
		is.NoErr(demote(l, led, l.boss.UserID)) // may found companies still
		last(t, suspend(l, led, l.boss.UserID), "id")
		_, err = CreateCompany(t.Context(), l.a, l.elsewhere, NewCompany{Name: "Third", CurrencyCode: "EUR"})
		is.NoErr(err)
		is.NoErr(suspend(l, led, l.boss.UserID))
	})
	t.Run("beside one who sees a part", func(t *testing.T) {
		is := is.New(t)
		l := newLone(t)
		group, err := CreateVisibilityGroup(t.Context(), l.a, l.boss, "North")
		is.NoErr(err)
		part := as(t, l.a, l.boss, "part@example.com", NewUser{Super: true, Groups: []int64{group.ID}})
		confine := func(c *app.Caller, id int64) error {
			_, err := EditUser(t.Context(), l.a, c, id, UserFields{Groups: app.Is([]int64{group.ID})})
			return err
		}
		last(t, suspend(l, l.late, l.boss.UserID), "id")
		last(t, demote(l, l.late, l.boss.UserID), "isSuper")
		last(t, confine(l.late, l.boss.UserID), "visibilityGroups")
		third := as(t, l.a, l.boss, "third@example.com", NewUser{Super: true})
		is.NoErr(confine(l.boss, third.UserID)) // sees everything beside the owner
		is.NoErr(suspend(l, l.boss, third.UserID))
		is.NoErr(suspend(l, l.boss, part.UserID)) // sees less than who stays
	})
	t.Run("taken over or cut down by somebody who may do less", func(t *testing.T) {
		is := is.New(t)
		l := newLone(t)
		group, err := CreateVisibilityGroup(t.Context(), l.a, l.boss, "North")
		is.NoErr(err)
		manager := as(t, l.a, l.boss, "manager@example.com", NewUser{Abilities: []app.Ability{app.ManageUsers, app.SignInUsers}})
		for name, in := range map[string]UserFields{
			"e-mail": {Email: new("mine@example.com")}, "password": {Password: new("Another2026xyz")}, "roles": {Roles: app.Is([]int64{RoleShop})},
			"groups": {Groups: app.Is([]int64{group.ID})}, "abilities": {Abilities: app.Is([]app.Ability{})}, "super": {Super: new(false)},
		} {
			if _, err := EditUser(t.Context(), l.a, manager, l.boss.UserID, in); app.KindOf(err) != app.Forbidden {
				t.Errorf("%s: %v", name, err)
			}
		}
		is.Equal(app.KindOf(suspend(l, manager, l.boss.UserID)), app.Invalid) // before it is asked who asks
		_, _, err = MakeSignIn(t.Context(), l.a, manager, SignIn{Email: "owner@example.com", Name: "Mine"})
		is.Equal(app.KindOf(err), app.Forbidden)
		_, err = CreateUser(t.Context(), l.a, manager, NewUser{Email: "owner@example.com", Password: "Another2026xyz"})
		is.Equal(fields(err), []string{"email"})
		is.True(mayAct(l.logsIn(t, Login{Password: goodPassword})))
	})
}

// TestTheLastSuperUserComesBack: what can be taken from them is no way out: somebody who knows
// the password, or sits at the machine, gives it back.
func TestTheLastSuperUserComesBack(t *testing.T) {
	t.Run("without a token", func(t *testing.T) {
		is := is.New(t)
		l := newLone(t)
		all, err := TokensOf(t.Context(), l.a, "owner@example.com")
		is.NoErr(err)
		for _, one := range all {
			_, err := RevokeToken(t.Context(), l.a, one.ID)
			is.NoErr(err)
		}
		is.True(mayAct(l.logsIn(t, Login{Password: goodPassword})))
	})
	t.Run("without the password", func(t *testing.T) {
		is := is.New(t)
		l := newLone(t)
		_, err := ResetPassword(t.Context(), l.a, "owner@example.com", "Another2026xyz")
		is.NoErr(err)
		is.True(mayAct(l.logsIn(t, Login{Password: "Another2026xyz"})))
	})
	t.Run("without a role that they had", func(t *testing.T) {
		is := is.New(t)
		l := newLone(t)
		role, err := CreateRole(t.Context(), l.a, l.boss, RoleFields{Title: new("Crew"), Abilities: &[]app.Ability{app.ViewEvents}})
		is.NoErr(err)
		l.has(t, role.ID)
		is.NoErr(DeleteRole(t.Context(), l.a, l.boss, role.ID))
		is.True(mayAct(l.logsIn(t, Login{Password: goodPassword})))
	})
	t.Run("with a second factor that a role wants, and without one that is lost", func(t *testing.T) {
		is := is.New(t)
		l := newLone(t)
		role, err := CreateRole(t.Context(), l.a, l.boss, RoleFields{Title: new("Crew"), Abilities: &[]app.Ability{app.ViewEvents}})
		is.NoErr(err)
		l.has(t, role.ID)
		manager := as(t, l.a, l.boss, "manager@example.com", NewUser{Abilities: []app.Ability{app.ManageUsers, app.ViewEvents}})
		_, err = EditRole(t.Context(), l.a, manager, role.ID, RoleFields{SecondFactor: new(true)})
		is.NoErr(err)
		c := l.logsIn(t, Login{Password: goodPassword})
		is.True(!mayAct(c))
		_, err = EnrolFactor(t.Context(), l.a, c, Reauthentication{Password: goodPassword})
		is.NoErr(err)
		var secret []byte
		is.NoErr(l.a.ViewCompany(t.Context(), 0, func(r app.Reader) error {
			u, err := users.Get(r, c.UserID)
			secret = u.Factor.Secret
			return err
		}))
		code := func() string { return totpCode(secret, l.clock.Unix()/30) }
		_, err = ConfirmFactor(t.Context(), l.a, c, code(), "")
		is.NoErr(err)
		*l.clock = l.clock.Add(time.Minute)
		is.True(mayAct(l.logsIn(t, Login{Password: goodPassword, Code: code()})))
		_, err = EditRole(t.Context(), l.a, manager, role.ID, RoleFields{SecondFactor: new(false)})
		is.NoErr(err)
		_, err = DropFactor(t.Context(), l.a, "owner@example.com")
		is.NoErr(err)
		is.True(mayAct(l.logsIn(t, Login{Password: goodPassword})))
	})
	t.Run("beside another whom whoever sits at the machine makes", func(t *testing.T) {
		is := is.New(t)
		l := newLone(t)
		operator := &app.Caller{Installation: true, Super: true, CompanyID: l.boss.CompanyID}
		made := as(t, l.a, operator, "rescue@example.com", NewUser{Super: true})
		is.True(made.Super)
	})
}

// has gives the owner a role.
func (l *lone) has(t *testing.T, role int64) {
	t.Helper()
	operator := &app.Caller{Installation: true, Super: true, CompanyID: l.boss.CompanyID}
	_, err := EditUser(t.Context(), l.a, operator, l.boss.UserID, UserFields{Roles: app.Is([]int64{role})})
	is.New(t).NoErr(err)
}
