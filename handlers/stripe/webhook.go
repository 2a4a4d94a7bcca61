package stripe

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/payment"
)

const (
	// Prefix is the path of notices; the alias of the company follows.
	Prefix = "/webhooks/stripe"
	// maxNotice bounds a notice, in bytes.
	maxNotice = 256 << 10
	// maxAge is how old the signature of a notice may be.
	maxAge = 5 * time.Minute
)

// decided are the notices after which the gateway is asked: something ended. That a card
// was authorised is no reason, as the till is about to take the money then.
var decided = map[string]bool{
	"payment_intent.succeeded": true, "payment_intent.canceled": true, "payment_intent.payment_failed": true,
}

// outside are the notices after which the gateway is asked what became of taken money.
var outside = map[string]bool{
	"charge.refunded": true, "charge.dispute.created": true, "charge.dispute.updated": true, "charge.dispute.closed": true,
}

// Webhook takes the notices of every company, below Prefix.
func (g *Gateways) Webhook(a *app.App, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		status, problem := g.take(a, w, r)
		if problem != nil && log != nil {
			log.Warn("a notice of the payment gateway was not taken", "status", status, "path", r.URL.Path)
		}
		w.WriteHeader(status)
	})
}

// take takes one notice. Whatever is wrong, it changes nothing.
func (g *Gateways) take(a *app.App, w http.ResponseWriter, r *http.Request) (status int, problem error) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return http.StatusMethodNotAllowed, nil
	}
	k, known := g.keysOf(strings.TrimPrefix(r.URL.Path, Prefix+"/"))
	if !known || k.WebhookSecret == "" {
		return http.StatusNotFound, nil
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxNotice))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return http.StatusRequestEntityTooLarge, err
	case err != nil:
		return http.StatusBadRequest, err
	}
	n, err := notice(body, r.Header.Get("Stripe-Signature"), k.WebhookSecret)
	if err != nil {
		return http.StatusBadRequest, err
	}
	switch {
	case n.ref == "":
	case decided[n.about]:
		err = payment.Heard(r.Context(), a, Name, n.ref)
	case outside[n.about]:
		err = payment.HeardOutside(r.Context(), a, Name, n.ref, n.returned)
	}
	if err != nil {
		return http.StatusServiceUnavailable, err // it is sent again
	}
	return http.StatusOK, nil
}
