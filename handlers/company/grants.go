package company

import (
	"fmt"

	"marquee/app"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// scopeIn is a word for what a scoped ability counts for.
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

// grantIn gives an ability for some events, venues or codes.
type grantIn struct {
	Ability string    `json:"ability" required:"true" maxlen:"100" doc:"One of the scopable of GET /roles, for events, or of the ownable, for venues or codes."`
	Scope   scopeIn   `json:"scope" required:"true" doc:"own: the events that the user made, or for one of the ownable the venues or codes; selected: those of eventIds or recordIds; all: all events, until they are published."`
	Events  []rest.ID `json:"eventIds" maxitems:"500" doc:"Required for selected with one of the scopable, and for nothing else."`
	Records []rest.ID `json:"recordIds" maxitems:"500" doc:"The numbers of venues or codes. Required for selected with one of the ownable, and for nothing else. A code that follows another is given with that one."`
	Drafts  rest.Flag `json:"untilPublished" doc:"It ends for each event when that is published; not for those who may publish every event."`
}

type grantJSON struct {
	Ability app.Ability `json:"ability"`
	Scope   scopeIn     `json:"scope"`
	Events  []int64     `json:"eventIds"`
	Records []int64     `json:"recordIds" doc:"Venues or codes."`
	Drafts  bool        `json:"untilPublished"`
}

func grantsForm(all []app.Grant) []grantJSON {
	out := make([]grantJSON, len(all))
	for i := range all {
		out[i] = grantJSON{Ability: all[i].Ability, Scope: scopeSelected, Events: append([]int64{}, all[i].Events...), Records: append([]int64{}, all[i].Records...), Drafts: all[i].Drafts}
		switch {
		case all[i].Own:
			out[i].Scope = scopeOwn
		case all[i].All:
			out[i].Scope = scopeAll
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
		*g = app.Grant{Ability: app.Ability(in[i].Ability), Own: in[i].Scope == scopeOwn, All: in[i].Scope == scopeAll, Drafts: bool(in[i].Drafts), Events: app.Distinct(wire.IDs(in[i].Events)), Records: app.Distinct(wire.IDs(in[i].Records))}
		named, other := "eventIds", "recordIds"
		if g.Ability.Ownable() {
			named, other = other, named
		}
		switch {
		case !g.Ability.Known():
			p.Add(at+"ability", "is not a known ability")
		case g.Ability.Ownable() && g.All:
			p.Add(at+"scope", "must be one of: %s", string(scopeOwn)+", "+string(scopeSelected))
		case g.Ability.Ownable() && g.Drafts:
			p.Add(at+"untilPublished", "cannot be given together with %s", g.Ability.Entity())
		case !g.Ability.Scopable() && !g.Ability.Ownable():
			p.Add(at+"ability", "cannot be given for some events alone")
		case len(g.Events)+len(g.Records) > len(g.Selected()):
			p.Add(at+other, "cannot be given together with %s", in[i].Ability)
		case (g.Own || g.All) && len(g.Selected()) > 0:
			p.Add(at+named, "cannot be given together with %s", string(in[i].Scope))
		case g.All && !g.Drafts:
			p.Add(at+"untilPublished", "is required")
		case !g.Own && !g.All && len(g.Selected()) == 0:
			p.Add(at+named, "is required")
		}
	}
	return all, p.Err()
}
