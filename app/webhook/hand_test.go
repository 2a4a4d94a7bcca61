package webhook

import (
	"testing"
	"time"

	"github.com/matryer/is"
)

// TestALaneThatEndedMeanwhileIsLookedAtAnew: a call was made while another about the same object
// was under way, which has ended since: perhaps badly, and then it waits in the store.
func TestALaneThatEndedMeanwhileIsLookedAtAnew(t *testing.T) {
	is := is.New(t)
	key := pumpKey{company: 1, endpoint: 2}
	c := Call{EndpointID: 2, Kind: CustomerChanged, ObjectID: 7, At: time.Unix(1_000_000, 0), Noted: true}
	ready := func(before underWay) int {
		w, last := newWorker(), c.notice()
		w.hand(key, []Call{c}, before, &last)
		n := len(w.take(key, 10))
		before = w.underWay(key.company)
		is.Equal(before.has(last), n == 1)
		return n
	}
	is.Equal(ready(underWay{}), 1)
	is.Equal(ready(underWay{lanes: map[int64]bool{c.lane(): true}}), 0)
}

// TestWhatIsUnderWayIsNotReadAgain: until some of it is not any more, also while somebody looks.
func TestWhatIsUnderWayIsNotReadAgain(t *testing.T) {
	is := is.New(t)
	key := pumpKey{company: 1, endpoint: 2}
	about := func(customer int64) (c Call, at noticeKey) {
		c = Call{EndpointID: 2, Kind: CustomerChanged, ObjectID: customer, At: time.Unix(1_000_000+customer, 0), Noted: true}
		return c, c.notice()
	}
	ada, first := about(1)
	grace, second := about(2)
	w := newWorker()
	w.hand(key, []Call{ada}, w.underWay(key.company), &first)
	before := w.underWay(key.company)
	is.Equal(*before.mark, first)
	is.Equal(len(before.notices), 0)

	w.giveBack(key)
	w.hand(key, []Call{grace}, before, &second)
	after := w.underWay(key.company)
	is.True(after.mark == nil)
	is.True(!after.has(first)) // it is read again
	is.True(after.has(second))

	w.hand(key, nil, after, &second) // nothing new was handed
	is.True(w.marks[key.company] == noticeKey{})
}
