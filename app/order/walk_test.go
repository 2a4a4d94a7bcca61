package order

import (
	"slices"
	"testing"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

func TestAnOrderKeepsTheStatesThroughWhichItCame(t *testing.T) {
	for _, c := range []struct {
		must  string
		steps []Status
		path  []Status
	}{
		{"nothing of what is just bought", []Status{Complete}, nil},
		{"nothing of a card that was declined", []Status{Processing, Active, Processing, Active}, nil},
		{"how a card was charged", []Status{Processing, Complete}, []Status{Processing}},
		{"what was approved and paid by link", []Status{AwaitingApproval, AwaitingPaymentLink, Processing, AwaitingPaymentLink, Complete}, []Status{AwaitingApproval, AwaitingPaymentLink}},
		{"a deposit and its balance", []Status{PartiallyPaid, Processing, PartiallyPaid, Expired, PartiallyPaid, Complete}, []Status{PartiallyPaid}},
		{"what expired and was made up for", []Status{Expired, Complete}, []Status{Expired}},
		{"what expired and was a basket again", []Status{Expired, Active, Complete}, nil},
	} {
		t.Run("keeps "+c.must, func(t *testing.T) {
			is := is.New(t)
			o := Order{Status: Active}
			for _, to := range c.steps {
				is.True(o.Status.MayBecome(to))
				next := Order{Status: to}
				next.Path = walked(&o, to)
				o = next
			}
			is.Equal(len(o.Path), len(c.path))
			is.True(slices.Equal(o.Path, c.path))
		})
	}
}

// Whatever steps of the table an order takes, its path is one of the table, and never
// grows with going back and forth.
func TestPathsAreWalksOfTheTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := Order{Status: Active}
		for range rapid.IntRange(0, 30).Draw(t, "steps") {
			next := transitions[o.Status]
			if len(next) == 0 {
				break
			}
			to := rapid.SampledFrom(next).Draw(t, "to")
			o = Order{Status: to, Path: walked(&o, to)}
			if from, to, found := o.misstep(); found {
				t.Fatalf("%s, then %s", from.Slug(), to.Slug())
			}
		}
	})
}

func TestAStepThatIsNotListedIsFound(t *testing.T) {
	is := is.New(t)
	for _, o := range []Order{
		{Status: Active, Path: []Status{Complete}},
		{Status: Complete, Path: []Status{AwaitingApproval, AwaitingInvoice}},
		{Status: RequiresApproval},
	} {
		_, _, found := o.misstep()
		is.True(found)
	}
	// What happened before paths were kept is believed if it can have been.
	_, _, found := (&Order{Status: Rejected}).misstep()
	is.True(!found)
}
