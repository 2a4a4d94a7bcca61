package handlers_test

import (
	"testing"

	"marquee/app"
	"marquee/app/apptest"
	attempts "marquee/app/attempt"
	"marquee/app/company"
	"marquee/app/mail"
	"marquee/app/payment"
	"marquee/app/payment/simulated"
	"marquee/app/queue"
	"marquee/app/sales/pay"
)

func init() {
	hooks["mails"] = func(t *testing.T, w *apptest.World) {
		for _, job := range []string{mail.WriteJob, queue.SendJob} {
			if err := w.App.RunJob(t.Context(), job); err != nil {
				t.Fatal(err)
			}
		}
	}
	// The gateway gives a part of the last payment back behind the back of the box office.
	hooks["money goes elsewhere"] = func(t *testing.T, w *apptest.World) {
		var last simulated.Intent
		inA(t, w, func(tx app.Tx) error {
			all, err := simulated.Intents(tx)
			if err == nil {
				last = all[len(all)-1]
			}
			return err
		})
		g, err := payment.GatewayOf(t.Context(), w.App, w.A.Company.ID, payment.Simulated)
		if err == nil {
			err = g.Refund(t.Context(), last.Ref, "elsewhere", 1, company.Currency{})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	// What is under way at payment gateways is asked about and finished, as far as its
	// time has come.
	hooks["settle payments"] = func(t *testing.T, w *apptest.World) {
		for _, job := range []string{attempts.ReconcileJob, pay.CompletePaid, pay.AskLocal, queue.SendJob} {
			if err := w.App.RunJob(t.Context(), job); err != nil {
				t.Fatal(err)
			}
		}
	}
}
