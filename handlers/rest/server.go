package rest

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"marquee/app"
	"marquee/app/admission"
)

// Options of New.
type Options struct {
	// Authenticate resolves tokens; needed unless every route is for anyone.
	Authenticate Authenticate
	// SpaceFor refuses what is too heavy for the free space on the disk; nil refuses
	// nothing.
	SpaceFor func(app.Weight) error
	// Log receives the access log and faults; nil discards them.
	Log *slog.Logger
	// BaseURL stands in front of the paths in links, without a slash at its end; empty
	// is the scheme and host of each request.
	BaseURL string
	// Metrics counts requests; nil counts nothing.
	Metrics *Metrics
	// Denied is told of each caller who was refused for what they may do; nil tells nobody.
	Denied func(c *app.Caller)
	// Async keeps requests whose callers do not wait; nil does not.
	Async *Async
	// Credit is how much one caller may ask for beside others until its next requests wait,
	// as long as they count for. 0 is 250 ms for reads, and nothing for writes.
	Credit time.Duration
	// Memory is what the API has together with what stands beside it; nil: its own.
	Memory *Memory
	// Classes are where callers wait; nil: classes that nobody counts.
	Classes *admission.Classes
	// Resources are those that only and except can name beside those that the routes say
	// themselves; nil: nobody is told which they name in vain.
	Resources []string
}

// API serves routes below /v1.
type API struct {
	Options
	routes []Route
	*Memory
	turns  *turns
	crowd  *crowd
	rates  admission.Buckets // of companies
	router http.Handler
	names  map[string]bool // of resources, nil: see Options.Resources
}

// New builds the API. It panics when two routes claim the same path.
func New(o Options, routes []Route) *API {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	api := &API{Options: o, Memory: o.Memory, routes: routes, turns: newTurns(o.Classes, procs()), crowd: newCrowd(o.Classes, procs(), cmp.Or(o.Credit, readCredit), o.Credit)}
	if api.Memory == nil {
		api.Memory = newMemory(o.Classes)
	}
	if o.Resources != nil {
		api.names = NamesOf(routes, o.Resources)
	}
	api.router = api.mux()
	return api
}

// Routes lists what is served, for documents and tests.
func (api *API) Routes() []Route { return api.routes }

func (api *API) ServeHTTP(w http.ResponseWriter, r *http.Request) { api.router.ServeHTTP(w, r) }

// Server is an http.Server with the limits every listener needs; what goes wrong with
// its connections is in the log.
func Server(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           givingBack(h),
		ConnContext:       withOverhead,
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       requestTime,
		WriteTimeout:      responseTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          newErrorLog(log, time.Now),
		// HTTP/2 is spoken behind TLS. A connection of it holds little more than one of
		// HTTP/1.1 does, whatever its peer sends.
		HTTP2: &http.HTTP2Config{
			MaxConcurrentStreams:          maxStreams,
			MaxReceiveBufferPerConnection: streamBuffer,
			MaxReceiveBufferPerStream:     streamBuffer,
			SendPingTimeout:               requestTime,
			PingTimeout:                   headerTime,
			WriteByteTimeout:              responseTime,
		},
	}
}

// identify resolves the token of a request, unless it is carried out in the name of
// somebody who was authenticated before.
func (api *API) identify(ctx context.Context, r *http.Request, lang *language) (*app.Caller, error) {
	if c := carried(ctx); c != nil {
		return c, nil
	}
	cr, err := credentials(r)
	if err != nil {
		return nil, err
	}
	cr.Locale = lang.name
	if api.Authenticate == nil {
		return nil, fmt.Errorf("rest: no Authenticate was given")
	}
	return api.Authenticate(ctx, cr)
}

// authenticate finds out who calls, nil on a route for anyone.
func (api *API) authenticate(ctx context.Context, rt *Route, r *http.Request, lang *language) (*app.Caller, error) {
	if carried(ctx) == nil && rt.Allow == app.Anyone && (!rt.Knows || r.Header.Get("Authorization") == "") {
		return nil, nil
	}
	c, err := api.identify(ctx, r, lang)
	if err == nil && c == nil {
		err = unauthenticated()
	}
	if c == nil {
		return nil, err
	}
	caller := *c
	caller.Locale = lang.name
	caller.Language = contentLanguage(r.Header.Get("Accept-Language"), caller.Locales)
	if caller.Via.Through != app.ThroughCommand { // a command tells its own name
		caller.Via.Through, caller.Via.Operation = app.ThroughAPI, rt.name
	}
	if carried(ctx) == nil {
		caller.Via.Address = hostIn(r.RemoteAddr)
	}
	if err != nil {
		api.denied(&caller, err) // who is refused that early is served nothing: it is for the log alone
		return nil, err
	}
	if !rt.may(&caller) {
		return &caller, forbidden()
	}
	return &caller, nil
}

// denied tells of a caller who was refused for what they may do.
func (api *API) denied(c *app.Caller, err error) {
	if c != nil && api.Denied != nil && app.KindOf(err) == app.Forbidden {
		api.Denied(c)
	}
}
