package waitingroom

import (
	"crypto/rand"

	"marquee/app"
	"marquee/app/catalog"
)

// Copy puts a line before a copy of an event as there is one before that. Nobody stands in it, and
// its numbers are others.
func Copy(tx app.Tx, k *catalog.Copying) error {
	if !k.Wants(catalog.CopyQueue) {
		return nil
	}
	from, found, err := lines.Find(tx, k.From.ID)
	if err != nil || !found {
		return err
	}
	l := Line{EventID: k.To.ID, On: from.On, OpensAt: from.OpensAt, Shoppers: from.Shoppers, Key: make([]byte, keyBytes)}
	k.Clock.Shift(&l.OpensAt)
	if _, err := rand.Read(l.Key); err != nil {
		return err
	}
	app.Note(tx, "events", l.EventID, "its line: "+l.told()+"; before: off")
	k.Made(catalog.CopyQueue, 1)
	return lines.Put(tx, &l)
}
