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

// maySupervise are those that lead the doors of an event, beside app.OverrideScans.
var maySupervise = []app.Ability{app.EditEvents}

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
