package payment

import (
	"context"

	"marquee/app"
	"marquee/app/attempt"
)

// Heard is told that something happened to an intent, by a gateway or by somebody who
// knows: what is in doubt about its payment is asked about at once. What was told is not
// believed, so that nobody can lie.
func Heard(ctx context.Context, a *app.App, gateway, ref string) error {
	found, ok, err := FindRef(ctx, a, gateway, ref)
	if err != nil || !ok {
		return err
	}
	if found.Local && found.State == Open {
		return askSoon(ctx, a, found.Company, found.ID)
	}
	return Ask(ctx, a, found.Company, found.ID)
}

// Ask asks the gateway about what is in doubt of a payment.
func Ask(ctx context.Context, a *app.App, company, id int64) error {
	open, found, err := OpenCallOf(ctx, a, company, id)
	if err != nil || !found {
		return err
	}
	return attempt.AskNow(ctx, a, company, open.ID)
}

// OpenCallOf finds the call to the gateway of a payment that is not finished.
func OpenCallOf(ctx context.Context, a *app.App, company, id int64) (open attempt.Open, found bool, err error) {
	err = a.ViewCompany(ctx, company, func(r app.Reader) error {
		open, found, err = attempt.OpenOf(r, Subject(id))
		return err
	})
	return open, found, err
}
