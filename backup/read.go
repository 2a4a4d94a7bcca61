package backup

import (
	"errors"

	"marquee/app"
	"marquee/kv/bolt"
)

// Read lets fn read a stopped store, to which nothing is written: not even an upgrade.
// The store must be of the schema of this program, see Pending.
func (k *Keeper) Read(store string, fn func(a *app.App) error) error {
	f, err := bolt.OpenFrozen(store)
	if err != nil {
		return err
	}
	err = bolt.Guarded(func() error { return fn(app.New(f, k.Business, app.Options{})) })
	return errors.Join(err, f.Close())
}
