package sales_test

import (
	"strings"
	"testing"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/transfer"

	"github.com/matryer/is"
)

// distributed is an order of Ada's, and a code for some of it.
func (t *teller) distributed(s catalog.SaleItem, units int64, change func(*transfer.Share)) (order.Basket, transfer.Distribution) {
	t.t.Helper()
	b := t.soldTo("ada@example.com", s, units)
	in := transfer.Share{OrderID: b.Order.ID, SaleItemID: s.ID, Total: units, PerPerson: 2}
	change(&in)
	d, err := transfer.Distribute(t.t.Context(), t.App, t.A.Owner, in)
	t.noErr(err)
	return b, d
}

// known makes somebody a customer.
func (t *teller) known(email string) (id int64) {
	t.t.Helper()
	t.update(func(tx app.Tx) error {
		c, err := customer.FindOrCreate(tx, customer.Buyer{Name: "Grace", Email: email})
		id = c.ID
		return err
	})
	return id
}

func (t *teller) take(code, email string, n int64) (transfer.Done, error) {
	return transfer.Take(t.t.Context(), t.App, t.A.Company.ID, t.known(email), code, n)
}

func (t *teller) distribution(id int64) transfer.Distribution {
	t.t.Helper()
	d, err := transfer.ReadDistribution(t.t.Context(), t.App, t.A.Owner, id)
	t.noErr(err)
	return d
}

func sameShare(*transfer.Share) {}

func TestADistribution(t *testing.T) {
	t.Run("gives tickets to who has its code, each some, and closes with the last", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		b, d := h.distributed(s, 4, func(in *transfer.Share) { in.Total = 3 })
		before := h.items(b)
		done, err := h.take(strings.ToLower(d.Code), "grace@example.com", 2)
		is.NoErr(err)
		is.Equal(done.DistributionID, d.ID)
		is.Equal(done.State, transfer.Claimed)
		is.True(done.Tickets != "")
		is.Equal(h.scan(before[0].Barcode), entry.Denied)
		is.Equal(h.scan(h.items(b)[0].Barcode), entry.Valid)
		_, err = h.take(d.Code, "grace@example.com", 1)
		is.True(err != nil && strings.Contains(err.Error(), "quantity: must be at most 0"))
		_, err = h.take(d.Code, "joan@example.com", 2)
		is.True(err != nil && strings.Contains(err.Error(), "quantity: must be at most 1"))
		_, err = h.take(d.Code, "joan@example.com", 1)
		is.NoErr(err)
		d = h.distribution(d.ID)
		is.Equal(d.Claimed, int64(3))
		is.True(d.Closed)
		_, err = h.take(d.Code, "kay@example.com", 1)
		is.True(err != nil && strings.Contains(err.Error(), "code: is not open any more"))
		is.Equal(h.items(b)[3].Barcode, before[3].Barcode) // the fourth was never to be given
	})
	t.Run("gives its owner nothing, and each customer once where that is wanted", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		_, d := h.distributed(s, 3, func(in *transfer.Share) { in.Once = true })
		_, err := h.take(d.Code, "ada@example.com", 1)
		is.True(err != nil && strings.Contains(err.Error(), "is that of the holder"))
		_, err = h.take(d.Code, "grace@example.com", 1)
		is.NoErr(err)
		_, err = h.take(d.Code, "grace@example.com", 1)
		is.True(err != nil && strings.Contains(err.Error(), "code: was used by this customer already"))
		_, err = h.take(d.Code, "joan@example.com", 0)
		is.True(err != nil && strings.Contains(err.Error(), "quantity: must be at least 1"))
		_, err = h.take(d.Code+"X", "joan@example.com", 1)
		is.Equal(app.KindOf(err), app.NotFound)
		_, err = transfer.TakeFor(t.Context(), h.App, h.A.Owner, d.Code, "nobody@example.com", 1)
		is.True(err != nil && strings.Contains(err.Error(), "customerEmail: does not exist"))
	})
	t.Run("never promises less than was taken, nor more than there is", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		_, d := h.distributed(s, 4, func(in *transfer.Share) { in.Total = 3 })
		_, err := h.take(d.Code, "grace@example.com", 2)
		is.NoErr(err)
		change := func(in transfer.ShareChange) error {
			_, err := transfer.ChangeDistribution(t.Context(), h.App, h.A.Owner, d.ID, in)
			return err
		}
		err = change(transfer.ShareChange{Total: new(int64(1))})
		is.True(err != nil && strings.Contains(err.Error(), "total: must be between 2 and 4"))
		is.True(change(transfer.ShareChange{Total: new(int64(5))}) != nil)
		is.True(change(transfer.ShareChange{PerPerson: new(int64(0))}) != nil)
		is.NoErr(change(transfer.ShareChange{Total: new(int64(2))}))
		is.True(h.distribution(d.ID).Closed)
		err = change(transfer.ShareChange{Open: new(true)})
		is.True(err != nil && strings.Contains(err.Error(), "isOpen: "))
		is.NoErr(change(transfer.ShareChange{Total: new(int64(4)), Open: new(true)}))
		_, err = h.take(d.Code, "joan@example.com", 2)
		is.NoErr(err)
	})
	t.Run("is of tickets that its owner has and may give", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		b := h.soldTo("ada@example.com", s, 2)
		try := func(in transfer.Share) error {
			_, err := transfer.Distribute(t.Context(), h.App, h.A.Owner, in)
			return err
		}
		err := try(transfer.Share{OrderID: 999, SaleItemID: s.ID, Total: 1, PerPerson: 1})
		is.True(err != nil && strings.Contains(err.Error(), "orderId: does not exist"))
		err = try(transfer.Share{OrderID: b.Order.ID, SaleItemID: 999, Total: 1, PerPerson: 1})
		is.True(err != nil && strings.Contains(err.Error(), "saleItemId: is nothing"))
		err = try(transfer.Share{OrderID: b.Order.ID, SaleItemID: s.ID, Total: 3, PerPerson: 1})
		is.True(err != nil && strings.Contains(err.Error(), "total: must be between 1 and 2"))
		h.share(func(e *catalog.Event) { e.Settings.TicketsAfter = false })
		err = try(transfer.Share{OrderID: b.Order.ID, SaleItemID: s.ID, Total: 1, PerPerson: 1})
		is.True(err != nil && strings.Contains(err.Error(), "saleItemId: is nothing"))
	})
	t.Run("gives nothing of what was voided, given or scanned meanwhile", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		b, d := h.distributed(s, 3, sameShare)
		_, err := h.refundOf(b, asIs)
		is.NoErr(err)
		_, err = h.take(d.Code, "grace@example.com", 1)
		is.True(err != nil)
		b, d = h.distributed(s, 3, sameShare)
		is.Equal(h.scan(h.items(b)[0].Barcode), entry.Valid)
		h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[1].ID}})
		_, err = h.take(d.Code, "grace@example.com", 2)
		is.True(err != nil && strings.Contains(err.Error(), "quantity: must be at most 1"))
		_, err = h.take(d.Code, "grace@example.com", 1)
		is.NoErr(err)
	})
}

func TestDistributionsRace(t *testing.T) {
	t.Run("many want the last: as many are taken as there are", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t, apptest.Calm())
		for range 5 {
			_, d := h.distributed(s, 6, func(in *transfer.Share) { in.Total, in.PerPerson = 3, 1 })
			emails := []string{"a@example.com", "b@example.com", "c@example.com", "d@example.com", "e@example.com", "a@example.com"}
			var errs [6]error
			for _, email := range emails {
				h.known(email)
			}
			together(len(emails), func(i int) {
				_, errs[i] = patient(func() (transfer.Done, error) { return h.take(d.Code, emails[i], 1) })
			})
			got := 0
			for _, err := range errs {
				if err == nil {
					got++
				}
			}
			is.Equal(got, 3)
			is.True(errs[0] != nil || errs[5] != nil) // nobody gets two
			is.Equal(h.distribution(d.ID).Claimed, int64(3))
		}
	})
	t.Run("with a refund: what was voided is nobody's", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t, apptest.Calm())
		h.known("grace@example.com")
		for round := range 10 {
			b, d := h.distributed(s, 1, sameShare)
			together(2, func(i int) {
				if i == round%2 {
					_, _ = patient(func() (transfer.Done, error) { return h.take(d.Code, "grace@example.com", 1) })
					return
				}
				_, _ = patient(func() (int64, error) { return h.refundOf(b, asIs) })
			})
			is.True(h.items(b)[0].CancelledAt != nil)
			is.Equal(h.scan(h.items(b)[0].Barcode), entry.Denied)
		}
	})
	t.Run("control: who looks how many are left, and gives then, gives too many", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t, apptest.Calm(), apptest.Unchecked())
		b, d := h.distributed(s, 2, func(in *transfer.Share) { in.Total = 1 })
		seen, given := h.distribution(d.ID), 0 // by both
		for i, email := range []string{"grace@example.com", "joan@example.com"} {
			if seen.Left() < 1 {
				continue
			}
			_, err := h.handOver(email, b.Items[i].ID)
			is.NoErr(err)
			given++
		}
		is.Equal(given, 2) // of one
	})
}
