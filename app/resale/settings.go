package resale

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/money"
)

// Scope names whose settings are meant: a sale item's, else an event's, else the company's.
type Scope struct{ EventID, SaleItemID int64 }

func (s Scope) key() settingsKey {
	switch {
	case s.SaleItemID != 0:
		return settingsKey{A: int64(OfSaleItem), B: s.SaleItemID}
	case s.EventID != 0:
		return settingsKey{A: int64(OfEvent), B: s.EventID}
	}
	return settingsKey{}
}

// exists wants what the scope names to be there.
func (s Scope) exists(r app.Reader) error {
	switch {
	case s.SaleItemID != 0 && s.EventID != 0:
		return app.Field("saleItemId", "cannot be given together with %s", "eventId")
	case s.SaleItemID != 0:
		i, err := catalog.SaleItemByID(r, s.SaleItemID)
		if err == nil && (i.DeletedAt != nil || i.Type == catalog.Fee) {
			err = app.Missing("sale item")
		}
		return err
	case s.EventID != 0:
		e, err := catalog.EventByID(r, s.EventID)
		if err == nil && e.DeletedAt != nil {
			err = app.Missing("event")
		}
		return err
	}
	return nil
}

// Change changes settings: what is not given stays, null is what the level above says.
type Change struct {
	Scope
	Enabled                                     app.Maybe[bool]
	Strategy                                    app.Maybe[Strategy]
	Below, Above                                app.Maybe[int64]
	ListingOpens, PurchaseOpens, PurchaseCloses app.Maybe[int64]
	Payout                                      app.Maybe[Payout]
	On                                          app.Maybe[Channels]
	Payer                                       app.Maybe[Payer]
	SellerPercent                               app.Maybe[int64]
	// Inherit are the fields of which the level above says what counts, whatever else is said of them.
	// The others have what they have, or else what counts of them now; nil: no change.
	Inherit *[]string
}

// RulesFor are the rules for what is sold as a sale item of an event.
func RulesFor(r app.Reader, eventID, saleItemID int64) (Rules, error) {
	rules := Usual()
	for _, s := range []Scope{{}, {EventID: eventID}, {SaleItemID: saleItemID}} {
		own, found, err := settings.Find(r, s.key())
		if err != nil {
			return rules, err
		}
		if found {
			rules = rules.with(&own)
		}
	}
	return rules, nil
}

// ReadSettings reads settings, and the rules that they make with those above them.
func ReadSettings(ctx context.Context, a *app.App, c *app.Caller, of Scope) (s Settings, rules Rules, err error) {
	err = a.View(ctx, c, app.EditCompany, func(r app.Reader) error {
		if err := of.exists(r); err != nil {
			return err
		}
		s, rules, err = read(r, of)
		return err
	})
	return s, rules, err
}

func read(r app.Reader, of Scope) (s Settings, rules Rules, err error) {
	key := of.key()
	if s, _, err = settings.Find(r, key); err != nil {
		return s, rules, err
	}
	s.Level, s.ID = Level(key.A), key.B
	event := of.EventID
	if of.SaleItemID != 0 {
		i, err := catalog.SaleItemByID(r, of.SaleItemID)
		if err != nil {
			return s, rules, err
		}
		event = i.EventID
	}
	rules, err = RulesFor(r, event, of.SaleItemID)
	return s, rules, err
}

// SetSettings changes settings. What is listed stays listed, at its price.
func SetSettings(ctx context.Context, a *app.App, c *app.Caller, in Change) (s Settings, rules Rules, err error) {
	if err := in.check(); err != nil {
		return s, rules, err
	}
	err = a.Update(ctx, c, app.EditCompany, func(tx app.Tx) error {
		if err := in.exists(tx); err != nil {
			return err
		}
		_, now, err := read(tx, in.Scope)
		if err != nil {
			return err
		}
		_, err = settings.Upsert(tx, in.key(), func(s *Settings) error {
			in.apply(s)
			if in.Inherit != nil {
				s.inherit(*in.Inherit, &now)
			}
			return nil
		})
		if err != nil {
			return err
		}
		s, rules, err = read(tx, in.Scope)
		if err == nil {
			err = rules.check()
		}
		return err
	})
	return s, rules, err
}

func (in *Change) check() error {
	var p app.Problems
	for field, m := range map[string]app.Maybe[int64]{
		"listingOpensHours": in.ListingOpens, "purchaseOpensHours": in.PurchaseOpens, "purchaseClosesHours": in.PurchaseCloses,
	} {
		if m.Value != nil && (*m.Value < 0 || *m.Value > MaxHours) {
			p.Add(field, "must be between %d and %d", 0, MaxHours)
		}
	}
	for field, m := range map[string]app.Maybe[int64]{"belowPercent": in.Below, "sellerPercent": in.SellerPercent} {
		if m.Value != nil && (*m.Value < 0 || *m.Value > 100*money.PercentUnit) {
			p.Add(field, "must be between %d and %d", 0, 100)
		}
	}
	if m := in.Above; m.Value != nil && (*m.Value < 0 || *m.Value > maxAbove*money.PercentUnit) {
		p.Add("abovePercent", "must be between %d and %d", 0, maxAbove)
	}
	return p.Err()
}

// check wants the windows in their order.
func (r *Rules) check() error {
	var p app.Problems
	if r.ListingOpens != nil && r.PurchaseOpens != nil && *r.PurchaseOpens > *r.ListingOpens {
		p.Add("purchaseOpensHours", "must be at most %d", *r.ListingOpens)
	}
	for _, opens := range []*int64{r.ListingOpens, r.PurchaseOpens} {
		if opens != nil && r.PurchaseCloses > *opens {
			p.Add("purchaseClosesHours", "must be at most %d", *opens)
			break
		}
	}
	return p.Err()
}

func (in *Change) apply(s *Settings) {
	key := in.key()
	s.Level, s.ID = Level(key.A), key.B
	in.Enabled.Point(&s.Enabled)
	in.Strategy.Point(&s.Strategy)
	in.Below.Point(&s.Below)
	in.Above.Point(&s.Above)
	in.ListingOpens.Point(&s.ListingOpens)
	in.PurchaseOpens.Point(&s.PurchaseOpens)
	in.PurchaseCloses.Point(&s.PurchaseCloses)
	in.Payout.Point(&s.Payout)
	in.On.Point(&s.On)
	in.Payer.Point(&s.Payer)
	in.SellerPercent.Point(&s.SellerPercent)
}
