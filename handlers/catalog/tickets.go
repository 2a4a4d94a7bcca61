package catalog

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// ticketAccessJSON is when and how buyers get the tickets of an event.
type ticketAccessJSON struct {
	EventID      int64      `json:"eventId"`
	Access       string     `json:"access" doc:"delayed, at-once, or company: as the company says."`
	LeadHours    *int64     `json:"leadHours" doc:"Of this event; null where it does not say."`
	OpenAt       *time.Time `json:"openAt" doc:"When they open; null: they are never withheld."`
	Passes       string     `json:"passes" doc:"on, off, or company: as the venue says, or the company."`
	OffersPasses bool       `json:"offersPasses" doc:"What that comes to, unless a sale item says otherwise."`
	DoorsMinutes *int64     `json:"doorsMinutes" doc:"How long before its start doors open; null: nobody says."`
	Terms        *string    `json:"terms" doc:"What stands on its printed tickets; null: what the company says."`
}

type ticketAccessIn struct {
	EventID rest.ID `query:"eventId" required:"true" min:"1"`
}

type setTicketAccessIn struct {
	EventID   rest.ID `json:"eventId" required:"true"`
	Access    *string `json:"access" enum:"delayed,at-once,company" doc:"delayed: they can be downloaded and shown from leadHours before its start on; whoever bought before gets a mail then."`
	LeadHours *int64  `json:"leadHours" min:"12" max:"4368" doc:"With delayed; whole days are those of the clocks of the event."`
	Passes    *string `json:"passes" enum:"on,off,company" doc:"Phones are offered passes. Those that a phone has stay good."`

	DoorsMinutes rest.Opt[int64]  `json:"doorsMinutes" min:"1" max:"1440" doc:"How long before its start doors open: printed tickets say when. Null: they do not."`
	Terms        rest.Opt[string] `json:"terms" maxlen:"4000" doc:"Terms on its printed tickets. Null: those of the company."`
}

// ticketAccess are the routes of when and how buyers get tickets.
func ticketAccess(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/event-ticket-access", Summary: "Read when and how buyers get the tickets of an event", Tag: "Catalogue", Allow: app.ViewEvents,
		}, func(ctx context.Context, c *app.Caller, in ticketAccessIn) (ticketAccessJSON, error) {
			return rest.As(ticketAccessForm)(catalog.LookAtTickets(ctx, a, c, int64(in.EventID)))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/events/ticket-access", Summary: "Say when and how buyers get the tickets of an event", Tag: "Catalogue", Allow: app.EditEvents,
			Doc: "Fields that are left out stay as they are. Until tickets open their links, passes and codes are withheld from buyers, but for gift vouchers; staff get a link by /event-media/generate-link. " +
				"They open for everybody at once, and whoever buys after that has them at once.",
		}, func(ctx context.Context, c *app.Caller, in setTicketAccessIn) (ticketAccessJSON, error) {
			ch, err := in.change()
			if err != nil {
				return ticketAccessJSON{}, err
			}
			return rest.As(ticketAccessForm)(catalog.ChangeTickets(ctx, a, c, int64(in.EventID), ch))
		}),
	}
}

func (in *setTicketAccessIn) change() (ch catalog.TicketAccessChange, err error) {
	access := wire.Value(in.Access)
	switch {
	case access == "delayed" && in.LeadHours == nil:
		return ch, app.Field("leadHours", "is required")
	case access != "delayed" && in.LeadHours != nil:
		return ch, app.Field("leadHours", "is for delayed tickets")
	case access == "delayed":
		ch.LeadHours = catalog.Is(*in.LeadHours)
	case access == "at-once":
		ch.LeadHours = catalog.Is(int64(0))
	case access == "company":
		ch.LeadHours = catalog.Cleared[int64]()
	}
	ch.DoorsMinutes, ch.Terms = wire.Maybe(in.DoorsMinutes), wire.Maybe(in.Terms)
	switch wire.Value(in.Passes) {
	case "on":
		ch.Passes = catalog.Is(true)
	case "off":
		ch.Passes = catalog.Is(false)
	case "company":
		ch.Passes = catalog.Cleared[bool]()
	}
	return ch, nil
}

func ticketAccessForm(in catalog.EventTickets) ticketAccessJSON {
	t := in.Event.Tickets
	out := ticketAccessJSON{EventID: in.Event.ID, Access: "company", LeadHours: t.LeadHours, OpenAt: in.OpenAt, Passes: "company", OffersPasses: in.Passes,
		DoorsMinutes: wire.OrNull(t.DoorsMinutes), Terms: wire.OrNull(t.Terms),
	}
	if t.LeadHours != nil {
		if out.Access = "delayed"; *t.LeadHours == 0 {
			out.Access, out.LeadHours = "at-once", nil
		}
	}
	if t.Passes != nil {
		if out.Passes = "off"; *t.Passes {
			out.Passes = "on"
		}
	}
	return out
}
