package door

import (
	"strings"

	"marquee/app/entry"
	"marquee/handlers/web/office/screen"
)

// zoneName is what a zone is called; the one that each event has is called so in every language.
func zoneName(v *screen.Visit, z *entry.Zone) string {
	if z.Entry && z.Name == entry.EntryZoneName {
		return v.View.T("office.gate_entry")
	}
	return z.Name
}

// rulesOf are the rules of a zone in a sentence: "16 and over, 250 at a time, in and out".
func rulesOf(v *screen.Visit, z *entry.ZoneView) string {
	var all []string
	say := func(key string, pairs ...any) { all = append(all, v.View.T(key, pairs...)) }
	switch {
	case z.MinAge != nil && z.MaxAge != nil:
		say("office.gate_ages", "from", *z.MinAge, "to", *z.MaxAge)
	case z.MinAge != nil:
		say("office.gate_from_age", "age", *z.MinAge)
	case z.MaxAge != nil:
		say("office.gate_to_age", "age", *z.MaxAge)
	}
	if z.Capacity != nil {
		say("office.gate_at_a_time", "number", v.View.Number(*z.Capacity))
	}
	say("office.gate_mode_" + strings.ReplaceAll(z.Mode, "&", "_"))
	if z.ScansInMax != nil {
		say("office.gate_times", "n", *z.ScansInMax)
	}
	if z.Opening != nil {
		say("office.gate_opens", "when", v.View.Lang.ShortMoment(z.Opening.In(v.Zone)))
	}
	if z.Closing != nil {
		say("office.gate_closes", "when", v.View.Lang.ShortMoment(z.Closing.In(v.Zone)))
	}
	if len(z.SaleItemIDs) > 0 {
		say("office.gate_only", "names", strings.Join(z.Access, ", "))
	}
	if z.HideAttendees {
		say("office.gate_hidden")
	}
	return strings.Join(all, ", ")
}
