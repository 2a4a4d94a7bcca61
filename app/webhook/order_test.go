package webhook_test

import (
	"fmt"
	"testing"
	"time"

	"marquee/app/webhook"

	"pgregory.net/rapid"
)

// TestHistories changes objects, lets the receiver fail as it likes and time pass, and
// demands that nothing is lost and that of each object the calls arrive in their order.
func TestHistories(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		o := newOffice(t)
		owner := o.A.Owner
		o.batches(rapid.Int64Range(1, 4).Draw(rt, "batch"))
		if rapid.Bool().Draw(rt, "stored first") { // as where there are several
			o.endpoint(owner, webhook.NewEvent)
		}
		ids := make([]int64, 3)
		changes := 0
		for i := range ids {
			ids[i] = o.customer(owner, fmt.Sprint("Guest ", i))
			changes++
		}
		last, arrived := map[int64]time.Time{}, 0
		fails := map[int64]bool{}
		o.carrier.says(func(d webhook.Delivery) webhook.Result {
			if fails[d.ObjectID] {
				return refuses(d)
			}
			return webhook.Result{}
		})
		send := func() {
			o.send()
			for _, d := range o.carrier.took {
				if !d.At.After(last[d.ObjectID]) {
					rt.Errorf("object %d: the change of %v came after that of %v", d.ObjectID, d.At, last[d.ObjectID])
				}
				last[d.ObjectID] = d.At
			}
			arrived += len(o.carrier.told())
		}
		for range rapid.IntRange(1, 12).Draw(rt, "steps") {
			switch id := rapid.SampledFrom(ids).Draw(rt, "object"); rapid.IntRange(0, 3).Draw(rt, "what") {
			case 0:
				o.rename(owner, id, fmt.Sprint("Guest ", changes))
				changes++
			case 1:
				fails[id] = !fails[id]
			case 2:
				o.Clock.Jump(time.Duration(rapid.IntRange(1, 400).Draw(rt, "seconds")) * time.Second)
			case 3:
				send()
			}
		}
		clear(fails)
		for range 20 {
			o.Clock.Jump(time.Hour)
			send()
		}
		if arrived != changes {
			rt.Errorf("%d of %d changes arrived", arrived, changes)
		}
	})
}
