package handlers_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/demo"
	"marquee/app/door"
	"marquee/handlers"
)

func init() {
	hooks["door phones"] = func(t *testing.T, w *apptest.World) {
		for _, gate := range []string{"North", "South"} {
			if _, _, err := door.Start(t.Context(), w.App, w.A.Owner, door.Bounds{EventID: 1, ZoneIDs: []int64{1}, Gate: gate}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestPhonesAtDoorsAreUnknownToTheAPI: the secret of a phone that scans, and of a link by
// which phones join, opens no operation at all, neither as a token nor as a cookie; nor do
// the pages of staff know them.
func TestPhonesAtDoorsAreUnknownToTheAPI(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	made, err := demo.Load(t.Context(), w.App, w.A.Owner, demo.Options{Orders: 2, Seed: 1})
	is.NoErr(err)
	here := door.Bounds{EventID: made.Event.ID}
	_, phone, err := door.Start(t.Context(), w.App, w.A.Owner, here)
	is.NoErr(err)
	_, link, err := door.MakeLink(t.Context(), w.App, w.A.Owner, door.NewLink{Bounds: here})
	is.NoErr(err)
	h := handlers.New(w.App, handlers.Options{})
	asked := func(method, path string, dress func(r *http.Request)) int {
		r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader("{}"))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Sec-Fetch-Site", "same-origin")
		dress(r)
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		return rec.Code
	}
	asToken := func(secret string) func(r *http.Request) {
		return func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+secret) }
	}
	asCookie := func(name, secret string) func(r *http.Request) {
		return func(r *http.Request) { r.AddCookie(&http.Cookie{Name: name, Value: secret}) }
	}
	tried := 0
	for _, rt := range handlers.Routes(nil) {
		if rt.Allow == app.Anyone {
			continue
		}
		for _, at := range spellings(rt) {
			for _, secret := range []string{phone, link} {
				is.Equal(asked(at[0], "/v1"+at[1], asToken(secret)), http.StatusUnauthorized)
			}
			is.Equal(asked(at[0], "/v1"+at[1], asCookie("door", phone)), http.StatusUnauthorized)
			tried++
		}
	}
	is.True(tried > 100)
	for _, page := range []string{"GET /staff", "POST /staff/events/1/links", "POST /staff/events/1/start", "POST /staff/sign-out"} {
		method, path, _ := strings.Cut(page, " ")
		is.Equal(asked(method, path, asCookie("staff", phone)), http.StatusSeeOther) // to sign in
	}
	is.Equal(asked("GET", "/door/api/home", asCookie("door", phone)), http.StatusOK)
	for _, other := range []string{link, w.A.OwnerToken, ""} {
		is.Equal(asked("GET", "/door/api/home", asCookie("door", other)), http.StatusUnauthorized)
	}
	is.Equal(asked("GET", "/door/api/home", asToken(phone)), http.StatusUnauthorized)
}
