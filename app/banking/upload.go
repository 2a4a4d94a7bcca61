package banking

import (
	"context"

	"marquee/app"
	"marquee/app/company"
	"marquee/indexes"
)

// Uploaded is what came of a statement.
type Uploaded struct {
	Format string
	// New were stored, Known had been before; Passed say of no money that came.
	New, Known, Passed int64
}

// Upload stores the transfers of a statement that are not known yet.
func Upload(ctx context.Context, a *app.App, c *app.Caller, file []byte) (u Uploaded, err error) {
	own, err := company.Settings(ctx, a, c)
	if err != nil {
		return u, err
	}
	s, err := Read(file, own.Currency())
	if err != nil {
		return u, err
	}
	err = a.Update(ctx, c, app.Everywhere(app.SettlePayments), func(tx app.Tx) error {
		u = Uploaded{Format: s.Format, Passed: s.Passed}
		if err := maySee(tx); err != nil {
			return err
		}
		for i, key := range s.keys() {
			_, known, err := byKey.Find(tx, key)
			if err != nil {
				return err
			}
			if known {
				u.Known++
				continue
			}
			if err := transfers.Insert(tx, &Transfer{Key: key, Booking: s.Bookings[i], State: Open}); err != nil {
				return err
			}
			u.New++
		}
		return nil
	})
	return u, err
}

// maySee refuses the statements of the company to those who do not see all of it.
func maySee(r app.Reader) error {
	if app.VisibilityOf(r) != nil {
		return app.Refuse(app.Forbidden, "What the company took in is told to those who see all of its events.")
	}
	return nil
}

// Area is what this area brings.
func Area(p Ports) app.Area {
	return app.Area{Ports: &p, Tables: []indexes.Declared{transfers.Declared}}
}
