package sales_test

import (
	"context"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/async"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/queue"
	"marquee/indexes"
	"marquee/kv"
	"marquee/kv/mem"
)

// stepping does something after each transaction, while that is wanted.
type stepping struct {
	kv.Engine
	between func()
}

func (s *stepping) Update(ctx context.Context, fn func(kv.Tx) error) error {
	err := s.Engine.Update(ctx, fn)
	if do := s.between; do != nil {
		s.between = nil
		do()
		s.between = do
	}
	return err
}

// TestWhatIsAnsweredDuringAnErasureIsForgotten: an erasure of many orders takes a while, and what
// was not blanked yet is told at the gates and in answers that are kept.
func TestWhatIsAnsweredDuringAnErasureIsForgotten(t *testing.T) {
	is := is.New(t)
	clock := apptest.NewClock()
	engine := &stepping{Engine: mem.New(mem.Options{Clock: clock.Now})}
	t.Cleanup(func() { _ = engine.Close() })
	h, s := givers(t, apptest.Calm(), apptest.WithClock(clock), apptest.On(engine))
	var last []order.Item
	who := int64(0)
	for range 60 {
		b := h.soldTo(canaryEmail, s, 1)
		who, last = b.Order.CustomerID, append(last, b.Items[0])
	}
	h.update(func(tx app.Tx) error {
		for _, it := range last {
			_, err := indexes.Forge(order.Items).Update(tx, it.ID, func(i *order.Item) error {
				i.NamedHolder, i.Notes = "Zqxanthe (holder)", "Zqxanthe (item note)"
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	zones, err := entry.ListZones(t.Context(), h.App, h.A.Owner, h.event.ID, false)
	is.NoErr(err)
	async.Use(h.App, answering{`{"name":"` + canaryEmail + `"}`})
	told := 0
	engine.between = func() {
		if told == len(last) {
			return
		}
		it := last[len(last)-1-told]
		res, err := entry.ScanZone(t.Context(), h.App, h.A.Owner, entry.ScanRequest{UUID: it.Barcode, ZoneID: zones[0].ID, Barcodes: []string{it.Barcode}, Direction: "in"})
		is.NoErr(err)
		if res.FirstName != "Zqxanthe" {
			return // all is blanked
		}
		told++
		_, err = async.Take(t.Context(), h.App, h.A.Owner, async.Request{Method: "GET", Path: "/orders", Safe: true})
		is.NoErr(err)
		is.NoErr(h.App.RunJob(t.Context(), queue.SendJob))
	}
	is.NoErr(customer.Delete(t.Context(), h.App, h.A.Owner, who, true))
	is.NoErr(h.App.RunJob(t.Context(), customer.EraseJob))
	engine.between = nil
	is.True(told >= 2)
	is.Equal(h.spacesWith(canary), nil)
}

// slow is what carries requests out while something else happens.
type slow struct {
	answering
	meanwhile func()
}

func (s *slow) Run(ctx context.Context, token, company int64, in async.Request) async.Answer {
	if do := s.meanwhile; do != nil {
		s.meanwhile = nil
		do()
		return s.answering.Run(ctx, token, company, in)
	}
	return answering{`"nobody"`}.Run(ctx, token, company, in)
}

// TestAnAnswerThatIsBeingMadeDoesNotComeBackAfterAnErasure: a read is carried out anew, and of a
// change it is told that it was made.
func TestAnAnswerThatIsBeingMadeDoesNotComeBackAfterAnErasure(t *testing.T) {
	for _, in := range []async.Request{{Method: "GET", Path: "/customers", Safe: true}, {Method: "POST", Path: "/customers/update"}} {
		is := is.New(t)
		h, _ := givers(t, apptest.Calm())
		who := h.known(canaryEmail)
		async.Use(h.App, &slow{answering{canaryEmail}, func() {
			is.NoErr(customer.Delete(t.Context(), h.App, h.A.Owner, who, true))
			is.NoErr(h.App.RunJob(t.Context(), customer.EraseJob))
		}})
		uuid, err := async.Take(t.Context(), h.App, h.A.Owner, in)
		is.NoErr(err)
		for range 2 {
			is.NoErr(h.App.RunJob(t.Context(), queue.SendJob))
		}
		is.Equal(h.spacesWith(canary), nil)
		out, ready, err := async.Find(t.Context(), h.App, h.A.Owner, uuid, in.Method, in.Path)
		is.NoErr(err)
		is.True(ready)
		is.Equal(out.Status, 200)
		is.Equal(string(out.Body), map[bool]string{true: `"nobody"`}[in.Safe])
	}
}
