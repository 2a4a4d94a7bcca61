package banking

import (
	"testing"

	"github.com/matryer/is"

	"marquee/app/order"
)

func TestReferencesAreFoundAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string][]string{
		"7KQ2M4XD":                  {"7KQ2M4XD"},
		"Bestellung 7kq2-m4xd":      {"7KQ2M4XD"},
		"7KQ2 M4XD danke":           {"7KQ2M4XD"},
		"Order7KQ2M4XD":             nil,
		"Rechnung 12 vom 3.":        nil,
		"for 7KQ2M4XD and 3LWE9RCB": {"7KQ2M4XD", "3LWE9RCB"},
		"":                          nil,
	} {
		t.Run(text, func(t *testing.T) {
			is := is.New(t)
			found := map[string]bool{}
			for _, r := range references(text) {
				found[r] = true
			}
			for _, r := range want {
				is.True(found[r])
			}
			if want == nil {
				is.True(!found["7KQ2M4XD"])
			}
		})
	}
}

func TestWhatATransferIsFor(t *testing.T) {
	waits := Candidate{ID: 1, Reference: "7KQ2M4XD", Due: 2250, CurrencyID: 978, Status: order.AwaitingInvoice, Buyer: "Ada Byron"}
	with := func(change func(*Candidate)) Candidate {
		c := waits
		change(&c)
		return c
	}
	other := with(func(c *Candidate) { c.ID, c.Buyer = 2, "Bo Diddley" })
	is := is.New(t)
	for _, tc := range []struct {
		name        string
		amount      int64
		payer       string
		named, same []Candidate
		is          Certainty
		why         Why
		order       int64
	}{
		{"exactly what the named order waits for is sure", 2250, "", []Candidate{waits}, nil, Sure, ByReference, 1},
		{"too little is not", 2249, "", []Candidate{waits}, nil, Likely, TooLittle, 1},
		{"too much is not", 2251, "", []Candidate{waits}, nil, Likely, TooMuch, 1},
		{"another currency is not", 2250, "", []Candidate{with(func(c *Candidate) { c.CurrencyID = 756 })}, nil, Likely, OtherCurrency, 1},
		{"an order that is paid is not", 2250, "", []Candidate{with(func(c *Candidate) { c.Status = order.Complete })}, nil, None, PaidAlready, 1},
		{"an order that ended is not", 2250, "", []Candidate{with(func(c *Candidate) { c.Status = order.Expired })}, nil, None, NotWaiting, 1},
		{"two named orders are for somebody to decide", 2250, "", []Candidate{waits, other}, nil, Likely, SeveralOrders, 1},
		{"amount and name are likely", 2250, "BYRON, ADA", nil, []Candidate{other, waits}, Likely, ByName, 1},
		{"the only amount is likely", 2250, "Somebody", nil, []Candidate{waits}, Likely, ByAmount, 1},
		{"one of several is nothing", 2250, "Somebody", nil, []Candidate{waits, other}, None, NoOrder, 0},
		{"nothing is nothing", 2250, "Ada Byron", nil, nil, None, NoOrder, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := matchOf(&Booking{Amount: tc.amount, CurrencyID: 978, Payer: tc.payer}, tc.named, tc.same)
			is.Equal(m.Certainty, tc.is)
			is.Equal(m.Why, tc.why)
			is.Equal(m.Order.ID, tc.order)
		})
	}
}

func TestTooLittleIsRefusedAndTooMuchAsked(t *testing.T) {
	due := func(all ...int64) (out []Candidate) {
		for _, n := range all {
			out = append(out, Candidate{Due: n, CurrencyID: 978, Status: order.AwaitingInvoice})
		}
		return out
	}
	paid := Candidate{Due: 100, CurrencyID: 978, Status: order.Complete}
	for name, c := range map[string]struct {
		came   []int64
		orders []Candidate
		more   bool
		left   int64
		ok     bool
	}{
		"too little":                           {[]int64{99}, due(100), true, 0, false},
		"just enough":                          {[]int64{100}, due(100), false, 0, true},
		"too much, and nobody asked":           {[]int64{101}, due(100), false, 0, false},
		"too much, and that was asked for":     {[]int64{130}, due(100), true, 30, true},
		"two that are enough together":         {[]int64{60, 40}, due(100), false, 0, true},
		"two of which one is enough":           {[]int64{100, 20}, due(100), true, 0, false},
		"two for two orders":                   {[]int64{90, 60}, due(100, 50), false, 0, true},
		"one for three orders":                 {[]int64{180}, due(100, 50, 30), false, 0, true},
		"one that is too little for two":       {[]int64{149}, due(100, 50), true, 0, false},
		"one that is too much for two":         {[]int64{155}, due(100, 50), true, 5, true},
		"an order that does not wait any more": {[]int64{200}, append(due(100), paid), true, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			in := Confirmation{More: c.more, Orders: make([]order.Key, len(c.orders))}
			var all []Confirmed
			for _, n := range c.came {
				all = append(all, Confirmed{Amount: n})
			}
			err := in.settle(all, c.orders)
			is.Equal(err == nil, c.ok)
			is.Equal(all[len(all)-1].Surplus, c.left)
		})
	}
}
