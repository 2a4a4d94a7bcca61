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
	scopeAll      scopeIn = "all"
)

// Values are the words.
func (scopeIn) Values() []string {
	return []string{string(scopeOwn), string(scopeSelected), string(scopeAll)}
}

// grantIn gives an ability for some events.
type grantIn struct {
	Ability string    `json:"ability" required:"true" maxlen:"100" doc:"One of the scopable of GET /roles, or, for what the user made alone, of the ownable."`
	Scope   scopeIn   `json:"scope" required:"true" doc:"own: the events that the user made, or for one of the ownable the venues or codes; selected: those of eventIds; all: all of them, until they are published."`
	Events  []rest.ID `json:"eventIds" maxitems:"500" doc:"Required for selected, and for nothing else."`
	Drafts  rest.Flag `json:"untilPublished" doc:"It ends for each event when that is published; not for those who may publish every event."`
}

type grantJSON struct {
	Ability app.Ability `json:"ability"`
	Scope   string      `json:"scope" doc:"own, selected or all"`
	Events  []int64     `json:"eventIds"`
	Drafts  bool        `json:"untilPublished"`
}

func grantsForm(all []app.Grant) []grantJSON {
	out := make([]grantJSON, len(all))
	for i := range all {
		out[i] = grantJSON{Ability: all[i].Ability, Scope: string(scopeSelected), Events: append([]int64{}, all[i].Events...), Drafts: all[i].Drafts}
		switch {
		case all[i].Own:
			out[i].Scope = string(scopeOwn)
		case all[i].All:
			out[i].Scope = string(scopeAll)
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
		*g = app.Grant{Ability: app.Ability(in[i].Ability), Own: in[i].Scope == scopeOwn, All: in[i].Scope == scopeAll, Drafts: bool(in[i].Drafts), Events: app.Distinct(wire.IDs(in[i].Events))}
		switch {
		case !g.Ability.Known():
			p.Add(at+"ability", "is not a known ability")
		case g.Ability.Ownable() && !g.Own:
			p.Add(at+"scope", "must be one of: %s", string(scopeOwn))
		case g.Ability.Ownable() && g.Drafts:
			p.Add(at+"untilPublished", "cannot be given together with %s", g.Ability.Entity())
		case !g.Ability.Scopable() && !g.Ability.Ownable():
			p.Add(at+"ability", "cannot be given for some events alone")
		case (g.Own || g.All) && len(g.Events) > 0:
			p.Add(at+"eventIds", "cannot be given together with %s", string(in[i].Scope))
		case g.All && !g.Drafts:
			p.Add(at+"untilPublished", "is required")
		case !g.Own && !g.All && len(g.Events) == 0:
			p.Add(at+"eventIds", "is required")
		}
	}
	return all, p.Err()
}
