package banking

import (
	"strings"
	"unicode"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/list"
	"marquee/app/order"
)

// Certainty is how sure it is which order a transfer is for.
type Certainty string

// The certainties.
const (
	Sure   Certainty = "sure"
	Likely Certainty = "likely"
	None   Certainty = "none"
)

// Why says what a match rests on, or what is in its way.
type Why string

// The reasons.
const (
	ByReference   Why = "reference_and_amount"
	ByName        Why = "amount_and_name"
	ByAmount      Why = "amount"
	TooLittle     Why = "too_little"
	TooMuch       Why = "too_much"
	OtherCurrency Why = "other_currency"
	PaidAlready   Why = "paid_already"
	NotWaiting    Why = "not_waiting"
	SeveralOrders Why = "several_orders"
	NoOrder       Why = "no_order"
)

// Whys are the slugs of all.
func Whys() []string {
	var all []string
	for _, w := range []Why{ByReference, ByName, ByAmount, TooLittle, TooMuch, OtherCurrency, PaidAlready, NotWaiting, SeveralOrders, NoOrder} {
		all = append(all, string(w))
	}
	return all
}

// Match is which order a transfer is for.
type Match struct {
	Certainty Certainty
	Why       Why
	// Order is the zero Candidate where there is none.
	Order Candidate
}

// Candidate is an order that a transfer may be for.
type Candidate struct {
	ID         int64
	Reference  string
	Due        int64
	CurrencyID int64
	Status     order.Status
	Buyer      string
}

func candidateOf(o *order.Order) Candidate {
	return Candidate{ID: o.ID, Reference: o.Reference, Due: o.Totals.Total - o.Totals.Paid, CurrencyID: o.CurrencyID, Status: o.Status}
}

// matchOf decides by the orders that its text names, and by those that wait for its amount.
func matchOf(b *Booking, named, same []Candidate) Match {
	switch {
	case len(named) > 1:
		return Match{Likely, SeveralOrders, named[0]}
	case len(named) == 1:
		return b.fits(named[0])
	}
	var ofName []Candidate
	for _, c := range same {
		if sameName(c.Buyer, b.Payer) {
			ofName = append(ofName, c)
		}
	}
	switch {
	case len(ofName) == 1:
		return Match{Likely, ByName, ofName[0]}
	case len(same) == 1:
		return Match{Likely, ByAmount, same[0]}
	}
	return Match{Certainty: None, Why: NoOrder}
}

// fits decides about the one order that a text names.
func (b *Booking) fits(c Candidate) Match {
	switch {
	case c.Status.Sold():
		return Match{None, PaidAlready, c}
	case !c.Status.AwaitsPayment():
		return Match{None, NotWaiting, c}
	case c.CurrencyID != b.CurrencyID:
		return Match{Likely, OtherCurrency, c}
	case b.Amount < c.Due:
		return Match{Likely, TooLittle, c}
	case b.Amount > c.Due:
		return Match{Likely, TooMuch, c}
	}
	return Match{Sure, ByReference, c}
}

// references are what in a text may be the reference of an order: words of its length, and words
// that have it together, as people write 7KQ2-M4XD and 7KQ2 M4XD.
func references(text string) (all []string) {
	words := strings.FieldsFunc(strings.ToUpper(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i := range words[:min(len(words), maxNames)] {
		word := ""
		for _, next := range words[i:] {
			if word += next; len(word) >= order.ReferenceLength {
				break
			}
		}
		if len(word) == order.ReferenceLength {
			all = append(all, word)
		}
	}
	return all
}

// sameName tells whether two names have a word in common that is long enough to mean something,
// and nothing that contradicts: banks turn names around and leave accents out.
func sameName(a, b string) bool {
	mine, common := map[string]bool{}, 0
	for word := range strings.FieldsSeq(accents.Replace(app.Fold(a))) {
		mine[strings.Trim(word, ".,")] = true
	}
	for word := range strings.FieldsSeq(accents.Replace(app.Fold(b))) {
		if mine[strings.Trim(word, ".,")] {
			common++
		}
	}
	return common > 0 && common >= min(len(mine), 2)
}

// matcher finds orders for transfers in one snapshot.
type matcher struct {
	r app.Reader
	// waiting are the orders that wait, by currency and amount; nil until they are needed.
	waiting map[[2]int64][]Candidate
}

// of finds what a transfer is for.
func (m *matcher) of(b *Booking) (Match, error) {
	var named []Candidate
	seen := map[int64]bool{}
	for _, reference := range references(b.Text) {
		o, err := order.Find(m.r, order.Key{Reference: reference})
		if app.KindOf(err) == app.NotFound || err == nil && (seen[o.ID] || o.Status == order.Active || o.DeletedAt != nil) {
			continue
		}
		if err != nil {
			return Match{}, err
		}
		seen[o.ID] = true
		named = append(named, candidateOf(&o))
	}
	if len(named) > 0 {
		return matchOf(b, named, nil), nil
	}
	same, err := m.same(b)
	return matchOf(b, nil, same), err
}

// same are the orders that wait for the amount of a booking.
func (m *matcher) same(b *Booking) ([]Candidate, error) {
	if m.waiting == nil {
		m.waiting = map[[2]int64][]Candidate{}
		err := order.EachWaiting(m.r, maxWaiting, func(o *order.Order) {
			c := candidateOf(o)
			key := [2]int64{c.CurrencyID, c.Due}
			c.Buyer = m.buyer(o)
			m.waiting[key] = append(m.waiting[key], c)
		})
		if err != nil {
			return nil, err
		}
	}
	return m.waiting[[2]int64{b.CurrencyID, b.Amount}], nil
}

// buyer is the name of who has to pay; one that cannot be read is none.
func (m *matcher) buyer(o *order.Order) string {
	all, err := customer.Contacts(m.r, list.IDs{o.CustomerID})
	if err != nil || len(all) == 0 {
		return ""
	}
	return all[0].Name
}
