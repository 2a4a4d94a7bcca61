package payment

import (
	"testing"
	"time"

	"github.com/matryer/is"
)

func TestDiscrepancies(t *testing.T) {
	for _, c := range []struct {
		must  string
		state State
		// returned is what this store gave back, of 2,000.
		returned int64
		outside  *Outside
		said     string
	}{
		{"nothing was said", Paid, 0, nil, ""},
		{"as much was given back there as here", Paid, 500, &Outside{Returned: 500}, ""},
		{"it was not asked since more was given back here", Paid, 800, &Outside{Returned: 500}, ""},
		{"more was given back there", Paid, 500, &Outside{Returned: 700}, "200 more given back at the gateway than here"},
		{"more, and somebody dealt with that", Paid, 500, &Outside{Returned: 700, NotedExtra: 200}, ""},
		{"more again", Paid, 500, &Outside{Returned: 701, NotedExtra: 200}, "201 more given back at the gateway than here"},
		{"all is being given back here", Refunding, 0, &Outside{Returned: 2000}, ""},
		{"all was given back here", Refunded, 0, &Outside{Returned: 2000}, ""},
		{"nothing was, and the order waits for the money", Captured, 0, &Outside{Returned: 1}, "1 more given back at the gateway than here"},
		{"it is disputed", Paid, 0, &Outside{Dispute: Disputed}, "the buyer's bank disputes it"},
		{"it is disputed, and somebody dealt with that", Paid, 0, &Outside{Dispute: Disputed, NotedDispute: Disputed}, ""},
		{"the dispute was lost then", Paid, 0, &Outside{Dispute: DisputeLost, NotedDispute: Disputed}, "a dispute was lost: the buyer has the money back"},
		{"somebody dealt with that too", Paid, 0, &Outside{Dispute: DisputeLost, NotedDispute: DisputeLost}, ""},
		{"it is disputed anew", Paid, 0, &Outside{Dispute: Disputed, NotedDispute: DisputeLost}, "the buyer's bank disputes it"},
		{"a dispute that is dealt with hides no money", Paid, 0, &Outside{Dispute: Disputed, NotedDispute: Disputed, Returned: 1}, "1 more given back at the gateway than here"},
	} {
		t.Run(c.must, func(t *testing.T) {
			p := Payment{State: c.state, Amount: 2000, Captured: 2000, Returned: c.returned, Outside: c.outside}
			is.New(t).Equal(p.Discrepancy(), c.said)
		})
	}
}

// Two notices may be answered in another order than the gateway was asked in.
func TestTheLaterQuestionCounts(t *testing.T) {
	is := is.New(t)
	p := Payment{State: Paid, Captured: 2000, Outside: &Outside{AskedAt: time.Unix(1, 0), NotedExtra: 7, NotedDispute: Disputed}}
	p.hear(Outside{Dispute: DisputeLost, AskedAt: time.Unix(3, 0)})
	p.hear(Outside{Dispute: Disputed, AskedAt: time.Unix(2, 0)})
	is.Equal(*p.Outside, Outside{Dispute: DisputeLost, AskedAt: time.Unix(3, 0), NotedExtra: 7, NotedDispute: Disputed})
	p.hear(Outside{AskedAt: time.Unix(4, 0)})
	is.Equal(*p.Outside, Outside{AskedAt: time.Unix(4, 0), NotedExtra: 7}) // another dispute will be news
}
