package order

import (
	"testing"

	"marquee/app"
	"marquee/app/catalog"

	"github.com/matryer/is"
)

func TestTooMuchIsSoldToMove(t *testing.T) {
	is := is.New(t)
	s := newStore(t)
	o := s.order(Complete, nil)
	s.update(func(tx app.Tx) error {
		from := tx.Now()
		for range 3 {
			if err := Items.Insert(tx, &Item{OrderID: o.ID, EventID: 1, Type: catalog.Ticket, Sold: true, ValidFrom: &from}); err != nil {
				return err
			}
		}
		return nil
	})
	for most, want := range map[int]app.Kind{2: app.Invalid, 3: 0} {
		err := s.a.Update(t.Context(), clerk, func(tx app.Tx) error { return tellMoved(tx, catalog.ZoneMove{EventID: 1}, most) })
		is.Equal(app.KindOf(err), want)
	}
}
