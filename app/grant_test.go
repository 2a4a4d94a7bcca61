package app_test

import (
	"testing"

	"pgregory.net/rapid"

	"marquee/app"
)

func drawScope(t *rapid.T, name string) *app.Scope {
	g := app.Grant{Own: rapid.Bool().Draw(t, name+" own"), Events: rapid.SliceOf(rapid.Int64Range(1, 6)).Draw(t, name+" events")}
	return g.Scope()
}

// Whatever a grant reaches, whoever may give it reaches: for the same user, who made the
// event or did not.
func TestNobodyGivesMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		held := drawScope(t, "held")
		c := &app.Caller{UserID: 1, Scoped: map[app.Ability]*app.Scope{app.EditEvents: held}}
		given := true
		for _, g := range drawScope(t, "given").Grants(app.EditEvents) {
			may := c.MayGive(&g)
			given = given && may
			reaches := true
			for event := int64(1); event <= 7; event++ {
				for maker := range int64(3) {
					if g.Scope().Covers(c.UserID, event, maker) && !held.Covers(c.UserID, event, maker) {
						reaches = false
					}
				}
			}
			if may != reaches {
				t.Fatalf("%+v may give %+v: %t, reaches all of it: %t", held, g, may, reaches)
			}
		}
		other := &app.Caller{UserID: 1, Scoped: map[app.Ability]*app.Scope{app.ViewEvents: held}}
		if other.MayGive(&app.Grant{Ability: app.EditEvents, Own: true}) {
			t.Fatal("another ability is given")
		}
	})
}

// Several scopes of one ability are the union of them.
func TestScopesAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawScope(t, "a"), drawScope(t, "b")
		both := a.And(b)
		for event := int64(1); event <= 7; event++ {
			for maker := range int64(3) {
				want := a.Covers(1, event, maker) || b.Covers(1, event, maker)
				if both.Covers(1, event, maker) != want {
					t.Fatalf("%+v and %+v: event %d of %d", a, b, event, maker)
				}
			}
		}
	})
}

func TestWhereAbilitiesCount(t *testing.T) {
	c := &app.Caller{
		UserID: 7, Abilities: map[app.Ability]bool{app.Sell: true},
		Scoped: map[app.Ability]*app.Scope{app.EditEvents: {Own: true}, app.ViewReports: {IDs: []int64{3}}},
	}
	for _, one := range []struct {
		name         string
		needs        app.Requirement
		holds, meets bool
		own, three   bool // at an event that they made, and at event 3, that somebody else made
	}{
		{"an ability everywhere", app.Sell, true, true, true, true},
		{"one of own events", app.EditEvents, true, false, true, false},
		{"one of selected events", app.ViewReports, true, false, false, true},
		{"one of both", app.AnyOf{app.EditEvents, app.ViewReports}, true, false, true, true},
		{"one of both and one everywhere", app.AnyOf{app.EditEvents, app.Sell}, true, true, true, true},
		{"one that must count everywhere", app.Everywhere(app.ViewReports), false, false, false, false},
		{"one everywhere that must", app.Everywhere(app.Sell), true, true, true, true},
		{"one that is not held", app.Refund, false, false, false, false},
	} {
		t.Run(one.name, func(t *testing.T) {
			if c.Holds(one.needs) != one.holds || c.Meets(one.needs) != one.meets || c.MeetsAt(one.needs, 9, 7) != one.own || c.MeetsAt(one.needs, 3, 8) != one.three {
				t.Error(c.Holds(one.needs), c.Meets(one.needs), c.MeetsAt(one.needs, 9, 7), c.MeetsAt(one.needs, 3, 8))
			}
		})
	}
	if c.MeetsAt(app.EditEvents, 9, 0) {
		t.Error("what nobody made is somebody's own")
	}
}
