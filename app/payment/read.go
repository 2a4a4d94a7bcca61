package payment

import (
	"context"
	"errors"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// Get reads a payment by its own id.
func Get(r app.Reader, id int64) (Payment, error) { return payments.Get(r, id) }

// ByTransaction finds a payment of the company by its transaction.
func ByTransaction(r app.Reader, id int64) (Payment, bool, error) { return byTransaction.Find(r, id) }

// ByRef finds a payment of the company by what its gateway calls the intent.
func ByRef(r app.Reader, gateway, ref string) (Payment, bool, error) {
	if len(ref) > maxRef {
		return Payment{}, false, nil
	}
	return byRef.Find(r, refKey(gateway, ref))
}

// OfUUID finds the last payment that was opened under a caller's uuid.
func OfUUID(r app.Reader, uuid string) (p Payment, found bool, err error) {
	if uuid == "" {
		return p, false, nil
	}
	for h, err := range byUUID.Scan(r, indexes.Equal(uuid)) {
		if err != nil {
			return p, false, err
		}
		p, found = h.Rec, true
	}
	return p, found, nil
}

// DueToComplete lists payments whose money has waited long enough for its order.
func DueToComplete(r app.Reader, now time.Time, limit int) (ids []int64, err error) {
	for e, err := range byCompletion.Keys(r, indexes.All[time.Time]().Limit(limit)) {
		if err != nil {
			return nil, err
		}
		if e.Key.After(now) {
			break
		}
		ids = append(ids, e.ID)
	}
	return ids, nil
}

// Listed is a payment with its company.
type Listed struct {
	Payment
	Company int64
}

// Filter says which payments are listed.
type Filter struct {
	// State narrows the list; the zero State is everything that is not resolved.
	State State
	// Discrepancies lists those of which the gateway says otherwise instead.
	Discrepancies bool
	Limit         int
}

// List lists payments of every company: those that are not resolved, the longest first,
// those in one state, or those with a discrepancy.
func List(ctx context.Context, a *app.App, f Filter) (all []Listed, err error) {
	limit := min(f.Limit, MaxList)
	if limit <= 0 {
		limit = 100
	}
	err = a.ViewCompany(ctx, 0, func(r app.Reader) error {
		all = nil
		take := func(h indexes.Hit[Payment], err error) error {
			if err == nil {
				all = append(all, Listed{h.Rec, h.Company})
			}
			return err
		}
		if f.State == 0 && !f.Discrepancies {
			for h, err := range byUnresolved.Scan(r, indexes.All[time.Time]().Limit(limit)) {
				if err := take(h, err); err != nil {
					return err
				}
			}
			return nil
		}
		state := f.State.String()
		if f.Discrepancies {
			state = discrepancy
		}
		for h, err := range byState.Scan(r, inState(state).Limit(limit)) {
			if err := take(h, err); err != nil {
				return err
			}
		}
		return nil
	})
	return all, err
}

// inState is every payment in a state, of whatever gateway.
func inState(state string) indexes.Range[string] {
	return indexes.Between(state+" ", state+"!") // the sign behind the blank
}

// Find reads a payment of whatever company by its transaction.
func Find(ctx context.Context, a *app.App, transactionID int64) (found Listed, err error) {
	err = a.ViewCompany(ctx, 0, func(r app.Reader) error {
		found.Company, found.Payment, err = byTransaction.GetAny(r, transactionID)
		if errors.Is(err, indexes.ErrNotFound) {
			return app.Missing("payment")
		}
		return err
	})
	return found, err
}

// FindRef reads a payment of whatever company by what its gateway calls the intent.
func FindRef(ctx context.Context, a *app.App, gateway, ref string) (found Listed, ok bool, err error) {
	if ref == "" || len(ref) > maxRef {
		return found, false, nil
	}
	err = a.ViewCompany(ctx, 0, func(r app.Reader) error {
		found.Company, found.Payment, err = byRef.GetAny(r, refKey(gateway, ref))
		ok = err == nil
		if errors.Is(err, indexes.ErrNotFound) {
			return nil
		}
		return err
	})
	return found, ok, err
}
