package handlers_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/areas"
	"marquee/handlers"
)

// vital are the calls, beside reads, that a full disk never stops.
var vital = []string{
	"POST /login", "POST /logout", "POST /zones/scan", "POST /zones/check", "POST /entry/tickets",
	"POST /tickets/pair", "POST /guestdata", "PUT /guestdata", "POST /orders/admit-tickets", "POST /leases", "POST /leases/take-back", "DELETE /leases", "POST /door-devices/undo", "DELETE /door-devices", "POST /entry-doubles/seen",
	"POST /activated-events", "POST /activateEvents", "POST /event-refunds", "POST /event-refunds/stop",
}

// selling are the calls that end first.
var selling = []string{"POST /basket-items", "POST /basket-items/update", "POST /basket/discounts", "POST /basket/access-codes", "POST /basket/recover", "POST /basket/delivery-method", "POST /seating-plans", "POST /seating-plans/update", "POST /seating-plans/check", "POST /events/seating-plan/resync", "POST /bank-statements", "POST /events/guest-lists/guests", "POST /imports", "POST /imports/approve"}

func TestTheDiskLadderTakesWorkAwayAndGivesItBack(t *testing.T) {
	w := apptest.New(t)
	h := handlers.New(w.App, handlers.Options{})
	refused := func(method, path string) bool {
		r := httptest.NewRequest(method, "/v1"+path, strings.NewReader(`{}`))
		token := w.A.OwnerToken
		if path == "/logout" {
			token = w.A.TokenWith() // it ends the token that it comes with
		}
		r.Header.Set("Authorization", "Bearer "+token)
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		if rec.Code == http.StatusServiceUnavailable && (rec.Header().Get("Retry-After") == "" || !strings.Contains(rec.Body.String(), "disk")) {
			t.Errorf("%s %s: no reason or no Retry-After: %s", method, path, rec.Body)
		}
		return rec.Code == http.StatusServiceUnavailable
	}
	in := func(list []string, rt string) bool {
		return strings.Contains("\n"+strings.Join(list, "\n")+"\n", "\n"+rt+"\n")
	}
	for _, step := range []struct {
		must  string
		level app.DiskLevel
		want  func(method, route string) bool
	}{
		{"a fine disk refuses nothing", app.DiskFine, func(string, string) bool { return false }},
		{"a low one refuses new sales", app.DiskLow, func(_, route string) bool { return in(selling, route) }},
		{"a critical one takes scans and reads", app.DiskCritical, func(method, route string) bool { return method != "GET" && !in(vital, route) }},
		{"with room again everything is back", app.DiskFine, func(string, string) bool { return false }},
	} {
		t.Run(step.must, func(t *testing.T) {
			is := is.New(t)
			w.App.SetDisk(step.level)
			for _, rt := range handlers.Routes(w.App) {
				for _, s := range spellings(rt) {
					if got := refused(s[0], s[1]); got != step.want(rt.Method, rt.Method+" "+rt.Path) {
						t.Errorf("%s %s at %s: refused %v", s[0], s[1], step.level, got)
					}
				}
			}
			is.Equal(w.App.Disk(), step.level)
		})
	}
}

// TestAnswersAreNotKeptOnAFullDisk: a read goes on, but not where its answer would be kept, and
// what was kept before is given.
func TestAnswersAreNotKeptOnAFullDisk(t *testing.T) {
	w := apptest.New(t)
	k := asker{t, handlers.New(w.App, handlers.Options{}), w.A.OwnerToken}
	before := k.uuid("GET", "/venues?async=true", "")
	carryOut(t, w.App)
	for level, status := range map[app.DiskLevel]int{app.DiskFine: http.StatusAccepted, app.DiskLow: http.StatusServiceUnavailable, app.DiskCritical: http.StatusServiceUnavailable} {
		t.Run(level.String(), func(t *testing.T) {
			is := is.New(t)
			w.App.SetDisk(level)
			kept := k.ask("GET", "/venues?async=true", "")
			is.Equal(kept.Code, status)
			is.Equal(kept.Header().Get("Retry-After") != "", status != http.StatusAccepted)
			is.Equal(strings.Contains(kept.Body.String(), "async"), true) // the uuid, or how to ask instead
			is.Equal(k.ask("GET", "/venues", "").Code, http.StatusOK)
			is.Equal(k.ask("GET", "/venues?asyncUuid="+before, "").Code, http.StatusOK)
		})
	}
}

// jobsWell is what readiness says of the jobs of the whole box office.
var jobsWell = fmt.Sprintf("jobs: %d, all well", len(areas.Definition().Jobs))

func TestReadinessTellsMoreWhenAsked(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	h := handlers.Inside(w.App, handlers.Options{Notes: []func() string{func() string { return "disk: " + w.App.Disk().String() }}})
	get := func(path string) string {
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, httptest.NewRequest("GET", path, nil))
		return rec.Body.String()
	}
	is.Equal(get("/readyz"), "ok\n")
	is.Equal(get("/readyz?verbose"), "ok\ndisk: fine\n"+jobsWell+"\noutbox: 0 dead letters, 0 entries wait\n")
	w.App.SetDisk(app.DiskLow)
	is.Equal(get("/readyz?verbose"), "ok\ndisk: low: no new sales and imports\n"+jobsWell+"\noutbox: 0 dead letters, 0 entries wait\n")
}
