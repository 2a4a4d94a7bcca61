package company

import (
	"fmt"

	"marquee/app"
)

// rights are what a member may do, everywhere and at some events.
type rights struct {
	all    map[app.Ability]bool
	scoped map[app.Ability]app.Scope
}

// rightsOf are the union of a member's roles and of what they hold directly.
func rightsOf(r app.Reader, m *Member) (rights, error) {
	held := rights{all: map[app.Ability]bool{}}
	held.add(m.Abilities, m.Grants)
	for _, id := range m.Roles {
		role, err := RoleByID(r, id)
		if app.KindOf(err) == app.NotFound {
			continue
		}
		if err != nil {
			return rights{}, err
		}
		held.add(role.Abilities, role.Grants)
	}
	for ability := range held.scoped {
		if held.all[ability] {
			delete(held.scoped, ability)
		}
	}
	return held, nil
}

func (h *rights) add(abilities []app.Ability, grants []app.Grant) {
	for _, a := range abilities {
		h.all[a] = true
	}
	for i := range grants {
		g := &grants[i]
		if h.scoped == nil {
			h.scoped = map[app.Ability]app.Scope{}
		}
		h.scoped[g.Ability] = append(h.scoped[g.Ability], g.Choice())
	}
}

// put gives a caller the rights.
func (h *rights) put(c *app.Caller) { c.Abilities, c.Scoped = h.all, h.scoped }

// within tells whether a caller may do all that somebody with these rights may.
func (h *rights) within(c *app.Caller) bool {
	for ability := range h.all {
		if !c.Can(ability) {
			return false
		}
	}
	for ability, at := range h.scoped {
		for _, g := range at.Grants(ability) {
			if !c.MayGive(&g) {
				return false
			}
		}
	}
	return true
}

func goodGrants(all []app.Grant) bool {
	for i := range all {
		if !all[i].Good() {
			return false
		}
	}
	return true
}

// mayGrant refuses to hand out an ability that the granting caller lacks, or holds for
// fewer events.
func mayGrant(c *app.Caller, abilities []app.Ability, grants []app.Grant) error {
	for _, ability := range abilities {
		if err := c.Need(ability); err != nil {
			return err
		}
	}
	for i := range grants {
		if !c.MayGive(&grants[i]) {
			return forbidden()
		}
	}
	return nil
}

// wantGrants refuses grants for events, venues or codes that there are not.
func wantGrants(r app.Reader, grants []app.Grant) error {
	var p app.Problems
	for i := range grants {
		field, stands := named(ports(r), grants[i].Ability)
		for k, id := range grants[i].Selected() {
			there, err := stands(r, id)
			if err != nil {
				return err
			}
			if !there {
				p.Add(fmt.Sprintf("scopedAbilities.%d.%s.%d", i, field, k), "%d does not exist", id)
			}
		}
	}
	return p.Err()
}

// named is the field with what a grant of an ability names, and who knows whether that is there.
func named(p *Ports, a app.Ability) (field string, stands func(app.Reader, int64) (bool, error)) {
	switch a {
	case app.ViewVenues:
		return "recordIds", p.VenueExists
	case app.ViewDiscountCodes, app.EditDiscountCodes:
		return "recordIds", p.DiscountCodeExists
	case app.ViewAccessCodes, app.EditAccessCodes:
		return "recordIds", p.AccessCodeExists
	}
	return "eventIds", p.EventExists
}
