package customers

import (
	"marquee/handlers/web/office/records"
	"marquee/handlers/web/office/screen"
	"strings"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/office"
)

// groupsBody is the list of groups of customers.
type groupsBody struct {
	All, Back, New string
	Rows           []groupRow
}

type groupRow struct {
	ID                    int64
	Name, Rule, Count, To string
	Until                 string
}

func customerGroupsScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/customers/groups", Post: "POST /office/{alias}/customers/groups", Needs: app.ViewCustomers,
		Template: o.Template(templates, "customer_groups.html"), Show: showGroups,
		Forms: map[string]screen.Then{
			"DELETE customer-groups": {Say: "office.group_deleted", Restore: "POST customer-groups/restore"},
		},
	}
}

func newGroupScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/customers/groups/new", Post: "POST /office/{alias}/customers/groups/new", Needs: app.EditGroups,
		Template: o.Template(templates, "customer_group.html"), Show: showNewGroup,
		Forms: map[string]screen.Then{"POST customer-groups": {Say: "office.group_made", To: func(v *screen.Visit, _ any) string { return v.Path("/customers/groups") }}},
	}
}

// showNewGroup shows the form of a group that is filled by hand.
func showNewGroup(v *screen.Visit) error {
	if !v.Holds(app.ViewCustomers) {
		return app.Missing("page")
	}
	v.View.Title = v.View.T("office.new_group")
	v.Body.It = &groupsBody{All: v.Path("/customers"), Back: v.Path("/customers/groups")}
	v.Body.Add("POST customer-groups").Fill(map[string]any{"name": ""})
	return nil
}

// showGroups lists the groups with their rules in words, and how many are in each.
func showGroups(v *screen.Visit) error {
	v.View.Title = v.View.T("office.groups")
	groups, err := office.ReadGroups(v.R.Context(), v.App, v.Caller)
	if err != nil {
		return err
	}
	body := &groupsBody{All: v.Path("/customers")}
	for i := range groups {
		g := &groups[i]
		row := groupRow{ID: g.ID, Name: g.Name, Rule: v.View.T("office.group_by_hand"), To: v.Path("/customers?groupId=%d", g.ID)}
		if g.Rule != nil {
			row.Rule = ruleInWords(v, g)
		}
		row.Count = records.AtLeast(v, g.Members, g.More)
		if g.ExpiresAt != nil {
			row.Until = v.View.T("office.group_until", "day", dated(v, *g.ExpiresAt))
		}
		body.Rows = append(body.Rows, row)
	}
	v.Body.It = body
	if v.Holds(app.EditGroups) {
		body.New = v.Path("/customers/groups/new")
	}
	v.Body.Add("DELETE customer-groups").Fill(map[string]any{"id": ""})
	return nil
}

// ruleInWords says who is in an automatic group: "bought at least 2 of Lanterns or Winter".
func ruleInWords(v *screen.Visit, g *office.Group) string {
	var any []string
	for _, alternative := range g.Rule.Any {
		var all []string
		for i := range alternative.All {
			all = append(all, conditionInWords(v, g, &alternative.All[i]))
		}
		any = append(any, strings.Join(all, v.View.T("office.rule_and")))
	}
	return strings.Join(any, v.View.T("office.rule_or"))
}

func conditionInWords(v *screen.Visit, g *office.Group, c *customer.Condition) string {
	var names []string
	for _, id := range c.IDs {
		if name := g.Names[c.Of][id]; name != "" {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		names = []string{v.View.T("office.rule_unknown")}
	}
	text := v.View.T("office.rule_bought", "n", c.AtLeast, "what", strings.Join(names, v.View.T("office.rule_or")))
	switch {
	case c.From != nil && c.Until != nil:
		text += ", " + v.View.T("office.rule_between", "from", dated(v, *c.From), "until", dated(v, *c.Until))
	case c.From != nil:
		text += ", " + v.View.T("office.rule_from", "from", dated(v, *c.From))
	case c.Until != nil:
		text += ", " + v.View.T("office.rule_until", "until", dated(v, *c.Until))
	}
	return text
}
