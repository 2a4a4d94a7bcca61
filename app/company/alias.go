package company

import (
	"slices"

	"marquee/app"
)

// maxKnown is how many aliases a company may have had.
const maxKnown = 20

// Aliases are all names under which a company is found, the first one first.
func (c *Company) Aliases() []string {
	if len(c.Known) == 0 {
		return []string{c.Alias}
	}
	return c.Known
}

// Key is the first alias that a company had: what is known outside under it keeps its name.
func (c *Company) Key() string { return c.Aliases()[0] }

// noAliases are the names of pages that stand where companies do.
var noAliases = []string{"system"}

func checkAlias(p *app.Problems, alias *string) {
	if alias == nil {
		return
	}
	if slices.Contains(noAliases, *alias) {
		p.Add("alias", "is taken already")
	}
	if *alias != slug(*alias) || len(*alias) > maxAlias {
		p.Add("alias", "must be lower-case letters, digits and single dashes between them, at most %d", maxAlias)
	}
}

// rename gives a company another alias, a new one or one that it had before.
func (c *Company) rename(alias *string) error {
	if alias == nil || *alias == c.Alias {
		return nil
	}
	known := slices.Clone(c.Aliases())
	if !slices.Contains(known, *alias) {
		known = append(known, *alias)
	}
	if len(known) > maxKnown {
		return app.Field("alias", "has been changed too often")
	}
	c.Alias, c.Known = *alias, known
	return nil
}
