package handlers_test

import (
	"testing"

	"marquee/app/apptest"
	attempts "marquee/app/attempt"
	"marquee/app/mail"
	"marquee/app/outbox"
	"marquee/app/sales"
)

func init() {
	hooks["mails"] = func(t *testing.T, w *apptest.World) {
		if err := w.App.RunJob(t.Context(), mail.WriteJob); err != nil {
			t.Fatal(err)
		}
	}
	// What is under way at payment gateways is asked about and finished, as far as its
	// time has come.
	hooks["settle payments"] = func(t *testing.T, w *apptest.World) {
		for _, job := range []string{attempts.ReconcileJob, sales.CompletePaid, sales.AskLocal, outbox.SendJob} {
			if err := w.App.RunJob(t.Context(), job); err != nil {
				t.Fatal(err)
			}
		}
	}
}
