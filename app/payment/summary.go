package payment

import (
	"context"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// Status is how the payments of all companies stand.
type Status struct {
	// Unresolved are those of which something is under way that has to end, and Oldest
	// since when the longest of them is; nil without one.
	Unresolved int64
	Oldest     *time.Time
	// Discrepancies are those of which their gateway says otherwise.
	Discrepancies int64
}

// StatusOf tells how the payments stand.
func StatusOf(ctx context.Context, a *app.App) (s Status, err error) {
	err = a.ViewCompany(ctx, 0, func(r app.Reader) error {
		s = Status{}
		for state := Opening; state <= Refunded; state++ {
			if !state.unresolved() {
				continue
			}
			for _, g := range gatewaysOf(a) {
				n, err := byState.CountOf(r, indexes.Equal(stateKey(state.String(), g.name)))
				if err != nil {
					return err
				}
				s.Unresolved += n
			}
		}
		for _, g := range gatewaysOf(a) {
			n, err := byState.CountOf(r, indexes.Equal(stateKey(discrepancy, g.name)))
			if err != nil {
				return err
			}
			s.Discrepancies += n
		}
		for e, err := range byUnresolved.Keys(r, indexes.All[time.Time]().Limit(1)) {
			if err != nil {
				return err
			}
			s.Oldest = &e.Key
		}
		return nil
	})
	return s, err
}
