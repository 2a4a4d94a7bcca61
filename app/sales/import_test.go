package sales_test

import (
	"errors"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales/imported"

	"github.com/matryer/is"
)

// past draws an order of n units in a status.
func (h *hall) past(s catalog.SaleItem, n int64, status order.Status) imported.PastOrder {
	l := imported.PastLine{SaleItemID: s.ID, Quantity: n}
	for range n {
		l.Barcodes = append(l.Barcodes, order.NewBarcode(h.App))
	}
	now := h.Clock.Now()
	return imported.PastOrder{
		Reference: order.NewReference(h.App), Status: status, CurrencyID: h.A.Company.CurrencyID, Channel: catalog.BoxOffice,
		Method: order.Cash, CreatedAt: now.Add(-time.Hour), CompletedAt: now.Add(-time.Hour), ExpiresAt: now.Add(time.Minute),
		Lines: []imported.PastLine{l},
	}
}

func TestImport(t *testing.T) {
	t.Run("orders arrive in every state and count in the stock", func(t *testing.T) {
		is := is.New(t)
		h := newHall(t)
		s := h.addItem(20, plain)
		var orders []imported.PastOrder
		for _, status := range []order.Status{order.Complete, order.Active, order.Expired, order.AwaitingApproval} {
			orders = append(orders, h.past(s, 2, status))
		}
		h.update(func(tx app.Tx) error { _, err := imported.Import(tx, orders); return err })
		is.Equal(h.stock(s).Sold, int64(2))
		is.Equal(h.stock(s).Reserved, int64(4))
	})
	t.Run("more than the stock is a shortage", func(t *testing.T) {
		is := is.New(t)
		h := newHall(t)
		s := h.addItem(1, plain)
		err := h.App.Update(t.Context(), h.A.Owner, app.Authenticated, func(tx app.Tx) error {
			_, err := imported.Import(tx, []imported.PastOrder{h.past(s, 2, order.Complete)})
			return err
		})
		var short *catalog.Shortage
		is.True(errors.As(err, &short))
	})
}
