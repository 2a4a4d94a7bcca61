package company

import (
	"fmt"

	"marquee/app"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// scopeIn is a word for the events of a scoped ability.
type scopeIn string

// The words.
const (
	scopeOwn      scopeIn = "own"
	scopeSelected scopeIn = "selected"
)

// Values are the words.
func (scopeIn) Values() []string { return []string{string(scopeOwn), string(scopeSelected)} }

// grantIn gives an ability for some events.
type grantIn struct {
	Ability string    `json:"ability" required:"true" maxlen:"100" doc:"One of the scopable of GET /roles."`
	Scope   scopeIn   `json:"scope" required:"true" doc:"own: the events that the user made; selected: those of eventIds."`
	Events  []rest.ID `json:"eventIds" maxitems:"500" doc:"Required for selected, and for nothing else."`
}

type grantJSON struct {
	Ability app.Ability `json:"ability"`
	Scope   string      `json:"scope" doc:"own or selected"`
	Events  []int64     `json:"eventIds"`
}

func grantsForm(all []app.Grant) []grantJSON {
	out := make([]grantJSON, len(all))
	for i := range all {
		out[i] = grantJSON{Ability: all[i].Ability, Scope: string(scopeSelected), Events: append([]int64{}, all[i].Events...)}
		if all[i].Own {
			out[i].Scope = string(scopeOwn)
		}
	}
	return out
}

// grantsIn reads scoped abilities.
func grantsIn(in []grantIn) ([]app.Grant, error) {
	var p app.Problems
	all := make([]app.Grant, len(in))
	for i := range in {
		at := fmt.Sprintf("scopedAbilities.%d.", i)
		g := &all[i]
		*g = app.Grant{Ability: app.Ability(in[i].Ability), Own: in[i].Scope == scopeOwn, Events: app.Distinct(wire.IDs(in[i].Events))}
		switch {
		case !g.Ability.Known():
			p.Add(at+"ability", "is not a known ability")
		case !g.Ability.Scopable():
			p.Add(at+"ability", "cannot be given for some events alone")
		case g.Own && len(g.Events) > 0:
			p.Add(at+"eventIds", "cannot be given together with %s", "own")
		case !g.Own && len(g.Events) == 0:
			p.Add(at+"eventIds", "is required")
		}
	}
	return all, p.Err()
}
