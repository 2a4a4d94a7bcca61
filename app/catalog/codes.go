package catalog

import (
	"context"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/ticketcode/form"
)

// SecureScanning is the scanning mode of an event whose tickets have rotating codes.
const SecureScanning = "secure-qr-only"

// Codes say which codes the tickets of an event have, and which of them its gates take.
type Codes struct {
	// Signed: tickets are sold with signed codes; nil: as the company says.
	Signed *bool `msgpack:"s,omitempty"`
	// SignedOnly: a ticket that was sold with a signed code is not taken by its barcode
	// alone.
	SignedOnly bool `msgpack:"so,omitempty"`
	// StaticToo: a ticket that was sold with a rotating code is taken by its barcode alone
	// too.
	StaticToo bool `msgpack:"st,omitempty"`
	// Provisional: a phone without a network that does not know a ticket lets it in by its
	// signature.
	Provisional bool `msgpack:"p,omitempty"`
}

// CodeForm is the form of the codes with which items of a type are sold at the event.
// static: whoever sells wants none that rotate.
func (e *Event) CodeForm(own *company.Company, t ItemType, static bool) form.Form {
	signs := own.SignsCodes
	if e.Codes.Signed != nil {
		signs = *e.Codes.Signed
	}
	switch {
	case e.ScanningMode == SecureScanning && t.Rotates() && !static && own.Codes != nil:
		return form.Rotating
	case signs && t.Scannable() && own.Codes != nil:
		return form.Signed
	}
	return form.Plain
}

// Rotates tells whether items of this type can have rotating codes.
func (t ItemType) Rotates() bool { return t == Ticket || t == SeasonTicket }

// CodesChange changes the codes of an event; what is not given stays.
type CodesChange struct {
	Signed                             Maybe[bool]
	SignedOnly, StaticToo, Provisional *bool
}

// EventCodes are the codes of an event, with what the company says where it does not.
type EventCodes struct {
	Event *Event
	// Signs is what its tickets are sold with.
	Signs bool
}

// LookAtCodes reads which codes an event has.
func LookAtCodes(ctx context.Context, a *app.App, c *app.Caller, id int64) (out EventCodes, err error) {
	err = a.View(ctx, c, app.AnyOf{app.ViewEvents, app.ScanZones}, func(r app.Reader) (err error) {
		out, err = codesOf(r, id)
		return err
	})
	return out, err
}

func codesOf(r app.Reader, id int64) (out EventCodes, err error) {
	if out.Event, err = SharedEvent(r, id); err != nil {
		return out, err
	}
	if out.Event.DeletedAt != nil {
		return out, app.Missing("event")
	}
	own, err := company.SettingsOf(r)
	if err == nil {
		out.Signs = out.Event.CodeForm(own, Ticket, true) == form.Signed
	}
	return out, err
}

// ChangeCodes changes the codes of an event. Tickets keep the codes with which they were
// sold; what gates take counts from the next scan on.
func ChangeCodes(ctx context.Context, a *app.App, c *app.Caller, id int64, in CodesChange) (out EventCodes, err error) {
	err = a.Update(ctx, c, app.EditEvents, func(tx app.Tx) error {
		_, err := eventTable.Update(tx, id, func(e *Event) error {
			if e.DeletedAt != nil {
				return app.Missing("event")
			}
			in.Signed.Point(&e.Codes.Signed)
			set(&e.Codes.SignedOnly, in.SignedOnly)
			set(&e.Codes.StaticToo, in.StaticToo)
			set(&e.Codes.Provisional, in.Provisional)
			return nil
		})
		if err != nil {
			return missing(err, "event")
		}
		out, err = codesOf(tx, id)
		return err
	})
	return out, err
}
