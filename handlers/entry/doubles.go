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

type doublesJSON struct {
	Doubles []doubleJSON `json:"doubles" doc:"The newest first."`
}

type doubleJSON struct {
	ID       int64    `json:"id"`
	OrderID  int64    `json:"orderId"`
	Barcode  string   `json:"barcode"`
	SaleName string   `json:"saleName"`
	Forced   bool     `json:"forced" doc:"A supervisor let it in, for the reason; both times, for both reasons."`
	Reason   *string  `json:"reason"`
	First    moveJSON `json:"first"`
	Second   moveJSON `json:"second"`

	SeenAt   *time.Time `json:"seenAt" doc:"When somebody looked at it; null: nobody has."`
	SeenByID *int64     `json:"seenByUserId"`
}

type seenIn struct {
	ID   rest.ID    `json:"id" required:"true" min:"1" doc:"As GET /entry-doubles lists it."`
	Seen *rest.Flag `json:"seen" doc:"False: nobody has looked at it. True if absent."`
}

type moveJSON struct {
	At   time.Time `json:"at"`
	Gate *string   `json:"gate"`
	By   *string   `json:"by"`
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
				out.Doubles = append(out.Doubles, doubleForm(&all[i]))
			}
			return out, err
		}),
		rest.Handle(rest.Spec{
			Method: http.MethodPost, Path: "/entry-doubles/seen", Summary: "Note that somebody looked at a ticket that came in twice", Tag: "Door",
			Doc:   "Nothing else changes.",
			Allow: app.OverrideScans, Or: maySupervise,
		}, func(ctx context.Context, c *app.Caller, in seenIn) (doubleJSON, error) {
			d, err := door.MarkDouble(ctx, a, c, int64(in.ID), in.Seen == nil || bool(*in.Seen))
			return doubleForm(&d), err
		}),
	}
}

func doubleForm(d *door.Double) doubleJSON {
	return doubleJSON{
		ID: d.ID, OrderID: d.OrderID, Barcode: d.Barcode, SaleName: d.SaleName, Forced: d.Forced, Reason: wire.OrNull(d.Reason),
		First: moveForm(&d.First), Second: moveForm(&d.Second), SeenAt: d.SeenAt, SeenByID: wire.OrNull(d.SeenBy),
	}
}

func moveForm(m *door.Move) moveJSON {
	return moveJSON{m.At, wire.OrNull(m.Gate), wire.OrNull(m.By)}
}
