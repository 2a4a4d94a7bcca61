package door

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/app/door"
	"marquee/app/entry"
	"marquee/app/seating"
	"marquee/handlers/web/page"
)

// sharedRow is a zone whose tickets are shared out among phones.
type sharedRow struct {
	ID          int64
	Zone, State string
	Leases      []leaseRow
}

type leaseRow struct {
	Device            int64
	Name, Gate, State string
}

// doubleRow is a ticket that came in twice.
type doubleRow struct {
	Code, Name, First, Second, Reason string
	Forced                            bool
}

// addLeases shows how the tickets of the event are shared out, and who came in twice.
func (b *eventBody) addLeases(r *http.Request, d *Door, c *app.Caller, v *page.View, seen *door.Overview) error {
	var zones []int64
	for _, z := range b.Zones {
		zones = append(zones, z.ID)
	}
	all, err := door.LeasesOf(r.Context(), d.app, c, zones)
	if err != nil {
		return err
	}
	for i := range all {
		if len(all[i].Given) > 0 {
			b.Shared = append(b.Shared, b.shared(v, &all[i], seen))
		}
	}
	for _, z := range b.Zones {
		if !slices.ContainsFunc(b.Shared, func(s sharedRow) bool { return s.ID == z.ID }) {
			b.Unshared = append(b.Unshared, z)
		}
	}
	doubles, err := door.Doubles(r.Context(), d.app, c, b.ID)
	for _, one := range doubles {
		b.Doubles = append(b.Doubles, doubleRow{
			Code: one.Barcode, Name: one.SaleName, Reason: one.Reason, Forced: one.Forced,
			First: moveText(v, &one.First, seen.Event.Timezone), Second: moveText(v, &one.Second, seen.Event.Timezone),
		})
	}
	return err
}

func moveText(v *page.View, m *door.Move, zone string) string {
	at := v.Clock(localTime(m.At, zone))
	for _, text := range []string{m.Gate, m.By} {
		if text != "" {
			at += ", " + text
		}
	}
	return at
}

func (b *eventBody) shared(v *page.View, l *door.Leases, seen *door.Overview) sharedRow {
	row := sharedRow{ID: l.ZoneID, State: v.T("staff.share_counts")}
	if n := slices.IndexFunc(b.Zones, func(z entry.ZoneView) bool { return z.ID == l.ZoneID }); n >= 0 {
		row.Zone = b.Zones[n].Name
	}
	if !l.Count() {
		row.State = v.T("staff.share_waits", "n", len(l.Waits))
	}
	for i := range l.Given {
		g := &l.Given[i]
		state := shareText(v, g, seen.Gates)
		if g.Back {
			state += " · " + v.T("staff.share_asked")
		}
		one := leaseRow{Device: g.DeviceID, State: state}
		if n := slices.IndexFunc(seen.Devices, func(p door.Device) bool { return p.ID == g.DeviceID }); n >= 0 {
			one.Name, one.Gate = seen.Devices[n].Name, seen.Devices[n].Gate
		}
		row.Leases = append(row.Leases, one)
	}
	return row
}

// shareText is what a phone has of the tickets.
func shareText(v *page.View, l *door.Lease, gates []seating.NamedPart) string {
	if !l.ByGate {
		return v.T("staff.share_has", "percent", l.Percent())
	}
	var all []string
	for i, g := range l.Gates {
		if n := slices.IndexFunc(gates, func(p seating.NamedPart) bool { return p.ID == g.ID }); n >= 0 {
			all = append(all, v.T("staff.share_has_gate", "percent", l.PercentOf(i), "gate", gates[n].Name))
		}
	}
	return strings.Join(append(all, v.T("staff.share_has_others", "percent", l.Percent())), " · ")
}

// gateNamed is the gate of the plan with a name, 0: none.
func gateNamed(gates []seating.NamedPart, name string) int64 {
	if n := slices.IndexFunc(gates, func(g seating.NamedPart) bool { return strings.EqualFold(g.Name, name) }); n >= 0 {
		return gates[n].ID
	}
	return 0
}

// atGates reads at which gates of the plan the phones of a form stand. Where one is said the
// tickets are shared by gates; those of a gate without a phone are everybody's.
func atGates(form url.Values, gates []seating.NamedPart, devices []int64) (all []door.GatePhones) {
	said := false
	for _, g := range gates {
		one := door.GatePhones{GateID: g.ID}
		for _, id := range devices {
			if whole(form.Get("at-"+strconv.FormatInt(id, 10))) == g.ID {
				one.Devices, said = append(one.Devices, id), true
			}
		}
		if len(one.Devices) == 0 {
			one.Devices = slices.Clone(devices)
		}
		all = append(all, one)
	}
	if !said {
		return nil
	}
	return all
}

// postShare shares the tickets of a zone out among the phones that a form names.
func (d *Door) postShare(w http.ResponseWriter, r *http.Request, c *app.Caller, form url.Values) error {
	in := door.ShareOut{EventID: idOf(r, "id"), ZoneID: whole(form.Get("zone"))}
	for _, text := range form["device"] {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return app.Field("device", "must be an integer")
		}
		in.Devices = append(in.Devices, id)
	}
	seen, err := door.Look(r.Context(), d.app, c, in.EventID)
	if err == nil {
		in.Gates = atGates(form, seen.Gates, in.Devices)
		_, err = door.ShareTickets(r.Context(), d.app, c, in)
	}
	return backToEvent(w, r, err)
}

func (d *Door) postTakeBack(w http.ResponseWriter, r *http.Request, c *app.Caller, _ url.Values) error {
	_, err := door.TakeBack(r.Context(), d.app, c, idOf(r, "zone"))
	return backToEvent(w, r, err)
}

// postTakeAway takes the lease of a phone that cannot be asked, for a reason.
func (d *Door) postTakeAway(w http.ResponseWriter, r *http.Request, c *app.Caller, form url.Values) error {
	_, err := door.TakeAway(r.Context(), d.app, c, idOf(r, "zone"), idOf(r, "device"), form.Get("reason"))
	return backToEvent(w, r, err)
}
