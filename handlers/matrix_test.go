package handlers_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/handlers"
	"marquee/handlers/rest"
	"marquee/kv/kvtest"
)

// attempt sends one request and tells the status and the body.
func attempt(h http.Handler, token, method, path, body string, header ...string) (int, string) {
	r := httptest.NewRequest(method, "/v1"+path, strings.NewReader(body))
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

// spellings of every route: the proper one and the others.
func spellings(r rest.Route) [][2]string {
	all := [][2]string{{r.Method, r.Path}}
	for _, also := range r.Also {
		m, p, _ := strings.Cut(also, " ")
		all = append(all, [2]string{m, p})
	}
	return all
}

// TestNobodyGetsPast sends every route what a stranger would: nothing but a
// refusal comes back, and nothing is written.
func TestNobodyGetsPast(t *testing.T) {
	w := apptest.New(t)
	h := handlers.New(w.App, handlers.Options{Credit: time.Hour})
	// Its token is well formed: only the look into the store tells that it is unknown.
	elsewhere := apptest.New(t)
	if status, body := attempt(handlers.New(elsewhere.App, handlers.Options{Credit: time.Hour}), elsewhere.A.OwnerToken, "GET", "/", ""); status != http.StatusOK {
		t.Fatal("the token of the other box office is no token:", status, body)
	}
	strangers := []struct {
		name, token string
		header      []string
	}{
		{"no token", "", nil},
		{"a token of another box office", elsewhere.A.OwnerToken, nil},
		{"a text that no token has", "mq_0000000000000000000000000000000000000000000", nil},
		{"a revoked token", w.A.Revoked(), nil},
		{"a token whose time is up", w.A.Expired(), nil},
		{"a suspended user", w.A.Suspended(), nil},
		{"a good token in another scheme", "", []string{"Authorization", "Basic " + w.A.OwnerToken}},
		{"two tokens", w.A.OwnerToken, []string{"Authorization", "Bearer " + w.B.OwnerToken}},
		{"a token in a cookie", "", []string{"Cookie", "token=" + w.A.OwnerToken}},
	}
	before := w.Digest("tokens")
	for _, rt := range handlers.Routes(w.App) {
		if rt.Allow == app.Anyone {
			continue
		}
		for _, at := range spellings(rt) {
			for _, s := range strangers {
				query := "?token=" + w.A.OwnerToken + "&access_token=" + w.A.OwnerToken
				status, body := attempt(h, s.token, at[0], at[1]+query, `{}`, s.header...)
				if status != http.StatusUnauthorized || body != `{"message":"Unauthenticated."}` {
					t.Errorf("%s %s with %s: %d %s", at[0], at[1], s.name, status, body)
				}
			}
		}
	}
	if w.Digest("tokens") != before {
		t.Error("something was written")
	}
}

// TestNoOtherSiteReads asks every route as the script of another site would, before and in
// its request: no answer says that the browser may show it to that site.
func TestNoOtherSiteReads(t *testing.T) {
	w := apptest.New(t)
	h := handlers.New(w.App, handlers.Options{Credit: time.Hour})
	for _, rt := range handlers.Routes(w.App) {
		for _, at := range spellings(rt) {
			for _, method := range []string{http.MethodOptions, at[0]} {
				r := httptest.NewRequest(method, "/v1"+at[1], strings.NewReader(`{}`))
				r.Header.Set("Origin", "https://evil.example")
				r.Header.Set("Sec-Fetch-Site", "cross-site")
				r.Header.Set("Access-Control-Request-Method", at[0])
				r.Header.Set("Access-Control-Request-Headers", "authorization")
				if rt.Allow != app.Anyone && method == http.MethodGet {
					r.Header.Set("Authorization", "Bearer "+w.A.OwnerToken)
				}
				answer := httptest.NewRecorder()
				h.ServeHTTP(answer, r)
				for name := range answer.Header() {
					if strings.HasPrefix(name, "Access-Control-") {
						t.Errorf("%s %s says %s", method, at[1], name)
					}
				}
			}
		}
	}
}

// TestEachAbilityOpensItsRoutes calls every route with each ability alone, and
// with none: only the declared ones get past the gate. The calls are empty, so
// behind the gate most of them are refused for that.
func TestEachAbilityOpensItsRoutes(t *testing.T) {
	kvtest.SingleGoroutine(t)
	w := apptest.New(t)
	h := handlers.New(w.App, handlers.Options{Credit: time.Hour})
	none := w.A.TokenWith()
	for _, a := range app.Abilities {
		w.A.TokenWith(a)
	}
	before := w.Digest("tokens")
	cells := 0
	for _, rt := range handlers.Routes(w.App) {
		if rt.Allow == app.Anyone || rt.Allow == app.Authenticated {
			continue
		}
		for _, at := range spellings(rt) {
			for _, a := range append([]app.Ability{""}, app.Abilities...) {
				token := none
				if a != "" {
					token = w.A.TokenWith(a)
				}
				if opens(rt.Spec, a) {
					continue
				}
				cells++
				if status, body := attempt(h, token, at[0], at[1], `{}`); status != http.StatusForbidden || body != `{"message":"This action is unauthorized."}` {
					t.Errorf("%s %s with %q: %d %s", at[0], at[1], a, status, body)
				}
			}
		}
	}
	if w.Digest("tokens") != before {
		t.Error("something was written")
	}
	for _, rt := range handlers.Routes(w.App) {
		for _, a := range app.Abilities {
			if !opens(rt.Spec, a) {
				continue
			}
			cells++
			if status, body := attempt(h, w.A.TokenWith(a), rt.Method, rt.Path, `{}`); status == http.StatusUnauthorized || status >= 500 {
				t.Errorf("%s %s with %q: %d %s", rt.Method, rt.Path, a, status, body)
			}
		}
	}
	t.Logf("%d cells", cells)
}

// opens tells whether an ability is declared for a route.
func opens(s rest.Spec, a app.Ability) bool {
	for _, or := range append([]app.Ability{s.Allow}, s.Or...) {
		if or == a {
			return true
		}
	}
	return false
}

// TestCompanyHeader sends every route the company header in every bad way.
func TestCompanyHeader(t *testing.T) {
	w := apptest.New(t)
	h := handlers.New(w.App, handlers.Options{Credit: time.Hour})
	token := w.B.OwnerToken
	const name = "X-SERVICE-COMPANY-ID"
	own, other := itoa(w.B.Company.ID), itoa(w.A.Company.ID)
	before := w.Digest("tokens", "users")
	for _, rt := range handlers.Routes(w.App) {
		if rt.Allow == app.Anyone {
			continue
		}
		for what, header := range map[string][]string{
			"another company": {name, other}, "garbage": {name, "one"}, "a negative id": {name, "-1"}, "zero": {name, "0"},
			"a huge id": {name, "9223372036854775808"}, "a list": {name, own + "," + other}, "a float": {name, "1.0"},
			"two of them": {name, own, name, other}, "the same twice": {name, own, name, own}, "a space": {name, own + " x"},
		} {
			if status, body := attempt(h, token, rt.Method, rt.Path, `{}`, header...); status != http.StatusForbidden && status != http.StatusBadRequest {
				t.Errorf("%s %s with %s: %d %s", rt.Method, rt.Path, what, status, body)
			}
		}
	}
	if w.Digest("tokens", "users") != before {
		t.Error("something was written")
	}
}

// TestNoTokenIsLogged plays good and bad calls with the log at its most talkative
// and looks for every token in it.
func TestNoTokenIsLogged(t *testing.T) {
	w := apptest.New(t)
	var log bytes.Buffer
	h := handlers.New(w.App, handlers.Options{Log: slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	tokens := []string{w.A.OwnerToken, w.B.OwnerToken, w.A.Revoked(), w.A.Suspended(), "mq_unknown_token_of_nobody"}
	for _, rt := range handlers.Routes(w.App) {
		for _, token := range tokens {
			attempt(h, token, rt.Method, rt.Path+"?token="+token+"&access_token="+token, `{"password":"`+token+`","email":"`+token+`"}`)
		}
	}
	if log.Len() == 0 {
		t.Fatal("nothing was logged")
	}
	for _, token := range tokens {
		if strings.Contains(log.String(), token) {
			t.Errorf("the log holds a token")
		}
	}
}
