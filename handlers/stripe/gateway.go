package stripe

import (
	"context"
	"sync"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/payment"
)

// Name is what transactions call the gateway.
const Name = "stripe"

// Gateways are those of every company that has keys.
type Gateways struct {
	// URL is where the gateway answers, when it is not the real one: in tests.
	URL string

	mu     sync.RWMutex
	byName map[string]keys
}

// Load reads the keys from a file; from the text when no file is named. Neither is no
// keys.
func (g *Gateways) Load(path, text string) (err error) {
	var all map[string]keys
	switch {
	case path != "":
		all, err = readKeys(path)
	case text != "":
		all, err = parseKeys([]byte(text))
	}
	if err != nil {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.byName = all
	return nil
}

// Served wires the gateways.
func (g *Gateways) Served() app.Effect { return payment.Served(Name, g.ready, counted, g.make) }

// keysOfCompany finds keys under any alias that a company has had.
func (g *Gateways) keysOfCompany(c *company.Company) (keys, bool) {
	for _, alias := range c.Aliases() {
		if k, ok := g.keysOf(alias); ok {
			return k, true
		}
	}
	return keys{}, false
}

func (g *Gateways) keysOf(alias string) (keys, bool) {
	g.mu.RLock()
	defer g.mu.RUnlock()
	k, ok := g.byName[alias]
	return k, ok
}

// ready tells whether a company takes real cards: it has keys, and is not in demo mode.
func (g *Gateways) ready(r app.Reader) (bool, error) {
	c, err := company.SettingsOf(r)
	if err != nil {
		return false, err
	}
	_, ok := g.keysOfCompany(c)
	return ok && !c.Demo, nil
}

// make gives the gateway of a company, also of one that is in demo mode now: payments
// that were begun before end there.
func (g *Gateways) make(ctx context.Context, a *app.App, id int64) (payment.Gateway, error) {
	var c company.Company
	err := a.ViewCompany(ctx, id, func(r app.Reader) (err error) {
		c, err = company.CompanyByID(r, id)
		return err
	})
	if err != nil {
		return nil, err
	}
	k, ok := g.keysOfCompany(&c)
	if !ok {
		return nil, nil
	}
	return &gateway{k, newClient(k.SecretKey, g.URL)}, nil
}

// gateway is that of one company.
type gateway struct {
	keys   keys
	client *client
}

// Public is what a buyer's device needs.
func (g *gateway) Public() payment.Public {
	return payment.Public{PublishableKey: g.keys.PublishableKey, Account: g.keys.Account}
}
