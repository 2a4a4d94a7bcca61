package rest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
)

// leavingAPI answers a client that goes away while it is served.
func leavingAPI(leave context.CancelFunc, after error, out *bytes.Buffer, m *Metrics) *API {
	route := Handle(Spec{Method: "GET", Path: "/slow", Summary: "Slow", Tag: "Demo", Allow: app.Anyone},
		func(ctx context.Context, _ *app.Caller, _ struct{}) (struct{}, error) {
			leave()
			if after == nil {
				after = fmt.Errorf("read: %w", ctx.Err())
			}
			return struct{}{}, after
		})
	return New(Options{Log: slog.New(slog.NewTextHandler(out, nil)), Metrics: m}, []Route{route})
}

func TestAClientThatGoesAway(t *testing.T) {
	for _, c := range []struct {
		name    string
		err     error
		counted string
		faults  int
	}{
		{"is no fault", nil, `route="GET /slow",status="499"`, 0},
		{"hides no fault", errors.New("record 7 is damaged"), `route="GET /slow",status="500"`, 1},
		{"hears a refusal as ever", app.Missing("order"), `route="GET /slow",status="404"`, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			ctx, leave := context.WithCancel(context.Background())
			var out bytes.Buffer
			m := NewMetrics()
			api := leavingAPI(leave, c.err, &out, m)
			api.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/v1/slow", nil).WithContext(ctx))
			is.Equal(strings.Count(out.String(), "msg=fault"), c.faults)
			w := httptest.NewRecorder()
			m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
			is.True(strings.Contains(w.Body.String(), c.counted))
		})
	}
}
