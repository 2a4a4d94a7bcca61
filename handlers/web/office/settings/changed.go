package settings

import (
	"fmt"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/app/audit"
	"marquee/app/list"
	"marquee/app/office"
	"marquee/handlers/web/office/records"
	"marquee/handlers/web/office/screen"
)

func changedScreens(o *screen.Pages) []*screen.Screen {
	return []*screen.Screen{{
		Get: "GET /office/{alias}/settings/changed", Needs: app.ViewAudit, Template: o.Template(templates, "changed.html"), Show: showChanged,
	}, {
		Get: "GET /office/{alias}/settings/changed/file", Needs: app.ViewAudit,
		File: func(v *screen.Visit) error { return changes.Send(v, v.Path("/settings/changed")) },
	}, {
		Get: "GET /office/{alias}/settings/changed/{number}", Needs: app.ViewAudit, Template: o.Template(templates, "change.html"), Show: showChange,
	}}
}

func showChanged(v *screen.Visit) error {
	v.View.Title = v.View.T("office.set_changed")
	body, err := changes.Show(v, v.Path("/settings/changed"))
	v.Body.It = body
	return err
}

// entryRow is an entry with the name of who did it.
type entryRow struct {
	audit.Entry
	who string
}

// changes is the list of what was changed.
var changes = records.New(records.List[entryRow, audit.Filter]{
	Name: "changed", Needs: app.ViewAudit, Search: "operation",
	Facets: []records.Facet{
		{Name: "userId", Word: "office.who", Options: selfOption},
		{Name: "outcome", Options: outcomeOptions},
		{Name: "object", Options: objectOptions},
		{Name: "from", Word: "office.log_since", Days: []string{"0d", "-7d", "-30d"}},
		{Name: "until", Word: "office.until", Through: true},
	},
	Columns: changeColumns,
	Read:    readChanges,
	Row: func(v *screen.Visit, e *entryRow) records.Row {
		return records.Row{ID: screen.Number(e.ID), Name: v.View.T("office.change_number", "n", e.Seq), To: v.Path("/settings/changed/%d?at=%d", e.Seq, e.At.UnixMicro())}
	},
})

func readChanges(v *screen.Visit, f audit.Filter, q list.Request) (out records.Page[entryRow], err error) {
	f.Request = q
	page, err := audit.List(v.R.Context(), v.App, v.Caller, f)
	if err != nil {
		return out, err
	}
	out.Info = page.Info
	var ids []int64
	for i := range page.Rows {
		ids = append(ids, page.Rows[i].UserID)
	}
	names, err := office.UserNames(v.R.Context(), v.App, v.Caller, app.ViewAudit, ids)
	for i := range page.Rows {
		out.Rows = append(out.Rows, entryRow{page.Rows[i], names[page.Rows[i].UserID]})
	}
	return out, err
}

// by is who did it, in words.
func (e *entryRow) by(v *screen.Visit) string {
	switch {
	case e.who != "":
		return e.who
	case e.UserID != 0:
		return v.View.T("office.change_somebody", "id", e.UserID)
	case e.Through == "":
		return v.View.T("office.change_itself")
	}
	return v.View.T("office.change_operator")
}

// what is what was changed, in a line.
func (e *entryRow) what(v *screen.Visit) string {
	var all []string
	for i := range e.Objects {
		o := &e.Objects[i]
		all = append(all, nameOf(v, o))
		if len(all) == 3 {
			break
		}
	}
	text := strings.Join(all, ", ")
	if more := int64(len(e.Objects)-len(all)) + e.More; more > 0 {
		text += fmt.Sprintf(" +%d", more)
	}
	return text
}

var changeColumns = []records.Column[entryRow]{
	{
		Word: "office.when", Class: "ref",
		Cell: func(v *screen.Visit, e *entryRow) records.Cell {
			return records.Cell{Text: v.MomentOf(e.At.In(v.Zone))}
		},
		Values: []records.Value[entryRow]{{Word: "office.when", Moments: true, Of: func(_ *screen.Visit, e *entryRow) any { return e.At }}},
	},
	{
		Word: "office.who", Class: "first",
		Cell: func(v *screen.Visit, e *entryRow) records.Cell {
			return records.Cell{Text: e.by(v), Sub: e.Through, Strong: true}
		},
		Values: []records.Value[entryRow]{{Word: "office.who", Of: func(v *screen.Visit, e *entryRow) any { return e.by(v) }}},
	},
	{
		Word: "office.what", Class: "what",
		Cell: func(v *screen.Visit, e *entryRow) records.Cell {
			return records.Cell{Text: e.what(v), Sub: e.Operation}
		},
		Values: []records.Value[entryRow]{
			{Word: "office.what", Of: func(v *screen.Visit, e *entryRow) any { return e.what(v) }},
			{Word: "office.change_operation", Of: func(_ *screen.Visit, e *entryRow) any { return e.Operation }},
		},
	},
	{
		Word: "office.state", Class: "is",
		Cell: func(v *screen.Visit, e *entryRow) records.Cell {
			chip := screen.Chip{Text: v.View.T("office.log_" + e.Outcome.String()), Tone: "ok"}
			if e.Outcome == audit.Refused403 {
				chip.Tone = "warn"
			}
			return records.Cell{Chip: &chip}
		},
		Values: []records.Value[entryRow]{{Word: "office.state", Of: func(v *screen.Visit, e *entryRow) any { return v.View.T("office.log_" + e.Outcome.String()) }}},
	},
}

func selfOption(v *screen.Visit) ([]screen.Option, error) {
	return []screen.Option{{Value: strconv.FormatInt(v.Caller.UserID, 10), Text: v.View.T("office.by_me")}}, nil
}

func outcomeOptions(v *screen.Visit) (all []screen.Option, err error) {
	for _, o := range audit.Outcomes() {
		all = append(all, screen.Option{Value: o, Text: v.View.T("office.log_" + o)})
	}
	return all, nil
}

// objects are the records that people ask about.
var objects = []string{"companies", "members", "roles", "events", "sale_items", "orders", "order_items", "customers", "webhooks"}

func objectOptions(v *screen.Visit) (all []screen.Option, err error) {
	for _, o := range objects {
		all = append(all, screen.Option{Value: o, Text: v.View.T("office.object_" + o)})
	}
	return all, nil
}
