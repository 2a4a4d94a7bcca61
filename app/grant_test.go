package app_test

import (
	"testing"

	"pgregory.net/rapid"

	"marquee/app"
)

// drawGrant draws a grant for some of six events.
func drawGrant(t *rapid.T, name string) app.Grant {
	g := app.Grant{Ability: app.EditEvents, Drafts: rapid.Bool().Draw(t, name+" drafts")}
	switch rapid.IntRange(0, 2).Draw(t, name+" kind") {
	case 0:
		g.All, g.Drafts = true, true
	case 1:
		g.Own = true
	default:
		g.Events = rapid.SliceOfN(rapid.Int64Range(1, 6), 1, 4).Draw(t, name+" events")
	}
	return g
}

func drawScope(t *rapid.T, name string) (s app.Scope) {
	for range rapid.IntRange(1, 3).Draw(t, name+" parts") {
		g := drawGrant(t, name)
		s = append(s, g.Choice())
	}
	return s
}

// each calls a function with events of every kind: one that nobody names, and others, drafts
// and published, made by nobody, by the caller and by somebody else.
func each(do func(e app.Subject)) {
	for event := int64(1); event <= 7; event++ {
		for maker := range int64(3) {
			do(app.Subject{ID: event, MadeBy: maker})
			do(app.Subject{ID: event, MadeBy: maker, Published: true})
		}
	}
}

// Whatever a grant reaches, whoever may give it reaches: for the same user, who made the
// event or did not.
func TestNobodyGivesMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		held, g := drawScope(t, "held"), drawGrant(t, "given")
		c := &app.Caller{UserID: 1, Scoped: map[app.Ability]app.Scope{app.EditEvents: held}}
		given, reaches := app.Scope{g.Choice()}, true
		each(func(e app.Subject) { reaches = reaches && (!given.Covers(1, e) || held.Covers(1, e)) })
		if may := c.MayGive(&g); may != reaches {
			t.Fatalf("%+v may give %+v: %t, reaches all of it: %t", held, g, may, reaches)
		}
		g.Ability = app.ViewEvents
		if c.MayGive(&g) {
			t.Fatal("another ability is given")
		}
	})
}

// A scope is given on as the grants that it is of.
func TestScopesAreTheirGrants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawScope(t, "scope")
		var again app.Scope
		for _, g := range s.Grants(app.EditEvents) {
			if !g.Good() {
				t.Fatalf("%+v is none", g)
			}
			again = append(again, g.Choice())
		}
		each(func(e app.Subject) {
			if s.Covers(1, e) != again.Covers(1, e) {
				t.Fatalf("%+v became %+v: %+v", s, again, e)
			}
		})
	})
}

func TestWhereAbilitiesCount(t *testing.T) {
	c := &app.Caller{
		UserID: 7, Abilities: map[app.Ability]bool{app.Sell: true},
		Scoped: map[app.Ability]app.Scope{app.EditEvents: {{Own: true}}, app.ViewReports: {{IDs: []int64{3}}}, app.DeleteEvents: {{Own: true, Drafts: true}}},
	}
	publisher := *c
	publisher.Abilities = map[app.Ability]bool{app.Publish: true}
	own, three := app.Subject{ID: 9, MadeBy: 7, Published: true}, app.Subject{ID: 3, MadeBy: 8}
	for _, one := range []struct {
		name         string
		c            *app.Caller
		needs        app.Requirement
		holds, meets bool
		own, three   bool // at a published event that they made, and at event 3, that somebody else made
	}{
		{"an ability everywhere", c, app.Sell, true, true, true, true},
		{"one of own events", c, app.EditEvents, true, false, true, false},
		{"one of selected events", c, app.ViewReports, true, false, false, true},
		{"one of both", c, app.AnyOf{app.EditEvents, app.ViewReports}, true, false, true, true},
		{"one of both and one everywhere", c, app.AnyOf{app.EditEvents, app.Sell}, true, true, true, true},
		{"one that must count everywhere", c, app.Everywhere(app.ViewReports), false, false, false, false},
		{"one everywhere that must", c, app.Everywhere(app.Sell), true, true, true, true},
		{"one that is not held", c, app.Refund, false, false, false, false},
		{"one of drafts", c, app.DeleteEvents, true, false, false, false},
		{"one of drafts, for who publishes", &publisher, app.DeleteEvents, true, false, true, false},
	} {
		t.Run(one.name, func(t *testing.T) {
			if c := one.c; c.Holds(one.needs) != one.holds || c.Meets(one.needs) != one.meets || c.MeetsAt(one.needs, own) != one.own || c.MeetsAt(one.needs, three) != one.three {
				t.Error(c.Holds(one.needs), c.Meets(one.needs), c.MeetsAt(one.needs, own), c.MeetsAt(one.needs, three))
			}
		})
	}
	if c.MeetsAt(app.EditEvents, app.Subject{ID: 9}) {
		t.Error("what nobody made is somebody's own")
	}
}

// TestGrantsOfVenuesAndCodes: what is named, or what somebody made, and nothing of events.
func TestGrantsOfVenuesAndCodes(t *testing.T) {
	named := app.Grant{Ability: app.EditDiscountCodes, Records: []int64{5, 3}}
	own := app.Grant{Ability: app.EditDiscountCodes, Own: true}
	for _, one := range []struct {
		g    app.Grant
		good bool
	}{
		{named, true},
		{own, true},
		{app.Grant{Ability: app.EditDiscountCodes}, false},
		{app.Grant{Ability: app.EditDiscountCodes, Own: true, Records: []int64{3}}, false},
		{app.Grant{Ability: app.EditDiscountCodes, Events: []int64{3}}, false},
		{app.Grant{Ability: app.EditDiscountCodes, Records: []int64{3}, Events: []int64{3}}, false},
		{app.Grant{Ability: app.EditDiscountCodes, Own: true, Events: []int64{3}}, false},
		{app.Grant{Ability: app.EditDiscountCodes, Records: []int64{3}, Drafts: true}, false},
		{app.Grant{Ability: app.EditEvents, Records: []int64{3}}, false},
		{app.Grant{Ability: app.Sell, Events: []int64{3}, Records: []int64{3}}, false},
	} {
		if one.g.Good() != one.good {
			t.Errorf("%+v", one.g)
		}
	}
	if holds := (app.Scope{named.Choice()}); holds.Covers(7, app.Subject{ID: 5, MadeBy: 7}) {
		t.Error("a code is an event with its number")
	}
	holds := func(g app.Grant) *app.Caller {
		return &app.Caller{UserID: 7, Scoped: map[app.Ability]app.Scope{app.EditDiscountCodes: {g.Choice()}}}
	}
	less := app.Grant{Ability: app.EditDiscountCodes, Records: []int64{5}}
	more := app.Grant{Ability: app.EditDiscountCodes, Records: []int64{5, 6}}
	for _, one := range []struct {
		held, given app.Grant
		may         bool
	}{
		{named, less, true}, {named, named, true}, {named, more, false}, {named, own, false}, {own, own, true}, {own, less, false},
	} {
		if holds(one.held).MayGive(&one.given) != one.may {
			t.Errorf("%+v gives %+v", one.held, one.given)
		}
	}
	for _, g := range (app.Scope{named.Choice()}).Grants(app.EditDiscountCodes) {
		if !g.Good() || len(g.Records) != 2 {
			t.Errorf("%+v", g)
		}
	}
}
