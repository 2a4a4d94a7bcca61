package backup

import (
	"context"
	"errors"

	"marquee/app"
	"marquee/kv/bolt"
)

// PlansOf reads the backup plans of a stopped store, which must be sound. A store
// that is held by somebody has none to tell.
func PlansOf(ctx context.Context, store string) ([]app.BackupPlan, error) {
	f, err := bolt.OpenFrozen(store)
	if IsInUse(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	all, err := app.New(f, nil, app.Options{}).BackupPlans(ctx)
	return all, errors.Join(err, f.Close())
}
