package simulated

import (
	"slices"
	"strings"
	"time"

	"marquee/app/payment"
)

// Outcome is what becomes of a card at this gateway.
type Outcome string

// The outcomes.
const (
	// Approved authorises the card.
	Approved Outcome = "approved"
	// Declined, NoFunds and OldCard refuse it.
	Declined Outcome = "declined"
	NoFunds  Outcome = "insufficient_funds"
	OldCard  Outcome = "expired_card"
	// SecondFactor wants a second factor: Approved afterwards is that it was given.
	SecondFactor Outcome = "second_factor"
	// Late authorises the card; the capture is answered after some seconds.
	Late Outcome = "late"
	// Twice authorises it; the capture is announced twice beside its answer.
	Twice Outcome = "twice"
	// Lost authorises it; the capture happens, and its answer is lost.
	Lost Outcome = "lost"
	// Silent authorises it; the capture does not happen, and there is no answer.
	Silent Outcome = "silent"
	// Settles authorises it; whether the captured money comes is decided minutes later:
	// it comes, or for SettlesNot, it does not.
	Settles    Outcome = "settles"
	SettlesNot Outcome = "settles_not"
)

// card is a test card.
type card struct {
	number  string
	outcome Outcome
}

// cards are the test cards, one for each outcome.
var cards = []card{
	{"4242424242424242", Approved},
	{"4000000000000002", Declined},
	{"4000000000009995", NoFunds},
	{"4000000000000069", OldCard},
	{"4000000000003220", SecondFactor},
	{"4000000000000119", Late},
	{"4000000000000259", Twice},
	{"4000000000000341", Lost},
	{"4000000000006975", Silent},
	{"4000000000000077", Settles},
	{"4000000000005126", SettlesNot},
}

// Outcomes lists the outcomes by name.
func Outcomes() []string {
	names := make([]string, len(cards))
	for i, c := range cards {
		names[i] = string(c.outcome)
	}
	return names
}

// outcomeOf is what a card number stands for.
func outcomeOf(number string) (Outcome, bool) {
	number = strings.NewReplacer(" ", "", "-", "").Replace(number)
	i := slices.IndexFunc(cards, func(c card) bool { return c.number == number })
	if i < 0 {
		return "", false
	}
	return cards[i].outcome, true
}

// authorises tells whether the card is authorised, and the gateway's word when not.
func (o Outcome) authorises() (problem string, ok bool) {
	switch o {
	case Declined:
		return "card_declined", false
	case NoFunds:
		return "insufficient_funds", false
	case OldCard:
		return "expired_card", false
	case SecondFactor:
		return "authentication_required", false
	}
	return "", true
}

const (
	// lateness is how long a late answer takes.
	lateness = 3 * time.Second
	// settleTime is how long it takes until it is decided whether settling money comes.
	settleTime = 2 * time.Minute
)

// settled is where settling money ends.
func (o Outcome) settled() payment.Stage {
	if o == SettlesNot {
		return payment.Void
	}
	return payment.Taken
}
