package catalog

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// codesJSON is which codes the tickets of an event have.
type codesJSON struct {
	EventID            int64  `json:"eventId"`
	Signed             string `json:"signed" doc:"on, off, or company: as the company says."`
	IsSigned           bool   `json:"isSigned" doc:"What that comes to."`
	Rotating           bool   `json:"rotating" doc:"The scanningMode is secure-qr-only."`
	SignedOnly         bool   `json:"signedOnly"`
	AcceptStatic       bool   `json:"acceptStatic"`
	AdmitProvisionally bool   `json:"admitProvisionally"`
}

type codesIn struct {
	EventID rest.ID `query:"eventId" required:"true" min:"1"`
}

type setCodesIn struct {
	EventID            rest.ID    `json:"eventId" required:"true"`
	Signed             *string    `json:"signed" enum:"on,off,company" doc:"Tickets that are sold from now on have signed codes, which a gate can check without a network. Codes of before stay good."`
	SignedOnly         *rest.Flag `json:"signedOnly" doc:"A ticket that was sold with a signed code is not taken by its barcode alone."`
	AcceptStatic       *rest.Flag `json:"acceptStatic" doc:"A ticket that was sold with a rotating code is taken by its barcode alone too."`
	AdmitProvisionally *rest.Flag `json:"admitProvisionally" doc:"A phone without a network that does not know a ticket, because it was sold since, lets it in by its signed code. The scan says so."`
}

// codes are the routes of the codes on an event's tickets.
func codes(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/event-codes", Summary: "Read which codes the tickets of an event have", Tag: "Door",
			Allow: app.ViewEvents, Or: []app.Ability{app.ScanZones},
		}, func(ctx context.Context, c *app.Caller, in codesIn) (codesJSON, error) {
			out, err := catalog.LookAtCodes(ctx, a, c, int64(in.EventID))
			return codesForm(out), err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/events/codes", Summary: "Say which codes the tickets of an event have", Tag: "Door",
			Doc:   "And which of them its gates take, from the next scan on. Fields that are left out stay as they are. Codes that rotate are switched on by the event's scanningMode, secure-qr-only, for what is sold from then on.",
			Allow: app.EditEvents,
		}, func(ctx context.Context, c *app.Caller, in setCodesIn) (codesJSON, error) {
			out, err := catalog.ChangeCodes(ctx, a, c, int64(in.EventID), in.change())
			return codesForm(out), err
		}),
	}
}

func (in *setCodesIn) change() catalog.CodesChange {
	ch := catalog.CodesChange{SignedOnly: wire.Yes(in.SignedOnly), StaticToo: wire.Yes(in.AcceptStatic), Provisional: wire.Yes(in.AdmitProvisionally)}
	switch wire.Value(in.Signed) {
	case "on":
		ch.Signed = catalog.Is(true)
	case "off":
		ch.Signed = catalog.Is(false)
	case "company":
		ch.Signed = catalog.Cleared[bool]()
	}
	return ch
}

func codesForm(in catalog.EventCodes) codesJSON {
	if in.Event == nil {
		return codesJSON{}
	}
	c := in.Event.Codes
	out := codesJSON{
		EventID: in.Event.ID, Signed: "company", IsSigned: in.Signs, Rotating: in.Event.ScanningMode == catalog.SecureScanning,
		SignedOnly: c.SignedOnly, AcceptStatic: c.StaticToo, AdmitProvisionally: c.Provisional,
	}
	if c.Signed != nil {
		if out.Signed = "off"; *c.Signed {
			out.Signed = "on"
		}
	}
	return out
}
