package terms

import (
	"marquee/app"
	"marquee/app/catalog"
)

// Copy gives a copy of an event the deposit that it has of its own.
func Copy(tx app.Tx, k *catalog.Copying) error {
	if !k.Wants(catalog.CopyDeposit) {
		return nil
	}
	t, found, err := table.Find(tx, k.From.ID)
	if err != nil || !found {
		return err
	}
	t.EventID = k.To.ID
	k.Made(catalog.CopyDeposit, 1)
	return table.Put(tx, &t)
}
