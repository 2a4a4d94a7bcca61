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
		w := worker{directs: map[pumpKey]*direct{}}
		w.hand(key, []Call{c}, before)
		return len(w.take(key, 10))
	}
	is.Equal(ready(underWay{}), 1)
	is.Equal(ready(underWay{lanes: map[int64]bool{c.lane(): true}}), 0)
}
