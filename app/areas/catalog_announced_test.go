package areas_test

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/shop"
	"marquee/indexes"
	"marquee/kv"
)

// An event that cannot be read hides no other from those who come to the page at /.
func TestADamagedEventHidesNoOther(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t, apptest.Unchecked())
	names := []string{"First", "Second", "Third"}
	err := w.App.Update(t.Context(), w.A.Owner, app.Authenticated, func(tx app.Tx) error {
		for i, name := range names {
			start := w.Clock.Now().Add(time.Duration(i+1) * 24 * time.Hour)
			e := catalog.Event{Name: name, Start: start, End: start.Add(time.Hour), Timezone: "UTC", Published: true}
			if err := indexes.Forge(catalog.Events).Insert(tx, &e); err != nil {
				return err
			}
		}
		return nil
	})
	is.NoErr(err)
	announced := func() (names []string) {
		all, err := shop.ReadAnnounced(t.Context(), w.App, w.A.Company.Buyer("", "en"))
		is.NoErr(err)
		for _, e := range all.Cards {
			names = append(names, e.Name)
		}
		return names
	}
	is.Equal(announced(), names)
	err = w.App.Engine().Update(t.Context(), func(tx kv.Tx) error {
		n := 0
		for p, err := range tx.Scan("events", kv.Range{}) {
			if err != nil {
				return err
			}
			if n++; n == 2 {
				value := append([]byte(nil), p.Value...)
				value[len(value)-1] ^= 0xff
				return tx.Put("events", append([]byte(nil), p.Key...), value)
			}
		}
		return nil
	})
	is.NoErr(err)
	is.Equal(announced(), []string{"First", "Third"})
}
