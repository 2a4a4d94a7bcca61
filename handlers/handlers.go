package handlers

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"marquee/app"
	"marquee/app/async"
	"marquee/app/audit"
	"marquee/app/company"
	"marquee/app/webhook"
	"marquee/handlers/docs"
	"marquee/handlers/media"
	"marquee/handlers/passes"
	"marquee/handlers/rest"
	"marquee/handlers/stripe"
	"marquee/handlers/tickets"
	"marquee/handlers/web"
	outbound "marquee/handlers/webhook"
	"marquee/handlers/wire"
)

// Options of New.
type Options struct {
	// Log receives the access log; nil discards it.
	Log *slog.Logger
	// BaseURL is the URL under which the outside reaches the server, without a slash at
	// its end: links begin with it. Without it they begin as the request did.
	BaseURL string
	// Metrics counts requests and serves /metrics; nil does neither.
	Metrics *rest.Metrics
	// Ready tells why the box office cannot work right now; nil is never.
	Ready func() error
	// Leads tells whether background work is done here; nil: it is.
	Leads func() bool
	// Notes are lines for /readyz?verbose.
	Notes []func() string
	// Private tells that the figures and the notes are shown by Inside, at an address of
	// its own. Without it this machine itself may see them, and strangers get nothing but
	// whether the box office works.
	Private bool
	// PaymentNotices takes what the payment gateway tells by itself; nil takes nothing.
	PaymentNotices http.Handler
	// Passes are the keys with which companies sign what phones keep of tickets; nil: none.
	Passes *passes.Issuers
	// Webhooks says where outbound calls may go.
	Webhooks webhook.Policy
	// Credit is how much one caller may ask for beside others until its next requests wait;
	// 0 is what a page needs.
	Credit time.Duration
}

// New is everything the box office answers over HTTP: the API below /v1, and beside it
// the page at /, /healthz, /readyz, /metrics, /openapi.json (and in the words of 3.0) and /docs, and the notices of
// the payment gateway.
func New(a *app.App, o Options) http.Handler {
	routes := Routes(a)
	api := rest.New(rest.Options{
		Async: later(a), Authenticate: authenticate(a), SpaceFor: a.SpaceFor, BaseURL: o.BaseURL, Log: o.Log, Metrics: o.Metrics, Credit: o.Credit,
		Denied: func(c *app.Caller) { audit.Refused(a, c) }, Memory: rest.MemoryOf(a), Classes: app.Classes(a), Resources: resourceNames,
	}, routes)
	async.Use(a, carrier{a, api})
	webhook.Use(a, outbound.NewSender(a, api.Show, o.Webhooks), o.Webhooks)
	// The document is made when it is first asked for, so that it does not slow down a start.
	document := sync.OnceValue(func() *rest.Document { return Document(routes) })
	maker := passes.NewMaker(a, o.Passes, o.BaseURL, wire.PassesPath)
	t := mountTable{
		{prefix: rest.Base, handler: api},
		{prefix: wire.TicketsPath, handler: readOnly(tickets.New(a, o.Log, wire.TicketsPath, o.BaseURL, maker))},
		{prefix: wire.PassesPath, handler: passes.NewService(maker, o.Log, wire.PassesPath)},
		{prefix: wire.MediaPath, handler: readOnly(media.New(a, wire.MediaPath))},
		{prefix: "/docs", handler: readOnly(docs.New(document))},
		{prefix: "/openapi.json", exact: true, handler: readOnly(openAPI(document))},
		{prefix: "/openapi-3.0.json", exact: true, handler: readOnly(openAPI(func() *rest.Document { return Document30(routes) }))},
		{prefix: "/healthz", exact: true, handler: readOnly(probe(nil, nil))},
		{prefix: "/readyz", exact: true, handler: readOnly(forInside(o.Private, o.readiness(a), probe(o.works, nil)))},
	}
	pages, lost := web.Mounts(a, o.Log, o.BaseURL, api)
	for _, m := range pages {
		t = append(t, mount{prefix: m.Prefix, exact: m.Exact, handler: m.Handler})
	}
	if o.PaymentNotices != nil {
		t = append(t, mount{prefix: stripe.Prefix, handler: o.PaymentNotices})
	}
	if o.Metrics != nil {
		t = append(t, mount{prefix: "/metrics", exact: true, handler: forInside(o.Private, readOnly(o.Metrics.Handler()), api.Outside())})
	}
	return beforeSetup(a, t.handler(lost))
}

// Local answers operations of the API on this machine, for callers who are known already.
func Local(a *app.App) *rest.API {
	return rest.New(rest.Options{Memory: rest.MemoryOf(a), Resources: resourceNames}, Routes(a))
}

// Inside is what whoever runs the machine looks at: /healthz, /readyz with its notes,
// and /metrics. It belongs to an address that strangers do not reach.
func Inside(a *app.App, o Options) http.Handler {
	t := mountTable{
		{prefix: "/healthz", exact: true, handler: readOnly(probe(nil, nil))},
		{prefix: "/readyz", exact: true, handler: readOnly(o.readiness(a))},
	}
	if o.Metrics != nil {
		t = append(t, mount{prefix: "/metrics", exact: true, handler: readOnly(o.Metrics.Handler())})
	}
	return t.handler(http.NotFoundHandler())
}

// readiness tells everything.
func (o Options) readiness(a *app.App) http.Handler {
	return probe(o.Ready, append(o.Notes[:len(o.Notes):len(o.Notes)], jobsNote(a, o.Leads), outboxNote(a)))
}

// errNotReady is what strangers hear.
var errNotReady = errors.New("not ready")

// works is Ready without the reason.
func (o Options) works() error {
	if o.Ready != nil && o.Ready() != nil {
		return errNotReady
	}
	return nil
}

// forInside serves one handler to this machine itself and another one to strangers;
// private counts everybody as one.
func forInside(private bool, inside, strangers http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !private && rest.Inside(r) {
			inside.ServeHTTP(w, r)
			return
		}
		strangers.ServeHTTP(w, r)
	})
}

// authenticate lets the companies say who a token belongs to.
func authenticate(a *app.App) rest.Authenticate {
	return func(ctx context.Context, cr rest.Credentials) (*app.Caller, error) {
		c, err := company.Authenticate(ctx, a, cr.Token, cr.CompanyID)
		if cr.CompanyID != nil && app.KindOf(err) == app.Forbidden {
			// The own company alone is told who asked for another: that one does not exist for them.
			c, _ = company.Authenticate(ctx, a, cr.Token, nil)
		}
		if err != nil || cr.Device.ID == "" {
			return c, err
		}
		c.Via.Device = cr.Device.ID
		return c, company.CalledBy(ctx, a, company.DeviceCall{
			CompanyID: c.CompanyID, UserID: c.UserID, TokenID: c.TokenID, Code: cr.Device.ID,
			About: company.DeviceAbout{
				App: cr.Device.App, AppVersion: cr.Device.AppVersion, OS: cr.Device.OS, OSVersion: cr.Device.OSVersion,
				Manufacturer: cr.Device.Manufacturer, Model: cr.Device.Model,
			},
		})
	}
}

// probe answers 200, or 503 with the reason while there is one; with ?verbose it
// adds the notes.
func probe(check func() error, notes []func() string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		if check != nil {
			if err := check(); err != nil {
				http.Error(w, err.Error(), http.StatusServiceUnavailable)
				return
			}
		}
		_, _ = w.Write([]byte("ok\n"))
		if r.URL.Query().Has("verbose") {
			for _, note := range notes {
				_, _ = w.Write([]byte(note() + "\n"))
			}
		}
	})
}
