package entry

import (
	"context"
	"net/http"
	"time"

	"marquee/app"
	"marquee/app/door"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type doorsOfIn struct {
	EventID rest.ID `query:"eventId" required:"true" min:"1"`
}

type shareIn struct {
	EventID   rest.ID       `json:"eventId" required:"true" min:"1"`
	ZoneID    rest.ID       `json:"zoneId" required:"true" min:"1"`
	Devices   []rest.ID     `json:"devices" required:"true" maxitems:"64" doc:"Each gets an equal part."`
	SaleItems []rest.ID     `json:"saleItems" maxitems:"20" doc:"Those whose tickets are shared; absent: all."`
	Gates     []shareGateIn `json:"gates" maxitems:"64" doc:"Shares the tickets with seats by the gates of the plan: each gate, with those of the devices that get equal parts of the tickets to whose seats it leads first. Tickets without such a gate are shared among all devices. Absent: all are."`
}

type shareGateIn struct {
	ID      rest.ID   `json:"id" required:"true" min:"1" doc:"As GET /activated-events lists them."`
	Devices []rest.ID `json:"devices" required:"true" maxitems:"64"`
}

type leasedZoneIn struct {
	ZoneID rest.ID `json:"zoneId" required:"true" min:"1"`
}

type takeAwayIn struct {
	ZoneID   rest.ID `json:"zoneId" required:"true" min:"1"`
	DeviceID rest.ID `json:"deviceId" required:"true" min:"1"`
	Reason   string  `json:"reason" required:"true" maxlen:"255"`
}

type doorDevicesJSON struct {
	Devices []doorDeviceJSON `json:"devices" doc:"The newest first."`
}

type doorDeviceJSON struct {
	ID         int64      `json:"id"`
	Name       string     `json:"name" doc:"Who scans with it."`
	Gate       string     `json:"gate"`
	ZoneIDs    []int64    `json:"zoneIds"`
	Overrides  bool       `json:"overrides" doc:"It may lift rules, with a reason."`
	UserID     int64      `json:"userId" doc:"In whose name it scans."`
	EndsAt     time.Time  `json:"endsAt"`
	EndedAt    *time.Time `json:"endedAt"`
	CreatedAt  time.Time  `json:"createdAt"`
	SetAside   int64      `json:"scansSetAside" doc:"Scans that count for nothing, because nobody scans so fast: the phone may be in wrong hands. They are in the log as refused."`
	SetAsideAt *time.Time `json:"setAsideAt" doc:"When the last of them came; null: none did."`
}

type undoIn struct {
	DeviceID rest.ID    `json:"deviceId" required:"true" min:"1"`
	Since    *rest.Time `json:"since" doc:"From when on the phone is not believed: what reached the server since then, whenever it says that it was scanned. Absent: from its beginning."`
	DryRun   rest.Flag  `json:"dryRun" doc:"Tells what would be taken back, and changes nothing."`
}

type undoneJSON struct {
	Tickets int64 `json:"tickets" doc:"They go back to what they were before the phone scanned them."`
	Scans   int64 `json:"scans" doc:"Of the phone, and where it had let somebody in whom the zone sent out with everybody, that too. They count no more, and stay in the log."`
	Others  int64 `json:"scannedByOthersSince" doc:"Tickets that somebody else scanned since. They stay as they are."`
}

type leasesJSON struct {
	Zones []zoneLeasesJSON `json:"zones" doc:"Those whose tickets are, or were, shared out."`
}

type zoneLeasesJSON struct {
	ZoneID  int64       `json:"zoneId"`
	Counts  bool        `json:"counts" doc:"Every phone of the zone has heard of the leases: until then none counts."`
	Waiting []int64     `json:"waiting" doc:"The devices that have not heard yet."`
	Leases  []leaseJSON `json:"leases"`
	Taken   []takenJSON `json:"taken" doc:"Leases that were taken from devices that could not be asked, the newest last. Their tickets may have come in twice."`
}

type leaseJSON struct {
	DeviceID  int64           `json:"deviceId"`
	Percent   int64           `json:"percent" doc:"How much it has of the tickets that were shared; by gates, of those without one."`
	Gates     []leaseGateJSON `json:"gates" doc:"What it has of the tickets of gates, where they are shared by gates."`
	SaleItems []int64         `json:"saleItems" doc:"Those whose tickets are shared; none is all."`
	Until     time.Time       `json:"until"`
	AskedBack bool            `json:"askedBack" doc:"The device is asked to give it back; it counts until it has."`
}

type leaseGateJSON struct {
	ID      int64 `json:"id"`
	Percent int64 `json:"percent" doc:"How much it has of the tickets to whose seats the gate leads first."`
}

type takenJSON struct {
	DeviceID int64     `json:"deviceId"`
	UserID   int64     `json:"userId"`
	At       time.Time `json:"at"`
	Reason   string    `json:"reason"`
}

type doublesJSON struct {
	Doubles []doubleJSON `json:"doubles" doc:"The newest first."`
}

type doubleJSON struct {
	OrderID  int64    `json:"orderId"`
	Barcode  string   `json:"barcode"`
	SaleName string   `json:"saleName"`
	Forced   bool     `json:"forced" doc:"A supervisor let it in, for the reason; both times, for both reasons."`
	Reason   *string  `json:"reason"`
	First    moveJSON `json:"first"`
	Second   moveJSON `json:"second"`
}

type moveJSON struct {
	At   time.Time `json:"at"`
	Gate *string   `json:"gate"`
	By   *string   `json:"by"`
}

// maySupervise are those that lead the doors of an event, beside app.OverrideScans.
var maySupervise = []app.Ability{app.EditEvents}

func doorDevices(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: http.MethodGet, Path: "/door-devices", Summary: "List the phones that scan at an event", Tag: "Door",
			Doc:   "Those that joined by a link, and those that staff began to scan with.",
			Allow: app.OverrideScans, Or: maySupervise,
		}, func(ctx context.Context, c *app.Caller, in doorsOfIn) (doorDevicesJSON, error) {
			all, fast, err := door.DevicesAt(ctx, a, c, int64(in.EventID))
			out := doorDevicesJSON{[]doorDeviceJSON{}}
			for i := range all {
				d, pace := &all[i], fast[all[i].ID]
				out.Devices = append(out.Devices, doorDeviceJSON{d.ID, d.Name, d.Gate, d.ZoneIDs, d.Overrides, d.UserID, d.EndsAt, d.EndedAt, d.CreatedAt, pace.Aside, pace.AsideAt})
			}
			return out, err
		}),
		rest.Handle(rest.Spec{
			Method: http.MethodPost, Path: "/door-devices/undo", Summary: "Take back what a phone did", Tag: "Door",
			Doc: "For a phone that was stolen. Tickets that it scanned last go back to what they were before; what others scanned since stands. " +
				"It changes nothing the second time, and does not end the phone.",
			Allow: app.OverrideScans, Or: maySupervise,
		}, func(ctx context.Context, c *app.Caller, in undoIn) (undoneJSON, error) {
			done, err := door.UndoDevice(ctx, a, c, door.Undo{DeviceID: int64(in.DeviceID), Since: in.Since.At(), DryRun: bool(in.DryRun)})
			return undoneJSON{done.Tickets, done.Scans, done.Others}, err
		}),
	}
}

func leases(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: http.MethodGet, Path: "/leases", Summary: "How the tickets of an event are shared out among phones", Tag: "Door",
			Allow: app.OverrideScans, Or: maySupervise,
		}, func(ctx context.Context, c *app.Caller, in doorsOfIn) (leasesJSON, error) {
			all, err := door.LeasesAt(ctx, a, c, int64(in.EventID))
			out := leasesJSON{[]zoneLeasesJSON{}}
			for i := range all {
				out.Zones = append(out.Zones, zoneLeasesForm(&all[i]))
			}
			return out, err
		}),
		rest.Handle(rest.Spec{
			Method: http.MethodPost, Path: "/leases", Summary: "Share the tickets of a zone out among phones", Tag: "Door",
			Doc: "For gates that lose each other: each phone lets its part in, and sends other guests to the gate that has theirs. " +
				"It counts as soon as every phone of the zone has heard of it, and is renewed while a phone is in touch.",
			Allow: app.OverrideScans, Or: maySupervise, Status: 201,
		}, func(ctx context.Context, c *app.Caller, in shareIn) (zoneLeasesJSON, error) {
			l, err := door.ShareTickets(ctx, a, c, door.ShareOut{
				EventID: int64(in.EventID), ZoneID: int64(in.ZoneID), Devices: wire.IDs(in.Devices), SaleItems: wire.IDs(in.SaleItems), Gates: gatePhones(in.Gates),
			})
			return zoneLeasesForm(&l), err
		}),
		rest.Handle(rest.Spec{
			Method: http.MethodPost, Path: "/leases/take-back", Summary: "Ask the phones of a zone for their leases", Tag: "Door",
			Doc:   "Those that no phone was told of end at once; the others when their phones have brought what they did.",
			Allow: app.OverrideScans, Or: maySupervise,
		}, func(ctx context.Context, c *app.Caller, in leasedZoneIn) (zoneLeasesJSON, error) {
			l, err := door.TakeBack(ctx, a, c, int64(in.ZoneID))
			return zoneLeasesForm(&l), err
		}),
		rest.Handle(rest.Spec{
			Method: http.MethodDelete, Path: "/leases", Summary: "Take the lease of a phone away", Tag: "Door",
			Doc:   "For one that is lost or broken and cannot be asked. Its tickets may come in twice then: the reason is kept.",
			Allow: app.OverrideScans,
		}, func(ctx context.Context, c *app.Caller, in takeAwayIn) (zoneLeasesJSON, error) {
			l, err := door.TakeAway(ctx, a, c, int64(in.ZoneID), int64(in.DeviceID), in.Reason)
			return zoneLeasesForm(&l), err
		}),
	}
}

func entryDoubles(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: http.MethodGet, Path: "/entry-doubles", Summary: "List the tickets that came in twice", Tag: "Door",
			Doc:   "Admissions of one ticket with nothing between, by devices that could not hear of each other. It counts once.",
			Allow: app.OverrideScans, Or: maySupervise,
		}, func(ctx context.Context, c *app.Caller, in doorsOfIn) (doublesJSON, error) {
			all, err := door.Doubles(ctx, a, c, int64(in.EventID))
			out := doublesJSON{[]doubleJSON{}}
			for i := range all {
				d := &all[i]
				out.Doubles = append(out.Doubles, doubleJSON{d.OrderID, d.Barcode, d.SaleName, d.Forced, wire.OrNull(d.Reason), moveForm(&d.First), moveForm(&d.Second)})
			}
			return out, err
		}),
	}
}

func zoneLeasesForm(l *door.Leases) zoneLeasesJSON {
	out := zoneLeasesJSON{ZoneID: l.ZoneID, Counts: l.Count(), Waiting: append([]int64{}, l.Waits...), Leases: []leaseJSON{}, Taken: []takenJSON{}}
	for i := range l.Given {
		g := &l.Given[i]
		out.Leases = append(out.Leases, leaseJSON{g.DeviceID, int64(g.Percent()), leaseGates(g), append([]int64{}, g.SaleItems...), g.Until, g.Back})
	}
	for i := range l.Taken {
		t := &l.Taken[i]
		out.Taken = append(out.Taken, takenJSON{t.DeviceID, t.UserID, t.At, t.Reason})
	}
	return out
}

func leaseGates(l *door.Lease) []leaseGateJSON {
	all := []leaseGateJSON{}
	for i := range l.Gates {
		all = append(all, leaseGateJSON{l.Gates[i].ID, int64(l.PercentOf(i))})
	}
	return all
}

func gatePhones(in []shareGateIn) (all []door.GatePhones) {
	for _, g := range in {
		all = append(all, door.GatePhones{GateID: int64(g.ID), Devices: wire.IDs(g.Devices)})
	}
	return all
}

func moveForm(m *door.Move) moveJSON {
	return moveJSON{m.At, wire.OrNull(m.Gate), wire.OrNull(m.By)}
}
