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
	is := is.New(t)
	c := Candidate{Due: 100, CurrencyID: 978, Status: order.AwaitingInvoice}
	for sum, want := range map[int64]bool{99: false, 100: true, 101: false} {
		_, err := (&Confirmation{}).surplus(sum, c)
		is.Equal(err == nil, want)
	}
	left, err := (&Confirmation{More: true}).surplus(130, c)
	is.NoErr(err)
	is.Equal(left, int64(30))
	c.Status = order.Complete
	_, err = (&Confirmation{More: true}).surplus(130, c)
	is.True(err != nil)
}
