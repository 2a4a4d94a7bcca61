package company

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

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
	Ability string    `json:"ability" maxlen:"100" doc:"One of the scopable of GET /roles, for events, or of the ownable, for venues or codes."`
	Several []string  `json:"abilities" maxitems:"50" doc:"Instead of ability: several for the same events."`
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

// grantsRead are scoped abilities as a request gives them.
type grantsRead struct {
	all []app.Grant
	// rows are the numbers of the entries of the request that they are of.
	rows []int
}

// grantsIn reads scoped abilities.
func grantsIn(in []grantIn) (out grantsRead, err error) {
	var p app.Problems
	for i := range in {
		at := fmt.Sprintf("scopedAbilities.%d.", i)
		words, field := in[i].Several, "abilities.%d"
		if len(words) == 0 {
			words, field = []string{in[i].Ability}, "ability"
		} else if in[i].Ability != "" {
			p.Add(at+"ability", "cannot be given together with %s", "abilities")
		}
		for n, word := range words {
			g := in[i].grant(app.Ability(word))
			in[i].check(&p, at, strings.Replace(field, "%d", strconv.Itoa(n), 1), &g)
			out.all, out.rows = append(out.all, g), append(out.rows, i)
		}
	}
	return out, p.Err()
}

func (in *grantIn) grant(a app.Ability) app.Grant {
	return app.Grant{Ability: a, Own: in.Scope == scopeOwn, All: in.Scope == scopeAll, Drafts: bool(in.Drafts), Events: app.Distinct(wire.IDs(in.Events)), Records: app.Distinct(wire.IDs(in.Records))}
}

// check tells what is wrong with one ability of an entry.
func (in *grantIn) check(p *app.Problems, at, field string, g *app.Grant) {
	named, other := "eventIds", "recordIds"
	if g.Ability.Ownable() {
		named, other = other, named
	}
	switch {
	case g.Ability == "":
		p.Add(at+field, "is required")
	case !g.Ability.Known():
		p.Add(at+field, "is not a known ability")
	case g.Ability.Ownable() && g.All:
		p.Add(at+"scope", "must be one of: %s", string(scopeOwn)+", "+string(scopeSelected))
	case g.Ability.Ownable() && g.Drafts:
		p.Add(at+"untilPublished", "cannot be given together with %s", g.Ability.Entity())
	case !g.Ability.Scopable() && !g.Ability.Ownable():
		p.Add(at+field, "cannot be given for some events alone")
	case len(g.Events)+len(g.Records) > len(g.Selected()):
		p.Add(at+other, "cannot be given together with %s", string(g.Ability))
	case (g.Own || g.All) && len(g.Selected()) > 0:
		p.Add(at+named, "cannot be given together with %s", string(in.Scope))
	case g.All && !g.Drafts:
		p.Add(at+"untilPublished", "is required")
	case !g.Own && !g.All && len(g.Selected()) == 0:
		p.Add(at+named, "is required")
	}
}

// inRows calls what is wrong with a grant by the entry of the request that it is of.
func (r *grantsRead) inRows(err error) error {
	var refused *app.Error
	if !errors.As(err, &refused) {
		return err
	}
	out := *refused
	out.Fields = nil
	said := map[string]bool{} // of several abilities of one entry the same is wrong
	for _, f := range refused.Fields {
		parts := strings.SplitN(f.Field, ".", 3)
		if len(parts) == 3 && parts[0] == "scopedAbilities" {
			if n, err := strconv.Atoi(parts[1]); err == nil && n < len(r.rows) {
				f.Field = fmt.Sprintf("%s.%d.%s", parts[0], r.rows[n], parts[2])
			}
		}
		if told := f.Field + f.Message.String(); !said[told] {
			said[told] = true
			out.Fields = append(out.Fields, f)
		}
	}
	return &out
}
