package administer

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

var roleColumns = []column{
	{name: "roleId", from: "id"}, {name: "title"}, {name: "system", as: asYes}, {name: "abilities", as: asWords}, {name: "scoped", make: scopedOf},
	{name: "=gives", cell: func(r row) string { return strings.Join(append(r.list("abilities"), r.list("scoped")...), " ") }},
}

var roleCommands = []derived{
	{
		path: "role create", usage: "add a role to a company",
		example: `marquee role create --data ./festival --title "Guest list" --ability guests.admit --ability events.view
   marquee role create --data ./festival --title Promoter --ability events.create --scoped events.view=own --scoped events.edit=own-drafts --scoped discount_codes.edit=own`,
		operation: "POST /roles",
		flags: []option{
			{name: "title", field: "title", usage: "the role's name"}, {name: "ability", field: "abilities", usage: "what it may do, such as orders.view (repeatable)", read: knownAbilities},
			{name: "scoped", field: "scopedAbilities", usage: scopedUsage, read: grantForms, repeats: true},
		},
		shows: []section{{columns: roleColumns}},
		says: func(_ io.Writer, r row) string {
			return fmt.Sprintf("Role %s (%s) is made.\n", r.text("roleId"), r.text("title"))
		},
	},
	{
		path: "role list", usage: "list the roles of a company", example: "marquee role list --data ./festival",
		operation: "GET /roles", shows: []section{{name: "roles", from: "roles", columns: roleColumns, table: "roleId:ID title =gives:ABILITIES"}},
	},
}

// abilitiesOf reads the words of --ability.
func abilitiesOf(given []string) ([]app.Ability, error) {
	var all []app.Ability
	for _, word := range given {
		if !app.Ability(word).Known() {
			return nil, cmdline.Usage("there is no ability %q; the abilities are %s", word, cmdline.Words(slices.Values(app.Abilities)))
		}
		all = append(all, app.Ability(word))
	}
	return all, nil
}

func knownAbilities(given []string) (any, error) { return abilitiesOf(given) }

// The words for what a scoped ability counts for, beside numbers.
const (
	ownWord       = "own"
	draftsWord    = "drafts"
	ownDraftsWord = "own-drafts"
)

const scopedUsage = "an ability for some events, venues or codes, or for what the user made: events.view=3,17 or events.edit=own, events.edit=drafts until an event is published, events.edit=own-drafts for both; venues.view=2 and discount_codes.edit=own (repeatable)"

func scopedFlag() cli.Flag { return cmdline.Texts("scoped", scopedUsage) }

// grantForm is a scoped ability as the API has it.
type grantForm struct {
	Ability app.Ability `json:"ability"`
	Scope   string      `json:"scope"`
	Events  []int64     `json:"eventIds,omitempty"`
	Records []int64     `json:"recordIds,omitempty"`
	Drafts  bool        `json:"untilPublished"`
}

// grantForms reads the words of --scoped for the API.
func grantForms(given []string) (any, error) {
	all, err := grantsOf(given)
	out := make([]grantForm, len(all))
	for i, g := range all {
		out[i] = grantForm{g.Ability, "selected", g.Events, g.Records, g.Drafts}
		switch {
		case g.Own:
			out[i].Scope = "own"
		case g.All:
			out[i].Scope = "all"
		}
	}
	return out, err
}

// scopedOf writes scoped abilities of the API as --scoped reads them.
func scopedOf(r row) any {
	var all []grantForm
	_ = json.Unmarshal(r.get("scopedAbilities"), &all) // the API wrote them
	grants := make([]app.Grant, len(all))
	for i, g := range all {
		grants[i] = app.Grant{Ability: g.Ability, Own: g.Scope == "own", All: g.Scope == "all", Events: g.Events, Records: g.Records, Drafts: g.Drafts}
	}
	return scopedWords(grants)
}

// grantsOf reads the words of --scoped.
func grantsOf(given []string) ([]app.Grant, error) {
	var all []app.Grant
	for _, word := range given {
		ability, where, _ := strings.Cut(word, "=")
		g := app.Grant{Ability: app.Ability(ability)}
		switch where {
		case ownWord:
			g.Own = true
		case draftsWord:
			g.All, g.Drafts = true, true
		case ownDraftsWord:
			g.Own, g.Drafts = true, true
		default:
			for text := range strings.SplitSeq(where, ",") {
				id, err := strconv.ParseInt(text, 10, 64)
				switch {
				case err != nil || id <= 0:
					return nil, cmdline.Usage("%q does not say for what: own, drafts, own-drafts or numbers", word)
				case g.Ability.Ownable():
					g.Records = append(g.Records, id)
				default:
					g.Events = append(g.Events, id)
				}
			}
		}
		if !g.Good() {
			return nil, cmdline.Usage("%q cannot be given; for events there are %s, and for venues and codes %s", word, cmdline.Words(slices.Values(app.Scopable)), cmdline.Words(slices.Values(app.Ownable)))
		}
		all = append(all, g)
	}
	return all, nil
}

// scopedWords writes scoped abilities as --scoped reads them.
func scopedWords(all []app.Grant) []string {
	out := make([]string, len(all))
	for i := range all {
		g, where := &all[i], ""
		switch {
		case g.Own && g.Drafts:
			where = ownDraftsWord
		case g.Own:
			where = ownWord
		case g.All:
			where = draftsWord
		default:
			var ids []string
			for _, id := range g.Selected() {
				ids = append(ids, strconv.FormatInt(id, 10))
			}
			where = strings.Join(ids, ",")
		}
		out[i] = string(g.Ability) + "=" + where
	}
	return out
}
