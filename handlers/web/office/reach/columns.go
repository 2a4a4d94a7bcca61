package reach

import (
	"time"

	"marquee/app/codes"
	"marquee/handlers/web/office/records"
	"marquee/handlers/web/office/screen"
)

// codeColumns are those of the list of codes, and of its file.
var codeColumns = []records.Column[codeRow]{
	{
		Word: "office.code", Class: "first",
		Cell: func(v *screen.Visit, c *codeRow) records.Cell {
			return records.Cell{Text: c.Text, Sub: untilOf(v, &c.Code), Mono: true}
		},
		Values: []records.Value[codeRow]{{Word: "office.code", Of: func(_ *screen.Visit, c *codeRow) any { return c.Text }}},
	},
	{
		Word: "office.code_does", Class: "code-does",
		Cell: func(v *screen.Visit, c *codeRow) records.Cell {
			return records.Cell{Text: doesOf(v, c), Sub: whatOf(v, c)}
		},
		Values: []records.Value[codeRow]{
			{Word: "office.code_does", Of: func(v *screen.Visit, c *codeRow) any { return doesOf(v, c) }},
			{Word: "office.code_what", Of: func(v *screen.Visit, c *codeRow) any { return whatOf(v, c) }},
		},
	},
	{
		Word: "office.code_used", Class: "n used",
		Cell: func(v *screen.Visit, c *codeRow) records.Cell {
			return records.Cell{Text: v.View.Number(c.uses), Sub: mostOf(v, c)}
		},
		Values: []records.Value[codeRow]{
			{Word: "office.code_used", Of: func(_ *screen.Visit, c *codeRow) any { return c.uses }},
			{Word: "office.code_most", Of: func(_ *screen.Visit, c *codeRow) any {
				if c.MaximumUses == nil {
					return nil
				}
				return *c.MaximumUses
			}},
			{Word: "office.f.validFrom", Moments: true, Of: func(_ *screen.Visit, c *codeRow) any { return momentOrNil(c.ValidFrom) }},
			{Word: "office.f.validTo", Moments: true, Of: func(_ *screen.Visit, c *codeRow) any { return momentOrNil(c.ValidTo) }},
		},
	},
	{
		Word: "office.state", Class: "is",
		Cell: func(v *screen.Visit, c *codeRow) records.Cell {
			chip := stateOf(v, c)
			return records.Cell{Chip: &chip}
		},
		Values: []records.Value[codeRow]{{Word: "office.state", Of: func(v *screen.Visit, c *codeRow) any { return stateOf(v, c).Text }}},
	},
}

func momentOrNil(t *time.Time) any {
	if t == nil {
		return nil
	}
	return *t
}

// untilOf says for how long a code counts.
func untilOf(v *screen.Visit, c *codes.Code) string {
	now := v.App.Now()
	switch {
	case c.ValidFrom != nil && now.Before(*c.ValidFrom):
		return v.View.T("office.code_from", "day", v.View.Lang.DayMonth(c.ValidFrom.In(v.Zone)))
	case c.ValidTo != nil:
		return v.View.T("office.code_until", "day", v.View.Lang.DayMonth(c.ValidTo.Add(-time.Second).In(v.Zone)))
	}
	return v.View.T("office.code_always")
}

// mostOf says how often it may be used, or how many children share that.
func mostOf(v *screen.Visit, c *codeRow) string {
	switch {
	case c.IsParent:
		return v.View.T("office.code_children", "n", c.children)
	case c.MaximumUses == nil:
		return v.View.T("office.code_no_limit")
	}
	return v.View.T("office.of", "of", v.View.Number(*c.MaximumUses))
}

// stateOf says whether it can be entered now, and if not, why.
func stateOf(v *screen.Visit, c *codeRow) screen.Chip {
	now, is, tone := v.App.Now(), "works", "ok"
	switch {
	case c.DisabledAt != nil:
		is, tone = "ended", ""
	case c.PausedAt != nil:
		is, tone = "paused", "warn"
	case c.ValidTo != nil && !now.Before(*c.ValidTo):
		is, tone = "over", ""
	case c.ValidFrom != nil && now.Before(*c.ValidFrom):
		is, tone = "later", "info"
	case !c.IsParent && c.MaximumUses != nil && c.uses >= *c.MaximumUses:
		is, tone = "used_up", ""
	}
	return screen.Chip{Text: v.View.T("office.code_is_" + is), Tone: tone}
}
