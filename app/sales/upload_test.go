package sales_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales/imported"
	"marquee/app/sales/rules"
	"marquee/app/ticketcode/form"
	"marquee/app/till"
	"marquee/indexes"

	"github.com/matryer/is"
)

// uploaded are sales of a till, of a few units each.
func (h *hall) uploaded(s catalog.SaleItem, n int) []imported.UploadedOrder {
	all := make([]imported.UploadedOrder, n)
	for i := range all {
		all[i] = imported.UploadedOrder{
			UUID: fmt.Sprint("till-", i), CurrencyID: h.A.Company.CurrencyID, Date: h.Clock.Now(), Method: order.Cash,
			Items: []imported.UploadedItem{{SaleItemID: s.ID, Price: 100}, {SaleItemID: s.ID, Price: 50, Refunded: i%3 == 0}, {SaleItemID: s.ID, Refunded: i%5 == 0}},
		}
	}
	return all
}

func (h *hall) upload(all []imported.UploadedOrder) error {
	_, err := imported.UploadOrders(h.t.Context(), h.App, h.A.Owner, all)
	return err
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
			_, err := patient(func() (int, error) { return 0, h.upload(all) })
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
		is.NoErr(h.upload(all[:50]))
		is.NoErr(h.upload(all))
		is.Equal(h.orders(), int64(80))
	})
	t.Run("too much is refused, and nothing kept", func(t *testing.T) {
		is := is.New(t)
		h := newHall(t)
		s := h.addItem(-1, plain)
		all := h.uploaded(s, 3)
		for range 20 {
			all[1].Items = append(all[1].Items, all[1].Items...)
			if len(all[1].Items) > rules.MaxBasketSize {
				break
			}
		}
		is.Equal(app.KindOf(h.upload(all)), app.Invalid)
		is.Equal(app.KindOf(h.upload(h.uploaded(s, imported.MaxUploaded+1))), app.Invalid)
		is.Equal(h.orders(), int64(0))
	})
}

// What a till sold offline has the codes of its event, as if it had been sold at once.
func TestUploadedTicketsHaveTheCodesOfTheirEvent(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	s := h.addItem(-1, plain)
	h.share(func(e *catalog.Event) { e.Codes.Signed = new(true) })
	is.NoErr(h.upload(h.uploaded(s, 2)[1:]))
	h.view(func(r app.Reader) error {
		for hit, err := range order.Items.Scan(r, indexes.All[int64]()) {
			is.NoErr(err)
			is.Equal(hit.Rec.Form, form.Signed)
		}
		return nil
	})
}

// What a device took without cash beyond the limit of a shop is kept, marked and told. What
// was kept before does not count again.
func TestWhatATillTakesBeyondItsLimit(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	name := "Bar"
	bar, err := till.Create(t.Context(), h.App, h.A.Owner, till.Fields{Name: &name, OfflineLimit: new(int64(1000))})
	is.NoErr(err)
	beer := h.addItem(-1, func(s *catalog.SaleItem, i *catalog.InventoryItem) {
		s.EventID, s.ShopID, i.Type = 0, bar.ID, catalog.CashlessProduct
	})
	ticket := h.addItem(-1, plain)
	sale := func(uuid string, m order.Method, s catalog.SaleItem, price int64) imported.UploadedOrder {
		return imported.UploadedOrder{
			UUID: uuid, CurrencyID: h.A.Company.CurrencyID, Date: h.Clock.Now(), Method: m, Items: []imported.UploadedItem{{SaleItemID: s.ID, Price: price}},
		}
	}
	all := []imported.UploadedOrder{
		sale("cash", order.Cash, beer, 5000), sale("ticket", order.CardPresentOffline, ticket, 5000),
		sale("within", order.CardPresentOffline, beer, 900), sale("just", order.CardPresentOffline, beer, 100), sale("beyond", order.Bank, beer, 1),
	}
	told := func(all []imported.UploadedOrder) string {
		over, err := imported.UploadOrders(t.Context(), h.App, h.A.Owner, all)
		is.NoErr(err)
		var out string
		for _, o := range over {
			out += fmt.Sprintf("shop %d: %d of %d", o.ShopID-bar.ID, o.Taken, o.Limit)
		}
		return out
	}
	is.Equal(told(all[:4]), "")
	is.Equal(told(all), "shop 0: 1001 of 1000") // 1 more than before, sold before the device was connected
	is.Equal(told(all), "")                     // all of it is known
	h.Clock.Jump(time.Hour)
	is.Equal(told([]imported.UploadedOrder{sale("again", order.CardPresentOffline, beer, 1000)}), "") // since then
	late := sale("late", order.CardPresentOffline, beer, 1)
	late.Date = late.Date.Add(-time.Minute)
	h.Clock.Jump(time.Hour)
	is.Equal(told([]imported.UploadedOrder{late}), "shop 0: 1001 of 1000") // a piece that comes later
	is.Equal(told([]imported.UploadedOrder{sale("next", order.CardPresentOffline, beer, 1000)}), "")
	lifted := 0
	err = h.App.View(t.Context(), h.A.Owner, app.Authenticated, func(r app.Reader) error {
		for hit, err := range order.Orders.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			if o := &hit.Rec; len(o.Lifted) > 0 {
				is.Equal(o.Lifted, []string{order.OfflineLimit})
				is.Equal(o.Totals.Paid, int64(1))
				lifted++
			}
		}
		return nil
	})
	is.NoErr(err)
	is.Equal(lifted, 2)
}

// TestALimitIsOfADevice: pieces of what a device sold alone that come at once, and again,
// count together and once. Another device has a limit of its own.
func TestALimitIsOfADevice(t *testing.T) {
	is := is.New(t)
	h := rush(t)
	name := "Bar"
	bar, err := till.Create(t.Context(), h.App, h.A.Owner, till.Fields{Name: &name, OfflineLimit: new(int64(1000))})
	is.NoErr(err)
	beer := h.addItem(-1, func(s *catalog.SaleItem, i *catalog.InventoryItem) {
		s.EventID, s.ShopID, i.Type = 0, bar.ID, catalog.CashlessProduct
	})
	at := h.Clock.Now()
	piece := func(device, i int) []imported.UploadedOrder {
		return []imported.UploadedOrder{{
			UUID: fmt.Sprintf("%d-%d", device, i), CurrencyID: h.A.Company.CurrencyID, Date: at, Method: order.CardPresentOffline,
			Items: []imported.UploadedItem{{SaleItemID: beer.ID, Price: 100}},
		}}
	}
	var callers [2]*app.Caller
	for i := range callers {
		c := *h.A.Owner
		c.TokenID = int64(1000 + i)
		callers[i] = &c
	}
	// Each of two devices sends eleven pieces, each piece twice, all at once.
	together(2*11*2, func(i int) {
		device, n := i%2, i/2%11
		_, err := patient(func() ([]imported.PassedLimit, error) {
			return imported.UploadOrders(t.Context(), h.App, callers[device], piece(device, n))
		})
		if err != nil {
			t.Error(err)
		}
	})
	marked := 0
	is.NoErr(h.App.View(t.Context(), h.A.Owner, app.Authenticated, func(r app.Reader) error {
		for hit, err := range order.Orders.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			if len(hit.Rec.Lifted) > 0 {
				marked++
			}
		}
		for i := range callers {
			a, err := till.AloneOf(r, till.DeviceOf(callers[i]), bar.ID, h.A.Company.CurrencyID)
			if err != nil {
				return err
			}
			is.Equal(a.Taken, int64(1100))
		}
		return nil
	}))
	is.Equal(marked, 2) // the eleventh of each
}

// TestWhatTwoUploadsCountMeets: who counts by what they saw loses what the other one counted.
func TestWhatTwoUploadsCountMeets(t *testing.T) {
	is := is.New(t)
	h := newHall(t, apptest.Calm())
	var seen till.Alone
	is.NoErr(h.App.View(t.Context(), h.A.Owner, app.Authenticated, func(r app.Reader) (err error) {
		seen, err = till.AloneOf(r, 7, 1, h.A.Company.CurrencyID)
		return err
	}))
	for range 2 {
		h.update(func(tx app.Tx) error {
			blind := seen
			blind.Taken += 100
			return till.KeepAlone(tx, &blind)
		})
	}
	is.NoErr(h.App.View(t.Context(), h.A.Owner, app.Authenticated, func(r app.Reader) error {
		a, err := till.AloneOf(r, 7, 1, h.A.Company.CurrencyID)
		is.Equal(a.Taken, int64(100)) // of 200: the race above would be lost
		return err
	}))
}

// TestAnUploadedSaleIsWhatItWas: under the uuid of a sale that is kept another one is
// refused and counted, however little it differs.
func TestAnUploadedSaleIsWhatItWas(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	s := h.addItem(10, plain)
	sale := func(change func(*imported.UploadedOrder)) []imported.UploadedOrder {
		all := h.uploaded(s, 1)
		change(&all[0])
		return all
	}
	same := func(*imported.UploadedOrder) {}
	is.NoErr(h.upload(sale(same)))
	before := h.A.Digest()
	is.NoErr(h.upload(sale(same)))
	hourAgo := h.Clock.Now().Add(-time.Hour)
	for i, change := range []func(*imported.UploadedOrder){
		func(o *imported.UploadedOrder) { o.Date = hourAgo },
		func(o *imported.UploadedOrder) { o.UserID = h.A.Owner.UserID },
		func(o *imported.UploadedOrder) { o.Items[1].RefundedBy = h.A.Owner.UserID },
		func(o *imported.UploadedOrder) { o.Items[1].RefundedAt = &hourAgo },
		func(o *imported.UploadedOrder) { o.Items[0].Price++ },
	} {
		err := h.upload(sale(change))
		is.True(err != nil && strings.Contains(err.Error(), "purchases.0.uuid: was used for another request"))
		is.Equal(h.App.ReusedUUIDs(), int64(i+1))
	}
	is.Equal(h.A.Digest(), before)
}

// TestAnUploadOfAnOlderReleaseIsKnown: those told sales apart without dates and names.
func TestAnUploadOfAnOlderReleaseIsKnown(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	s := h.addItem(10, plain)
	type item struct {
		SaleItemID int64 `msgpack:"s"`
		Price      int64 `msgpack:"p"`
		Refunded   bool  `msgpack:"r,omitempty"`
	}
	asks := struct {
		CurrencyID int64  `msgpack:"c"`
		CustomerID int64  `msgpack:"cu,omitempty"`
		Amount     *int64 `msgpack:"a,omitempty"`
		Method     string `msgpack:"m"`
		Items      []item `msgpack:"i"`
	}{CurrencyID: h.A.Company.CurrencyID, Method: string(order.Cash)}
	all := h.uploaded(s, 1)
	all[0].UserID, all[0].Items[1].RefundedAt = h.A.Owner.UserID, &all[0].Date
	for _, it := range all[0].Items {
		asks.Items = append(asks.Items, item{it.SaleItemID, it.Price, it.Refunded})
	}
	call, err := app.NewCall("orders-upload", all[0].UUID, &asks)
	is.NoErr(err)
	h.update(func(tx app.Tx) error { return app.Remember(h.App, tx, call, item{SaleItemID: 1}) })
	is.NoErr(h.upload(all))
	is.Equal(h.orders(), int64(0))
	all[0].Items[0].Price++
	is.True(h.upload(all) != nil)
}
