package cli

import (
	"slices"
	"strconv"
	"strings"

	"marquee/app"

	"github.com/urfave/cli/v2"
)

// The words for what a scoped ability counts for, beside numbers.
const (
	ownWord       = "own"
	draftsWord    = "drafts"
	ownDraftsWord = "own-drafts"
)

func scopedFlag() cli.Flag {
	return texts("scoped", "an ability for some events, venues or codes, or for what the user made: events.view=3,17 or events.edit=own, events.edit=drafts until an event is published, events.edit=own-drafts for both; venues.view=2 and discount_codes.edit=own (repeatable)")
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
					return nil, usage("%q does not say for what: own, drafts, own-drafts or numbers", word)
				case g.Ability.Ownable():
					g.Records = append(g.Records, id)
				default:
					g.Events = append(g.Events, id)
				}
			}
		}
		if !g.Good() {
			return nil, usage("%q cannot be given; for events there are %s, and for venues and codes %s", word, words(slices.Values(app.Scopable)), words(slices.Values(app.Ownable)))
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
