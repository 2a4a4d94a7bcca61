package simulated_test

import (
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/company"
	"marquee/app/payment"
	"marquee/app/payment/simulated"

	"github.com/matryer/is"
)

// demo is a world in demo mode, with the gateway of company A.
func demo(t *testing.T) (*apptest.World, payment.Gateway) {
	w := apptest.New(t)
	on := true
	_, err := company.ChangeSettings(t.Context(), w.App, w.A.Owner, company.SettingsChange{Demo: &on})
	if err != nil {
		t.Fatal(err)
	}
	g, err := simulated.Make(t.Context(), w.App, w.A.Company.ID)
	if err != nil {
		t.Fatal(err)
	}
	return w, g
}

func TestEveryCardDoesWhatItStandsFor(t *testing.T) {
	const none = payment.Stage(0)
	for _, c := range []struct {
		outcome simulated.Outcome
		given   payment.Stage // after the card was given
		refused string        // what the capture is refused for
		taken   payment.Stage // after the capture; none: it gave no answer
		at      payment.Stage // as the gateway knows it
		in3min  payment.Stage
	}{
		{simulated.Approved, payment.Authorised, "", payment.Taken, payment.Taken, payment.Taken},
		{simulated.Declined, payment.Waiting, "card_declined", none, payment.Waiting, payment.Waiting},
		{simulated.NoFunds, payment.Waiting, "insufficient_funds", none, payment.Waiting, payment.Waiting},
		{simulated.OldCard, payment.Waiting, "expired_card", none, payment.Waiting, payment.Waiting},
		{simulated.SecondFactor, payment.Waiting, "authentication_required", none, payment.Waiting, payment.Waiting},
		{simulated.Twice, payment.Authorised, "", payment.Taken, payment.Taken, payment.Taken},
		{simulated.Lost, payment.Authorised, "", none, payment.Taken, payment.Taken},
		{simulated.Silent, payment.Authorised, "", none, payment.Authorised, payment.Authorised},
		{simulated.Settles, payment.Authorised, "", payment.Settling, payment.Settling, payment.Taken},
		{simulated.SettlesNot, payment.Authorised, "", payment.Settling, payment.Settling, payment.Void},
	} {
		t.Run(string(c.outcome), func(t *testing.T) {
			is := is.New(t)
			w, g := demo(t)
			o, err := g.Open(t.Context(), payment.Intent{Key: "k", Amount: 500, Currency: w.A.Currency(), Order: "R"})
			is.NoErr(err)
			again, err := g.Open(t.Context(), payment.Intent{Key: "k", Amount: 500, Currency: w.A.Currency(), Order: "R"})
			is.NoErr(err)
			is.Equal(again, o) // under one key one intent
			s, err := simulated.Give(t.Context(), w.App, w.A.Owner, simulated.Card{Ref: o.Ref, Outcome: c.outcome})
			is.NoErr(err)
			is.Equal(s.Stage, c.given)
			s, err = g.Capture(t.Context(), o.Ref, "c", 500, w.A.Currency())
			is.Equal(payment.Refused(err), c.refused)
			is.Equal(s.Stage, c.taken)
			is.Equal(err == nil, c.taken != none)
			s, err = g.Look(t.Context(), o.Ref)
			is.NoErr(err)
			is.Equal(s.Stage, c.at)
			w.Clock.Jump(3 * time.Minute)
			s, err = g.Look(t.Context(), o.Ref)
			is.NoErr(err)
			is.Equal(s.Stage, c.in3min)
		})
	}
}

func TestMoneyMovesOnce(t *testing.T) {
	is := is.New(t)
	w, g := demo(t)
	o, err := g.Open(t.Context(), payment.Intent{Key: "k", Amount: 500, Currency: w.A.Currency(), Order: "R"})
	is.NoErr(err)
	_, err = g.Capture(t.Context(), o.Ref, "c", 400, w.A.Currency())
	is.True(payment.Refused(err) != "") // not what was authorised
	for range 2 {
		_, err = g.Capture(t.Context(), o.Ref, "c", 500, w.A.Currency()) // no card is needed
		is.NoErr(err)
	}
	s, err := g.Cancel(t.Context(), o.Ref)
	is.NoErr(err)
	is.Equal(s.Stage, payment.Taken) // too late for that
	for range 2 {
		is.NoErr(g.Refund(t.Context(), o.Ref, "r", 500, w.A.Currency()))
	}
	is.NoErr(w.App.View(t.Context(), w.A.Owner, app.Authenticated, func(r app.Reader) error {
		all, err := simulated.Intents(r)
		is.Equal(len(all), 1)
		is.Equal(all[0].Captured, int64(500))
		is.Equal(all[0].Refunded, int64(500))
		return err
	}))
	_, err = g.Look(t.Context(), "sim_pi_none")
	is.Equal(payment.Refused(err), payment.CodeMissing)
	o, err = g.Open(t.Context(), payment.Intent{Key: "other", Amount: 500, Currency: w.A.Currency()})
	is.NoErr(err)
	_, err = g.Cancel(t.Context(), o.Ref)
	is.NoErr(err)
	_, err = g.Capture(t.Context(), o.Ref, "c", 500, w.A.Currency())
	is.Equal(payment.Refused(err), payment.CodeVoid)
	is.True(payment.Refused(g.Refund(t.Context(), o.Ref, "r", 500, w.A.Currency())) != "")
}

// A voucher is paid some minutes after there is one, and nobody captures it.
func TestAVoucherIsPaidByItself(t *testing.T) {
	for _, c := range []struct {
		outcome simulated.Outcome
		end     payment.Stage
	}{{simulated.Approved, payment.Taken}, {simulated.SettlesNot, payment.Void}} {
		is := is.New(t)
		w, g := demo(t)
		o, err := g.Open(t.Context(), payment.Intent{Key: "k", Amount: 500, Currency: w.A.Currency(), Order: "R", Local: true})
		is.NoErr(err)
		s, err := simulated.Give(t.Context(), w.App, w.A.Owner, simulated.Card{Ref: o.Ref, Outcome: c.outcome})
		is.NoErr(err)
		is.Equal(s.Stage, payment.Settling)
		w.Clock.Jump(3 * time.Minute)
		s, err = g.Look(t.Context(), o.Ref)
		is.NoErr(err)
		is.Equal(s.Stage, c.end)
	}
}
