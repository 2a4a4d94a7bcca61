package office

import (
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

func (o *Office) customerGroups() *screen {
	return &screen{
		get: "GET /office/{alias}/customers/groups", post: "POST /office/{alias}/customers/groups", needs: app.ViewCustomers,
		template: o.template("customer_groups.html"), show: showGroups,
		forms: map[string]then{
			"DELETE customer-groups": {say: "office.group_deleted", restore: "POST customer-groups/restore"},
		},
	}
}

func (o *Office) newGroup() *screen {
	return &screen{
		get: "GET /office/{alias}/customers/groups/new", post: "POST /office/{alias}/customers/groups/new", needs: app.EditGroups,
		template: o.template("customer_group.html"), show: showNewGroup,
		forms: map[string]then{"POST customer-groups": {say: "office.group_made", to: func(v *visit, _ any) string { return v.path("/customers/groups") }}},
	}
}

// showNewGroup shows the form of a group that is filled by hand.
func showNewGroup(v *visit) error {
	if !v.holds(app.ViewCustomers) {
		return app.Missing("page")
	}
	v.view.Title = v.view.T("office.new_group")
	v.body.It = &groupsBody{All: v.path("/customers"), Back: v.path("/customers/groups")}
	v.body.form("POST customer-groups").fill(map[string]any{"name": ""})
	return nil
}

// showGroups lists the groups with their rules in words, and how many are in each.
func showGroups(v *visit) error {
	v.view.Title = v.view.T("office.groups")
	groups, err := office.ReadGroups(v.r.Context(), v.app, v.caller)
	if err != nil {
		return err
	}
	body := &groupsBody{All: v.path("/customers")}
	for i := range groups {
		g := &groups[i]
		row := groupRow{ID: g.ID, Name: g.Name, Rule: v.view.T("office.group_by_hand"), To: v.path("/customers?groupId=%d", g.ID)}
		if g.Rule != nil {
			row.Rule = ruleInWords(v, g)
		}
		row.Count = v.atLeast(g.Members, g.More)
		if g.ExpiresAt != nil {
			row.Until = v.view.T("office.group_until", "day", dated(v, *g.ExpiresAt))
		}
		body.Rows = append(body.Rows, row)
	}
	v.body.It = body
	if v.holds(app.EditGroups) {
		body.New = v.path("/customers/groups/new")
	}
	v.body.form("DELETE customer-groups").fill(map[string]any{"id": ""})
	return nil
}

// ruleInWords says who is in an automatic group: "bought at least 2 of Lanterns or Winter".
func ruleInWords(v *visit, g *office.Group) string {
	var any []string
	for _, alternative := range g.Rule.Any {
		var all []string
		for i := range alternative.All {
			all = append(all, conditionInWords(v, g, &alternative.All[i]))
		}
		any = append(any, strings.Join(all, v.view.T("office.rule_and")))
	}
	return strings.Join(any, v.view.T("office.rule_or"))
}

func conditionInWords(v *visit, g *office.Group, c *customer.Condition) string {
	var names []string
	for _, id := range c.IDs {
		if name := g.Names[c.Of][id]; name != "" {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		names = []string{v.view.T("office.rule_unknown")}
	}
	text := v.view.T("office.rule_bought", "n", c.AtLeast, "what", strings.Join(names, v.view.T("office.rule_or")))
	switch {
	case c.From != nil && c.Until != nil:
		text += ", " + v.view.T("office.rule_between", "from", dated(v, *c.From), "until", dated(v, *c.Until))
	case c.From != nil:
		text += ", " + v.view.T("office.rule_from", "from", dated(v, *c.From))
	case c.Until != nil:
		text += ", " + v.view.T("office.rule_until", "until", dated(v, *c.Until))
	}
	return text
}
