package mail

import (
	"testing"

	"github.com/matryer/is"

	"marquee/app/catalog"
	"marquee/app/order"
)

// TestOnlyOneEvent: a mail of one event has what is for it; what is for no event stands with
// the first. Everything of the event may be gone by the time that the mail is written.
func TestOnlyOneEvent(t *testing.T) {
	items := []order.Item{{ID: 1, EventID: 3}, {ID: 2, EventID: 4}, {ID: 3}}
	for _, c := range []struct {
		must   string
		events []catalog.Event
		event  int64
		want   []int64
	}{
		{"the first event has what is for none", []catalog.Event{{ID: 3}, {ID: 4}}, 3, []int64{1, 3}},
		{"another has its own", []catalog.Event{{ID: 3}, {ID: 4}}, 4, []int64{2}},
		{"without any event nothing is left but its own", nil, 3, []int64{1}},
		{"no event is all of them", []catalog.Event{{ID: 3}, {ID: 4}}, 0, []int64{1, 2, 3}},
	} {
		t.Run(c.must, func(t *testing.T) {
			f := facts{order: new(order.Order), items: items, events: c.events}
			f.only(c.event)
			var got []int64
			for _, it := range f.items {
				got = append(got, it.ID)
			}
			is.New(t).Equal(got, c.want)
		})
	}
}
