package attempt

import (
	"context"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// Status is how the attempts of a kind stand, over all companies.
type Status struct {
	Kind string
	// Begun are those whose outcome the reconciler will find out, Unknown those for which
	// it could not.
	Begun, Unknown int64
}

// Statuses tells how every kind of the definition stands.
func Statuses(ctx context.Context, a *app.App) (all []Status, err error) {
	err = a.ViewCompany(ctx, 0, func(r app.Reader) error {
		all = nil
		for _, e := range a.Definition().Effects {
			if _, ok := e.(wired); !ok {
				continue
			}
			begun, err := attemptByState.CountOf(r, indexes.Equal(stateKey(Begun, e.EffectName())))
			if err != nil {
				return err
			}
			unknown, err := attemptByState.CountOf(r, indexes.Equal(stateKey(Unknown, e.EffectName())))
			if err != nil {
				return err
			}
			all = append(all, Status{e.EffectName(), begun, unknown})
		}
		return nil
	})
	return all, err
}

// Open is an attempt that keeps others of its subject out.
type Open struct {
	ID    int64
	Kind  string
	State State
	// Asked is how often the outside was asked without a decision.
	Asked   int64
	Problem string
	// AskAt is when it is asked next, nil once nobody is asked any more.
	AskAt *time.Time
}

// OpenOf finds the open attempt of a subject.
func OpenOf(r app.Reader, subject string) (o Open, found bool, err error) {
	rec, found, err := attemptByOpen.Find(r, subject)
	return Open{rec.ID, rec.Kind, rec.State, rec.Asked, rec.Problem, rec.AskAt}, found, err
}
