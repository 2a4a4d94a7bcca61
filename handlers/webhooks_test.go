package handlers_test

import (
	"context"
	"testing"

	"marquee/app/apptest"
	"marquee/app/webhook"
)

func init() {
	hooks["webhooks"] = func(t *testing.T, w *apptest.World) {
		t.Helper()
		webhook.Use(w.App, grumpy{}, webhook.Policy{})
		if err := w.App.RunJob(t.Context(), webhook.SendJob); err != nil {
			t.Fatal(err)
		}
	}
}

// grumpy is a receiver that answers 500 to everything.
type grumpy struct{}

func (grumpy) Carry(context.Context, webhook.Delivery) webhook.Result {
	return webhook.Result{Status: 500, Problem: "the receiver answered 500"}
}
