package entry

import (
	"context"
	"net/http"
	"time"

	"marquee/app"
	"marquee/app/door"
	"marquee/app/report"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type doorDevicesJSON struct {
	Devices []doorDeviceJSON `json:"devices" doc:"The newest first."`
	Gates   []doorGateJSON   `json:"gates" doc:"What their phones do, by the name of the gate, the busiest first. The empty name has phones without one, and programs of users."`
}

// doorGateJSON is what the phones of a gate do.
type doorGateJSON struct {
	Gate    string     `json:"gate"`
	Devices int64      `json:"devices" doc:"Phones that scan there."`
	SeenAt  *time.Time `json:"seenAt" doc:"When one of them was heard of last."`
	Lately  int64      `json:"scansLast10Minutes"`
	In      int64      `json:"inToday"`
	Out     int64      `json:"outToday"`
	Refused int64      `json:"refusedToday"`
	Waits   int64      `json:"waits" doc:"Scans that are still on phones, as far as these said."`
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
	SeenAt     *time.Time `json:"seenAt" doc:"When it was heard of last; null: not since the box office was started."`
	Waits      *int64     `json:"waits" doc:"Scans that it made without a network and that were still on it then; null: it did not say."`
	Lately     int64      `json:"scansLast10Minutes" doc:"What it asked the box office about; without those that it made without a network."`
	In         int64      `json:"inToday" doc:"Tickets that it let in today, on the clocks of the event; a second behind at most."`
	Out        int64      `json:"outToday"`
	Refused    int64      `json:"refusedToday" doc:"That it turned away."`
}

type endDeviceIn struct {
	ID rest.ID `json:"id" required:"true" min:"1"`
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

func doorDevices(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: http.MethodGet, Path: "/door-devices", Summary: "List the phones that scan at an event", Tag: "Door",
			Doc:   "Those that joined by a link, and those that staff began to scan with.",
			Allow: app.OverrideScans, Or: maySupervise,
		}, func(ctx context.Context, c *app.Caller, in doorsOfIn) (doorDevicesJSON, error) {
			all, err := door.PhonesAt(ctx, a, c, int64(in.EventID))
			if err != nil {
				return doorDevicesJSON{}, err
			}
			today, err := report.DoorToday(ctx, a, c, int64(in.EventID))
			return doorDevicesForm(all, &today, a.Now()), err
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
		rest.Handle(rest.Spec{
			Method: http.MethodDelete, Path: "/door-devices", Summary: "End a phone that scans", Tag: "Door",
			Doc:   "At once and for good: it forgets its list. What it still brings is kept as refused. Ending it twice is no error.",
			Allow: app.OverrideScans, Or: maySupervise,
		}, func(ctx context.Context, c *app.Caller, in endDeviceIn) (wire.SuccessJSON, error) {
			return wire.Done(door.EndDevice(ctx, a, c, int64(in.ID)))
		}),
	}
}

// doorDevicesForm is what the phones of an event are and did.
func doorDevicesForm(all []door.Phone, today *report.DoorDay, now time.Time) doorDevicesJSON {
	out := doorDevicesJSON{Devices: []doorDeviceJSON{}, Gates: []doorGateJSON{}}
	for i := range all {
		d, did := &all[i], today.By[all[i].TokenID]
		out.Devices = append(out.Devices, doorDeviceJSON{
			ID: d.ID, Name: d.Name, Gate: d.Gate, ZoneIDs: d.ZoneIDs, Overrides: d.Overrides, UserID: d.UserID,
			EndsAt: d.EndsAt, EndedAt: d.EndedAt, CreatedAt: d.CreatedAt, SetAside: d.Pace.Aside, SetAsideAt: d.Pace.AsideAt,
			SeenAt: d.Contact.At, Waits: d.Contact.Waits, Lately: d.Contact.Scans, In: did.In, Out: did.Out, Refused: did.Refused,
		})
	}
	for _, g := range door.GatesOf(all, today.By, now) {
		out.Gates = append(out.Gates, doorGateJSON{
			Gate: g.Name, Devices: g.Phones, SeenAt: g.SeenAt, Lately: g.Scans, Waits: g.Waits, In: g.Passed.In, Out: g.Passed.Out, Refused: g.Passed.Refused,
		})
	}
	return out
}
