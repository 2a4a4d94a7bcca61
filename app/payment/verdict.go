package payment

import (
	"marquee/app"
	"marquee/app/attempt"
)

// Verdict is what somebody found out about a payment. The number is stored and never changes its
// meaning.
type Verdict int64

// The verdicts.
const (
	// AskGateway: nothing; the gateway is to be asked now.
	AskGateway Verdict = iota
	WasTaken
	WasNotTaken
	// Noted: a dispute, or money that was given back at the gateway, was dealt with.
	Noted
)

var verdictNames = []string{"ask", "taken", "not_taken", "noted"}

// String is the slug of the API.
func (v Verdict) String() string { return verdictNames[v] }

// VerdictNames are the slugs of all.
func VerdictNames() []string { return verdictNames }

// ParseVerdict reads a slug; what is none asks the gateway.
func ParseVerdict(slug string) Verdict {
	for v, name := range verdictNames {
		if name == slug {
			return Verdict(v)
		}
	}
	return AskGateway
}

// May tells whether a verdict counts for a payment as it stands, with the call to its gateway that
// is open; nil: none is.
func (p *Payment) May(v Verdict, open *attempt.Open) bool {
	switch v {
	case WasTaken:
		return open != nil && p.State == Capturing
	case WasNotTaken:
		return open != nil && (p.State == Capturing || p.State == Opening || p.State == Cancelling)
	case Noted:
		return p.Discrepancy() != ""
	}
	return p.State.unresolved() || p.State == Paid || p.State == Refunded
}

// Verdicts are those that count, but for asking.
func (s *Shown) Verdicts() (all []Verdict) {
	for _, v := range []Verdict{WasTaken, WasNotTaken, Noted} {
		if s.May(v, s.Call) {
			all = append(all, v)
		}
	}
	return all
}

// WantsSomebody tells whether nothing goes on by itself: the gateway was asked often enough, or says
// otherwise.
func (s *Shown) WantsSomebody() bool {
	return s.Discrepancy() != "" || s.Call != nil && s.Call.State == attempt.Unknown
}

// Say notes what somebody said of a payment.
func Say(tx app.Tx, id int64, s Said) error {
	s.At = tx.Now()
	_, err := payments.Update(tx, id, func(p *Payment) error { p.Said = &s; return nil })
	return err
}

// NoteOutside notes that somebody dealt with a discrepancy: it is listed no more, until the
// gateway tells something else.
func NoteOutside(tx app.Tx, id int64) error {
	_, err := payments.Update(tx, id, func(p *Payment) error {
		p.Outside.NotedExtra, p.Outside.NotedDispute = p.extra(), p.Outside.Dispute
		return nil
	})
	return err
}
