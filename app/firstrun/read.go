package firstrun

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/payment"
	"marquee/app/terms"
)

// State is how far somebody has come. Everything that was said is kept as what it becomes: the
// event is a draft from the second step on.
type State struct {
	Company company.Company
	// Event is the first of the company, nil: there is none yet. Grown: there are more, which no
	// first run made; they are looked after in the office.
	Event *catalog.EventView
	Grown bool
	// Tickets are what it sells, by id.
	Tickets []catalog.SaleItemView
	// Tax is that in its prices.
	Tax company.TaxBand
	// Card is the gateway that takes cards, empty: none does. Transfers are taken where there are
	// terms for them.
	Card      string
	Transfers bool
}

// Done tells whether the event is published, and the shop open.
func (s *State) Done() bool { return s.Event != nil && s.Event.Published && s.Company.Shop.Open }

// Read reads how far the caller's company has come.
func Read(ctx context.Context, a *app.App, c *app.Caller) (s State, err error) {
	if s.Company, err = company.ReadSettings(ctx, a, c); err != nil {
		return s, err
	}
	if s.Event, s.Grown, err = first(ctx, a, c); err != nil {
		return s, err
	}
	if s.Event != nil {
		if s.Tickets, err = ticketsOf(ctx, a, c, s.Event.ID); err != nil {
			return s, err
		}
	}
	t, err := terms.Read(ctx, a, c, 0)
	if err != nil {
		return s, err
	}
	s.Transfers = t.Invoice != nil && t.Invoice.On.Online
	err = a.View(ctx, c, app.EditCompany, func(r app.Reader) (err error) {
		if s.Tax, err = company.DefaultTaxBand(r); err != nil {
			return err
		}
		s.Card, err = payment.NameFor(r)
		return err
	})
	return s, err
}

// first is the first event of the company, nil for none, and whether there are more.
func first(ctx context.Context, a *app.App, c *app.Caller) (e *catalog.EventView, more bool, err error) {
	longAgo := time.Unix(0, 0).UTC()
	page, err := catalog.ListEvents(ctx, a, c, catalog.EventFilter{
		StartingAfter: &longAgo, HideChildren: true, Request: list.Request{Limit: 1},
	}, catalog.EventWants{})
	if err != nil || len(page.Events) == 0 {
		return nil, false, err
	}
	return &page.Events[0], page.Total > 1, nil
}

// only is the event that the steps are about. A company that has grown has none.
func only(ctx context.Context, a *app.App, c *app.Caller) (*catalog.EventView, error) {
	e, more, err := first(ctx, a, c)
	if err == nil && more {
		err = app.Refuse(app.Forbidden, "This action is unauthorized.")
	}
	return e, err
}

func ticketsOf(ctx context.Context, a *app.App, c *app.Caller, event int64) ([]catalog.SaleItemView, error) {
	page, err := catalog.ListSaleItems(ctx, a, c, catalog.SaleItemFilter{EventID: &event, Request: list.Request{Limit: MaxTickets}})
	return page.Items, err
}
