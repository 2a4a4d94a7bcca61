package handlers

import (
	"log/slog"
	"net/http"

	"marquee/app"
	"marquee/handlers/rest"
)

// Options of New.
type Options struct {
	// Authenticate resolves tokens.
	Authenticate rest.Authenticate
	// Log receives the access log; nil discards it.
	Log *slog.Logger
	// Metrics counts requests and serves /metrics; nil does neither.
	Metrics *rest.Metrics
	// Ready tells whether the box office can work; nil is always.
	Ready func() error
}

// New is everything the box office answers over HTTP: the API below /v1, and
// beside it /healthz, /readyz, /metrics, /openapi.json and /docs.
func New(a *app.App, o Options) http.Handler {
	return rest.New(rest.Options{Authenticate: o.Authenticate, Log: o.Log, Metrics: o.Metrics}, Routes(a))
}
