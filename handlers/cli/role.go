package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"marquee/app"
	"marquee/app/company"

	"github.com/urfave/cli/v2"
)

type (
	roleIn struct {
		CompanyID    int64    `json:"companyId"`
		Title        string   `json:"title"`
		Abilities    []string `json:"abilities"`
		Scoped       []string `json:"scoped"`
		SecondFactor bool     `json:"secondFactor"`
	}
	roleLine struct {
		RoleID    int64         `json:"roleId"`
		Title     string        `json:"title"`
		System    bool          `json:"system"`
		Abilities []app.Ability `json:"abilities"`
		// Scoped are those for some events, or for what a user made, as --scoped has them.
		Scoped []string `json:"scoped"`
	}
	roleListOut struct {
		Roles []roleLine `json:"roles"`
	}
)

var roleCreate = admin{
	path: "role create", usage: "add a role to a company",
	example: `marquee role create --data ./festival --title "Guest list" --ability guests.admit --ability events.view
   marquee role create --data ./festival --title Promoter --ability events.create --scoped events.view=own --scoped events.edit=own-drafts --scoped discount_codes.edit=own`,
	flags: []cli.Flag{
		companyFlag(), text("title", "the role's name"),
		texts("ability", "what it may do, such as orders.view (repeatable)"), scopedFlag(),
		yes("second-factor", "whoever has it and logs in without a second factor can do nothing but set one up"),
	},
	input: func(c *cli.Context) (any, error) {
		return roleIn{int64(c.Int("company")), c.String("title"), pieces(c, "ability"), c.StringSlice("scoped"), c.Bool("second-factor")}, need(c, "title")
	},
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, err := decode[roleIn](input)
		if err != nil {
			return nil, err
		}
		abilities, err := abilitiesOf(in.Abilities)
		if err != nil {
			return nil, err
		}
		grants, err := grantsOf(in.Scoped)
		if err != nil {
			return nil, err
		}
		c, err := operator(ctx, a, in.CompanyID)
		if err != nil {
			return nil, err
		}
		r, err := company.CreateRole(ctx, a, c, company.RoleFields{Title: &in.Title, Abilities: &abilities, Grants: &grants, SecondFactor: &in.SecondFactor})
		return roleLineOf(&r), err
	},
	print: func(w io.Writer, result []byte) error {
		out, err := decode[roleLine](result)
		if err == nil {
			_, err = fmt.Fprintf(w, "Role %d (%s) is made.\n", out.RoleID, out.Title)
		}
		return err
	},
}

var roleList = admin{
	reads: true,
	path:  "role list", usage: "list the roles of a company",
	example: "marquee role list --data ./festival",
	flags:   []cli.Flag{companyFlag()},
	input: func(c *cli.Context) (any, error) {
		return roleIn{CompanyID: int64(c.Int("company"))}, noArguments(c)
	},
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, err := decode[roleIn](input)
		if err != nil {
			return nil, err
		}
		c, err := operator(ctx, a, in.CompanyID)
		if err != nil {
			return nil, err
		}
		var out roleListOut
		err = a.View(ctx, c, app.ManageUsers, func(r app.Reader) error {
			all, err := company.ListRoles(r)
			out = roleListOut{}
			for _, role := range all {
				out.Roles = append(out.Roles, roleLineOf(&role))
			}
			return err
		})
		return out, err
	},
	print: func(w io.Writer, result []byte) error {
		out, err := decode[roleListOut](result)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "ID\tTITLE\tABILITIES")
		for _, r := range out.Roles {
			var all []string
			for _, ability := range r.Abilities {
				all = append(all, string(ability))
			}
			fmt.Fprintf(table, "%d\t%s\t%s\n", r.RoleID, r.Title, strings.Join(append(all, r.Scoped...), " "))
		}
		return table.Flush()
	},
}

func roleLineOf(r *company.Role) roleLine {
	return roleLine{r.ID, r.Title, r.System, r.Abilities, scopedWords(r.Grants)}
}

func companyFlag() cli.Flag {
	return whole("company", 0, "the company's `ID`; needed when there are several")
}

// abilitiesOf reads the words of --ability.
func abilitiesOf(given []string) ([]app.Ability, error) {
	var all []app.Ability
	for _, word := range given {
		if !app.Ability(word).Known() {
			return nil, usage("there is no ability %q; the abilities are %s", word, words(slices.Values(app.Abilities)))
		}
		all = append(all, app.Ability(word))
	}
	return all, nil
}
