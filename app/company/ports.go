package company

import "marquee/app"

// Ports are what the area tells the areas below it, and asks of them: app/areas fills them.
type Ports struct {
	// CodeSecretChanged fires with the company whose rotating codes are all others now.
	CodeSecretChanged func(tx app.Tx, in *Company) error
	// ModeChanged fires with the company that takes real money from now on, or is in demo mode.
	ModeChanged func(tx app.Tx, in *Company) error
	// ResetAsked is told of a user who gets a link to set a new password, in the company that
	// writes the mail.
	ResetAsked func(tx app.Tx, in *User) error
	// Invited is told of a user who gets a link to set a first password in the company.
	Invited            func(tx app.Tx, in *User) error
	EventExists        func(r app.Reader, in int64) (bool, error)
	VenueExists        func(r app.Reader, in int64) (bool, error)
	DiscountCodeExists func(r app.Reader, in int64) (bool, error)
	AccessCodeExists   func(r app.Reader, in int64) (bool, error)
}

// ports is what they are filled with in the App of a reader.
func ports(r app.Reader) *Ports { return app.PortsOf[Ports](r) }
