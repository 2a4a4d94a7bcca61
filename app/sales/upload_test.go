package sales_test

import (
	"fmt"
	"testing"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/ticketcode/form"
	"marquee/indexes"

	"github.com/matryer/is"
)

// uploaded are sales of a till, of a few units each.
func (h *hall) uploaded(s catalog.SaleItem, n int) []sales.UploadedOrder {
	all := make([]sales.UploadedOrder, n)
	for i := range all {
		all[i] = sales.UploadedOrder{
			UUID: fmt.Sprint("till-", i), CurrencyID: h.A.Company.CurrencyID, Date: h.Clock.Now(), Method: order.Cash,
			Items: []sales.UploadedItem{{SaleItemID: s.ID, Price: 100}, {SaleItemID: s.ID, Price: 50, Refunded: i%3 == 0}, {SaleItemID: s.ID, Refunded: i%5 == 0}},
		}
	}
	return all
}

func (h *hall) orders() (n int64) {
	h.t.Helper()
	err := h.App.View(h.t.Context(), h.A.Owner, app.Authenticated, func(r app.Reader) error {
		for _, err := range order.Orders.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			n++
		}
		return nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return n
}

func TestUploadsAreKeptOnce(t *testing.T) {
	t.Run("tills that send the same sales at once", func(t *testing.T) {
		is := is.New(t)
		h := rush(t)
		s := h.addItem(10, plain)
		all := h.uploaded(s, 120) // more than one transaction
		together(4, func(int) {
			_, err := patient(func() (int, error) { return 0, sales.UploadOrders(t.Context(), h.App, h.A.Owner, all) })
			if err != nil {
				t.Error(err)
			}
		})
		is.Equal(h.orders(), int64(120))
		is.Equal(h.stock(s).Sold, int64(3*120-40-24)) // what was given back is not sold
	})
	t.Run("a part of an upload, then all of it", func(t *testing.T) {
		is := is.New(t)
		h := newHall(t)
		s := h.addItem(-1, plain)
		all := h.uploaded(s, 80)
		is.NoErr(sales.UploadOrders(t.Context(), h.App, h.A.Owner, all[:50]))
		is.NoErr(sales.UploadOrders(t.Context(), h.App, h.A.Owner, all))
		is.Equal(h.orders(), int64(80))
	})
	t.Run("too much is refused, and nothing kept", func(t *testing.T) {
		is := is.New(t)
		h := newHall(t)
		s := h.addItem(-1, plain)
		all := h.uploaded(s, 3)
		for range 20 {
			all[1].Items = append(all[1].Items, all[1].Items...)
			if len(all[1].Items) > sales.MaxBasketSize {
				break
			}
		}
		is.Equal(app.KindOf(sales.UploadOrders(t.Context(), h.App, h.A.Owner, all)), app.Invalid)
		is.Equal(app.KindOf(sales.UploadOrders(t.Context(), h.App, h.A.Owner, h.uploaded(s, sales.MaxUploaded+1))), app.Invalid)
		is.Equal(h.orders(), int64(0))
	})
}

// What a till sold offline has the codes of its event, as if it had been sold at once.
func TestUploadedTicketsHaveTheCodesOfTheirEvent(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	s := h.addItem(-1, plain)
	h.share(func(e *catalog.Event) { e.Codes.Signed = new(true) })
	is.NoErr(sales.UploadOrders(t.Context(), h.App, h.A.Owner, h.uploaded(s, 2)[1:]))
	h.view(func(r app.Reader) error {
		for hit, err := range order.Items.Scan(r, indexes.All[int64]()) {
			is.NoErr(err)
			is.Equal(hit.Rec.Form, form.Signed)
		}
		return nil
	})
}
