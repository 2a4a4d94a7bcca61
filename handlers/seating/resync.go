package seating

import (
	"context"

	"marquee/app"
	"marquee/app/seating"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type resyncIn struct {
	EventID  rest.ID  `json:"eventId" required:"true" min:"1"`
	Revision *rest.ID `json:"revision" blank:"true" min:"1" doc:"The revision that the caller looked at: refused with 409 where there is a newer one."`
	wire.DryRunIn
}

// resyncJSON is what a revision makes of the seats of an event.
type resyncJSON struct {
	From     int64      `json:"from" doc:"The revision that the event was sold from."`
	Revision int64      `json:"revision"`
	Added    int        `json:"added"`
	Gone     int        `json:"gone"`
	Moved    int        `json:"moved" doc:"At another place under the same name."`
	Renamed  int        `json:"renamed" doc:"Called otherwise at the same place, or by another name of their block or area."`
	Rebanded int        `json:"rebanded" doc:"Of another price band."`
	Sold     []toldJSON `json:"sold" doc:"Up to 100 of these that somebody has."`
	Blocked  []toldJSON `json:"blocked" doc:"What stands in the way."`
}

type toldJSON struct {
	ID     int64  `json:"id" doc:"Of the space; of the price band, with change band."`
	Change change `json:"change"`
	From   string `json:"from"`
	To     string `json:"to"`
}

// change says what becomes of a space.
type change string

// Values are the changes.
func (change) Values() []string {
	var all []string
	for _, c := range seating.AllChanges {
		all = append(all, string(c))
	}
	return all
}

func resync(ctx context.Context, a *app.App, c *app.Caller, in resyncIn) (out resyncJSON, err error) {
	ask := seating.Taking{EventID: int64(in.EventID), DryRun: bool(in.DryRun)}
	if in.Revision != nil {
		ask.Revision = int64(*in.Revision)
	}
	t, err := seating.TakeOver(ctx, a, c, ask)
	return resyncJSON{t.From, t.Revision, t.Added, t.Gone, t.Moved, t.Renamed, t.Rebanded, toldForms(t.Sold), toldForms(t.Blocked)}, err
}

func toldForms(all []seating.Told) []toldJSON {
	out := []toldJSON{}
	for _, t := range all {
		out = append(out, toldJSON{t.ID, change(t.Change), t.From, t.To})
	}
	return out
}
