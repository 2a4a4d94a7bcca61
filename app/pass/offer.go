package pass

import (
	"sync/atomic"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/order"
)

// offers is what whoever runs the box office has keys for.
type offers struct {
	of atomic.Pointer[func(aliases []string) order.Wallets]
}

var installed = app.NewPerApp(func() *offers { return &offers{} })

// Use says for which phones the company with aliases makes passes. Without it none does.
func Use(a *app.App, of func(aliases []string) order.Wallets) { installed.Of(a).of.Store(&of) }

// Offered tells for which phones the company of a snapshot makes passes.
func Offered(r app.Reader) (order.Wallets, error) {
	of := installed.Of(app.Of(r)).of.Load()
	if of == nil {
		return order.Wallets{}, nil
	}
	c, err := company.SettingsOf(r)
	if err != nil {
		return order.Wallets{}, err
	}
	return (*of)(c.Aliases()), nil
}
