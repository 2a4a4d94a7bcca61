package handlers_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/company"
	"marquee/handlers"
	"marquee/handlers/apitest"
	"marquee/handlers/rest"
	"marquee/kv/kvtest"
)

// TestCommandsAskByThemselves plays every scenario, and sends each request first as a
// caller who may do nothing, over routes that let everybody through. Where the request
// then goes well for the one who may, the command or query behind the route must have
// refused the other: what a route forgets, its command asks.
func TestCommandsAskByThemselves(t *testing.T) {
	kvtest.SingleGoroutine(t)
	files, err := filepath.Glob("../testdata/api/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	held := map[string]bool{}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txt"), func(t *testing.T) {
			apitest.Run(t, f, func(w *apptest.World) http.Handler {
				return &gatecrasher{t: t, real: handlers.New(w.App, handlers.Options{BaseURL: "http://box.office", Credit: time.Hour}), open: openGates(w.App), needs: abilities(), held: held}
			}, hooks)
		})
	}
	for _, rt := range handlers.Routes(nil) {
		if at := rt.Method + " " + rt.Path; abilities()[at] && !held[at] {
			t.Errorf("%s: no request that goes well was refused to a caller without abilities", at)
		}
	}
}

// openGates is the API without its gates, for callers who are known and hold nothing.
func openGates(a *app.App) http.Handler {
	routes := handlers.Routes(a)
	for i := range routes {
		if routes[i].Allow != app.Anyone {
			routes[i].Allow = app.Authenticated
		}
	}
	return rest.New(rest.Options{Authenticate: func(ctx context.Context, cr rest.Credentials) (*app.Caller, error) {
		c, err := company.Authenticate(ctx, a, cr.Token, cr.CompanyID)
		if err == nil {
			c.Abilities, c.Scoped, c.Super, c.Installation = nil, nil, false, false
		}
		return c, err
	}}, routes)
}

// abilities are the operations that need one, with all their spellings.
func abilities() map[string]bool {
	need := map[string]bool{}
	for _, rt := range handlers.Routes(nil) {
		if rt.Allow == app.Anyone || rt.Allow == app.Authenticated {
			continue
		}
		for _, at := range spellings(rt) {
			need[at[0]+" "+at[1]] = true
		}
	}
	return need
}

// gatecrasher sends each request to the open gates before it goes where it belongs.
type gatecrasher struct {
	t          *testing.T
	real, open http.Handler
	needs      map[string]bool
	held       map[string]bool
}

func (g *gatecrasher) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	again := r.Clone(r.Context())
	again.Body, r.Body = io.NopCloser(bytes.NewReader(body)), io.NopCloser(bytes.NewReader(body))
	at := r.Method + " " + strings.TrimPrefix(r.URL.Path, "/v1")
	crashed := httptest.NewRecorder()
	if g.needs[at] {
		g.open.ServeHTTP(crashed, again)
	}
	rec := httptest.NewRecorder()
	g.real.ServeHTTP(rec, r)
	if g.needs[at] && rec.Code < 300 {
		g.held[at] = true
		if crashed.Code != http.StatusForbidden {
			g.t.Errorf("%s answered a caller without any ability: %d %.200s", at, crashed.Code, crashed.Body)
		}
	}
	for name, values := range rec.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(rec.Code)
	_, _ = w.Write(rec.Body.Bytes())
}
