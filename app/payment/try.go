package payment

import (
	"context"
	"time"

	"marquee/app"
)

// tryTimeout is how long a gateway may take to answer whoever tries it.
const tryTimeout = 20 * time.Second

// Account is whose money a gateway takes.
type Account struct {
	ID, Name, Country string
	// Live: real money is moved. Charges: the account may take payments.
	Live, Charges bool
}

// Tellable is a gateway that tells whose account it charges.
type Tellable interface {
	Whose(ctx context.Context) (Account, error)
}

// Tried is what a gateway says of its account. Answer is what it said instead of one.
type Tried struct {
	Account
	Answer string
}

// Try asks the gateway of the caller's company for its account, also while the company is in demo
// mode. Nothing is charged, and nothing kept but that somebody tried.
func Try(ctx context.Context, a *app.App, c *app.Caller) (out Tried, err error) {
	err = a.Update(ctx, c, app.Installation, func(tx app.Tx) error {
		app.Note(tx, "companies", tx.Company(), "tried the payment gateway")
		return nil
	})
	if err != nil {
		return out, err
	}
	app.Outside(ctx) // nobody waits for a place meanwhile
	for _, s := range gatewaysOf(a) {
		g, err := s.make(ctx, a, c.CompanyID)
		if err != nil {
			return out, err
		}
		told, can := g.(Tellable)
		if !can {
			continue
		}
		ctx, cancel := context.WithTimeout(ctx, tryTimeout)
		defer cancel()
		if out.Account, err = told.Whose(ctx); err != nil {
			out.Answer = err.Error()
		}
		return out, nil
	}
	out.Answer = "there are no keys yet"
	return out, nil
}
