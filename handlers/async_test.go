package handlers_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/areas"
	"marquee/app/async"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/queue"
	"marquee/handlers"
	"marquee/indexes"
	"marquee/kv/mem"
)

// asker sends requests of one token.
type asker struct {
	t     *testing.T
	h     http.Handler
	token string
}

func (k asker) ask(method, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "/v1"+path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+k.token)
	rec := httptest.NewRecorder()
	k.h.ServeHTTP(rec, r)
	return rec
}

// uuid asks for something that is not waited for.
func (k asker) uuid(method, path, body string) string {
	k.t.Helper()
	rec := k.ask(method, path, body)
	var out struct{ AsyncUUID string }
	if rec.Code != http.StatusAccepted || json.Unmarshal(rec.Body.Bytes(), &out) != nil || len(out.AsyncUUID) != 36 {
		k.t.Fatalf("%s %s: %d %s", method, path, rec.Code, rec.Body)
	}
	return out.AsyncUUID
}

// carryOut does what was taken, and waits until it is done.
func carryOut(t *testing.T, a *app.App) {
	t.Helper()
	for _, j := range areas.Definition().Jobs {
		if j.Name == queue.SendJob {
			if err := j.Run(t.Context(), &app.Work{App: a}); err != nil {
				t.Fatal(err)
			}
			j.Drain(t.Context(), a)
		}
	}
}

func TestAsync(t *testing.T) {
	start := func(t *testing.T) (*apptest.World, asker) {
		w := apptest.New(t)
		return w, asker{t, handlers.New(w.App, handlers.Options{}), w.A.OwnerToken}
	}
	const venue = `{"name": "Arena", "address": "1 Quay", "city": "Hamburg", "region": "HH"}`
	t.Run("the answer is the one that waiting would have got", func(t *testing.T) {
		is := is.New(t)
		w, k := start(t)
		uuid := k.uuid("POST", "/venues?async=true", venue)
		poll := "/venues?asyncUuid=" + uuid
		is.Equal(k.ask("POST", poll, "").Code, http.StatusAccepted)
		carryOut(t, w.App)
		first := k.ask("POST", poll, "")
		is.Equal(first.Code, http.StatusCreated)
		is.True(strings.Contains(first.Body.String(), `"Arena"`))
		is.Equal(k.ask("POST", poll, "").Body.String(), first.Body.String())
		carryOut(t, w.App)
		is.True(strings.Contains(k.ask("GET", "/venues", "").Body.String(), `"total":1`)) // once
	})
	t.Run("only who asked finds it, where it was asked for", func(t *testing.T) {
		is := is.New(t)
		w, k := start(t)
		uuid := k.uuid("GET", "/venues?async=true", "")
		carryOut(t, w.App)
		is.Equal(k.ask("GET", "/venues?asyncUuid="+uuid, "").Code, http.StatusOK)
		is.Equal(k.ask("GET", "/companies?asyncUuid="+uuid, "").Code, http.StatusNotFound)
		is.Equal(k.ask("POST", "/venues?asyncUuid="+uuid, venue).Code, http.StatusNotFound)
		is.Equal(k.ask("GET", "/venues?asyncUuid=nonsense", "").Code, http.StatusNotFound)
		for _, token := range []string{w.B.OwnerToken, w.A.TokenWith(app.ViewVenues)} {
			is.Equal(asker{t, k.h, token}.ask("GET", "/venues?asyncUuid="+uuid, "").Code, http.StatusNotFound)
		}
	})
	t.Run("what is wrong is said at once, and secrets are not stored", func(t *testing.T) {
		is := is.New(t)
		_, k := start(t)
		is.Equal(k.ask("POST", "/venues?async=true", `{}`).Code, http.StatusUnprocessableEntity)
		is.Equal(k.ask("GET", "/venues?async=perhaps", "").Code, http.StatusUnprocessableEntity)
		is.Equal(k.ask("POST", "/login?async=true", `{"email": "x", "password": "y"}`).Code, http.StatusUnprocessableEntity)
		is.Equal(k.ask("POST", "/venues?async=true", strings.Replace(venue, "{", `{"inside": [{"Password": "secret"}], `, 1)).Code, http.StatusUnprocessableEntity)
		is.Equal(k.ask("GET", "/venues?async=false", "").Code, http.StatusOK)
		is.Equal(k.ask("DELETE", "/customers/token?async=true&customerToken=x", "").Code, http.StatusUnprocessableEntity)
		is.Equal(k.ask("POST", "/customers/single-sign-on?async=true", `{"ssoId": "1"}`).Code, http.StatusUnprocessableEntity)
		is.Equal(k.ask("POST", "/venues?async=true", strings.Replace(venue, "{", `{"p\u0061ssword": "x", `, 1)).Code, http.StatusUnprocessableEntity)
		is.Equal(k.ask("GET", "/report/file?id=12&async=true", "").Code, http.StatusUnprocessableEntity)
		is.Equal(asker{t, k.h, "nobody"}.ask("GET", "/venues?async=true", "").Code, http.StatusUnauthorized)
	})
	t.Run("it is carried out as its caller may by then", func(t *testing.T) {
		is := is.New(t)
		w, k := start(t)
		uuid := k.uuid("GET", "/venues?async=true", "")
		other := asker{t, k.h, w.A.TokenWith(app.ViewVenues)}
		gone := other.uuid("GET", "/venues?async=true", "")
		is.NoErr(company.LogOut(t.Context(), w.App, w.Caller(other.token)))
		carryOut(t, w.App)
		is.Equal(k.ask("GET", "/venues?asyncUuid="+uuid, "").Code, http.StatusOK)
		is.Equal(other.ask("GET", "/venues?asyncUuid="+gone, "").Code, http.StatusUnauthorized)
	})
	t.Run("it is for the rights alone that it was made for", func(t *testing.T) {
		narrowed := map[string]func(*company.RoleFields){
			"an ability less": func(f *company.RoleFields) { f.Abilities = &[]app.Ability{app.ViewVenues} },
			"an ability in a scope": func(f *company.RoleFields) {
				f.Abilities, f.Grants = &[]app.Ability{app.ViewVenues}, &[]app.Grant{{Ability: app.ViewEvents, Own: true}}
			},
			"a group that hides some": nil,
			"a new name":              func(f *company.RoleFields) { f.Title = new("Others") },
		}
		for name, change := range narrowed {
			is := is.New(t)
			w, k := start(t)
			operator := &app.Caller{Super: true, Installation: true, CompanyID: w.A.Company.ID}
			role, err := company.CreateRole(t.Context(), w.App, operator, company.RoleFields{Title: new("Clerks"), Abilities: &[]app.Ability{app.ViewVenues, app.ViewEvents}})
			is.NoErr(err)
			clerk, err := company.CreateUser(t.Context(), w.App, operator, company.NewUser{Name: "Clerk", Email: "clerk@example.com", Roles: []int64{role.ID}})
			is.NoErr(err)
			_, token, err := company.CreateToken(t.Context(), w.App, "clerk@example.com", "test")
			is.NoErr(err)
			k.token = token
			uuid := k.uuid("GET", "/venues?async=true", "")
			carryOut(t, w.App)
			is.Equal(k.ask("GET", "/venues?asyncUuid="+uuid, "").Code, http.StatusOK)
			if change != nil {
				fields := company.RoleFields{}
				change(&fields)
				_, err = company.EditRole(t.Context(), w.App, operator, role.ID, fields)
			} else {
				var group company.VisibilityGroup
				group, err = company.CreateVisibilityGroup(t.Context(), w.App, operator, "Some")
				is.NoErr(err)
				_, err = company.EditUser(t.Context(), w.App, operator, clerk.User.ID, company.UserFields{Groups: app.Maybe[[]int64]{Given: true, Value: &[]int64{group.ID}}})
			}
			is.NoErr(err)
			want := http.StatusNotFound
			if name == "a new name" {
				want = http.StatusOK
			}
			is.Equal(k.ask("GET", "/venues?asyncUuid="+uuid, "").Code, want)
		}
	})
	t.Run("pages may be ten times as long", func(t *testing.T) {
		is := is.New(t)
		w, k := start(t)
		is.NoErr(w.App.UpdateCompany(t.Context(), w.A.Company.ID, func(tx app.Tx) error {
			city, err := catalog.CityOf(tx, catalog.City{Name: "Hamburg", Region: "HH"})
			for i := range 1_010 {
				if err == nil {
					err = indexes.Forge(catalog.Venues).Insert(tx, &catalog.Venue{Name: fmt.Sprint("Arena ", i), City: city.Name, Region: city.Region, CityID: city.ID})
				}
			}
			return err
		}))
		rows := func(body string) int { return strings.Count(body, `"type":"venues"`) }
		is.Equal(rows(k.ask("GET", "/venues?limit=1000", "").Body.String()), 100)
		for _, limit := range []string{"1000", "5000"} { // and no longer
			uuid := k.uuid("GET", "/venues?limit="+limit+"&async=true", "")
			carryOut(t, w.App)
			is.Equal(rows(k.ask("GET", "/venues?asyncUuid="+uuid, "").Body.String()), 1000)
		}
	})
	t.Run("an answer is kept for two hours", func(t *testing.T) {
		is := is.New(t)
		w, k := start(t)
		uuid := k.uuid("GET", "/venues?async=true", "")
		carryOut(t, w.App)
		w.Clock.Jump(async.Kept - time.Minute)
		is.Equal(k.ask("GET", "/venues?asyncUuid="+uuid, "").Code, http.StatusOK)
		w.Clock.Jump(2 * time.Minute)
		is.Equal(k.ask("GET", "/venues?asyncUuid="+uuid, "").Code, http.StatusNotFound)
		is.NoErr(w.App.RunJob(t.Context(), async.ClearJob))
	})
	t.Run("its links lead where it came to", func(t *testing.T) {
		is := is.New(t)
		w, k := start(t)
		overTLS := func(path string) string {
			r := httptest.NewRequest("GET", "https://tickets.example.com/v1"+path, nil)
			r.Header.Set("Authorization", "Bearer "+k.token)
			rec := httptest.NewRecorder()
			k.h.ServeHTTP(rec, r)
			return rec.Body.String()
		}
		_, rest, _ := strings.Cut(overTLS("/venues?async=true"), `"asyncUuid":"`)
		carryOut(t, w.App)
		later := overTLS("/venues?asyncUuid=" + rest[:36])
		is.True(strings.Contains(later, `"https://tickets.example.com/v1/venues`))
		is.True(!strings.Contains(later, `"http://`))
	})
	t.Run("one token has only so many open", func(t *testing.T) {
		is := is.New(t)
		_, k := start(t)
		for range 20 {
			k.uuid("GET", "/venues?async=true", "")
		}
		is.Equal(k.ask("GET", "/venues?async=true", "").Code, http.StatusTooManyRequests)
	})
}

// heldUp is a runner that does not return until it is let go.
type heldUp struct{ began, let chan struct{} }

func (h heldUp) Run(context.Context, int64, int64, async.Request) async.Answer {
	close(h.began)
	<-h.let
	return async.Answer{Status: http.StatusOK, Body: []byte("{}")}
}

func (heldUp) Interrupted() async.Answer { return async.Answer{Status: http.StatusServiceUnavailable} }

func (heldUp) Refused(*app.Error) async.Answer {
	return async.Answer{Status: http.StatusServiceUnavailable}
}

// TestEveryOperationCanBeAskedLater: each is taken, or refused for what it would be refused
// for at once; only what has secrets, or is no JSON, cannot wait. What a read answers later is
// what it answers now.
func TestEveryOperationCanBeAskedLater(t *testing.T) {
	is := is.New(t)
	w, other := apptest.New(t), apptest.New(t)
	reads := asker{t, handlers.New(w.App, handlers.Options{}), w.A.OwnerToken}
	// Changes are made where nobody reads.
	changes := asker{t, handlers.New(other.App, handlers.Options{}), other.A.OwnerToken}
	var never []string
	for _, rt := range handlers.Routes(w.App) {
		name := rt.Method + " " + rt.Path
		if rt.Allow == app.Anyone || name == "POST /logout" {
			continue
		}
		k, there, asked := changes, other, rt.Path+"?"
		if rt.Method == http.MethodGet { // a page is longer later, unless its length is said
			k, there, asked = reads, w, rt.Path+"?limit=7&"
		}
		rec := k.ask(rt.Method, asked+"async=true", "{}")
		var said struct {
			AsyncUUID string
			Errors    map[string][]string
		}
		is.NoErr(json.Unmarshal(rec.Body.Bytes(), &said))
		switch {
		case rec.Code == http.StatusUnprocessableEntity && said.Errors["async"] != nil:
			if !rt.Secret {
				never = append(never, name)
			}
			continue
		case rec.Code == http.StatusUnprocessableEntity && said.Errors != nil:
			continue
		case rec.Code != http.StatusAccepted:
			t.Errorf("%s: %d %s", name, rec.Code, rec.Body)
			continue
		}
		carryOut(t, there.App)
		got := k.ask(rt.Method, asked+"asyncUuid="+said.AsyncUUID, "{}")
		if rt.Method != http.MethodGet {
			if got.Code == http.StatusAccepted || got.Code >= http.StatusInternalServerError {
				t.Errorf("%s: %d %s", name, got.Code, got.Body)
			}
			continue
		}
		if now := k.ask(rt.Method, strings.TrimRight(asked, "&"), ""); got.Code != now.Code || without(got) != without(now) {
			t.Errorf("%s: %d %s\nnot %d %s", name, got.Code, got.Body, now.Code, now.Body)
		}
	}
	slices.Sort(never)
	is.Equal(never, []string{"GET /event-picture", "GET /invoice/pdf", "GET /invoice/xml", "GET /ledger/batch", "GET /order/cover-sheet", "GET /report/file"})
}

// TestAnswersWithSecretsAreNotKept: an operation whose answer has a secret or a token in it
// says so, and cannot be asked later.
func TestAnswersWithSecretsAreNotKept(t *testing.T) {
	is := is.New(t)
	text, err := os.ReadFile(fieldsFile)
	is.NoErr(err)
	tells := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) == 4 && slices.Contains([]string{"secret", "clientSecret", "token", "customerToken"}, words[2]) {
			tells[words[0]+" "+words[1]] = true
		}
	}
	is.True(len(tells) > 5)
	for _, rt := range handlers.Routes(apptest.New(t).App) {
		if name := rt.Method + " " + rt.Path; tells[name] && !rt.Secret && name != "POST /login" { // which is nobody's yet
			t.Errorf("%s tells a secret, and could be asked later", name)
		}
	}
}

// without is an answer but for the moment up to which it reads.
func without(rec *httptest.ResponseRecorder) string {
	return readUpTo.ReplaceAllString(rec.Body.String(), "")
}

var readUpTo = regexp.MustCompile(`"listEndTime":"[^"]*"`)

func TestAsyncSurvivesARestart(t *testing.T) {
	is := is.New(t)
	clock := apptest.NewClock()
	engine := mem.New(mem.Options{Clock: clock.Now})
	t.Cleanup(func() { _ = engine.Close() })
	w := apptest.New(t, apptest.Calm(), apptest.WithClock(clock), apptest.On(engine))
	k := asker{t, handlers.New(w.App, handlers.Options{}), w.A.OwnerToken}
	const venue = `{"name": "Arena", "address": "1 Quay", "city": "Hamburg", "region": "HH"}`

	write := k.uuid("POST", "/venues?async=true", venue)
	held := heldUp{make(chan struct{}), make(chan struct{})}
	async.Use(w.App, held)
	for _, j := range areas.Definition().Jobs {
		if j.Name == queue.SendJob {
			is.NoErr(j.Run(t.Context(), &app.Work{App: w.App}))
		}
	}
	<-held.began // the write runs, and then this process is no more
	read := k.uuid("GET", "/venues?async=true", "")

	next := app.New(engine, areas.Definition(), app.Options{Clock: clock.Now})
	again := asker{t, handlers.New(next, handlers.Options{}), k.token}
	carryOut(t, next)
	is.Equal(again.ask("GET", "/venues?asyncUuid="+read, "").Code, http.StatusOK)
	is.Equal(again.ask("POST", "/venues?asyncUuid="+write, "").Code, http.StatusServiceUnavailable) // nobody knows
	close(held.let)
	defer func() { // what the first process knows comes too late
		is.Equal(again.ask("POST", "/venues?asyncUuid="+write, "").Code, http.StatusServiceUnavailable)
	}()
	for _, j := range areas.Definition().Jobs {
		if j.Name == queue.SendJob {
			j.Drain(t.Context(), w.App)
		}
	}
}

func TestRateLimit(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	k := asker{t, handlers.New(w.App, handlers.Options{}), w.A.OwnerToken}
	free := k.ask("GET", "/venues", "")
	is.Equal(free.Header().Get("X-Remaining-Requests"), "2147483647")
	is.Equal(free.Header().Get("X-Available-In-Seconds"), "60")
	is.Equal(k.ask("POST", "/company/settings", `{"apiRateLimit": -1}`).Code, http.StatusUnprocessableEntity)
	is.Equal(k.ask("POST", "/company/settings", `{"apiRateLimit": 3}`).Code, http.StatusOK)
	is.Equal(k.ask("GET", "/venues", "").Header().Get("X-Remaining-Requests"), "2")
	uuid := k.uuid("GET", "/venues?async=true", "")
	is.Equal(asker{t, k.h, w.A.TokenWith(app.ViewVenues)}.ask("GET", "/venues", "").Header().Get("X-Remaining-Requests"), "0") // of the company
	over := k.ask("GET", "/venues", "")
	is.Equal(over.Code, http.StatusTooManyRequests)
	is.Equal(over.Header().Get("X-Remaining-Requests"), "0")
	is.Equal(over.Header().Get("Retry-After"), "20")
	poll := k.ask("GET", "/venues?asyncUuid="+uuid, "")
	is.Equal(poll.Code, http.StatusAccepted) // asking again is not counted
	is.Equal(poll.Header().Get("X-Remaining-Requests"), "0")
	is.Equal(asker{t, k.h, w.B.OwnerToken}.ask("GET", "/venues", "").Code, http.StatusOK)
	carryOut(t, w.App)
	is.Equal(k.ask("GET", "/venues?asyncUuid="+uuid, "").Code, http.StatusOK) // it was counted when it was taken
}

// TestRefusalsCountAsRequests: what is refused once it is known who asks counts, and says how
// many requests are left; whom nobody knows has no limit of theirs.
func TestRefusalsCountAsRequests(t *testing.T) {
	w := apptest.New(t)
	h := handlers.New(w.App, handlers.Options{})
	is.New(t).Equal(asker{t, h, w.A.OwnerToken}.ask("POST", "/company/settings", `{"apiRateLimit": 1000}`).Code, http.StatusOK)
	seller := asker{t, h, w.A.TokenWith(app.Sell)}
	left := 1000
	for _, c := range []struct {
		name         string
		k            asker
		method, path string
		status       int
		counts       bool
	}{
		{"forbidden", seller, "GET", "/webhooks", http.StatusForbidden, true},
		{"unclear whether to wait", seller, "GET", "/currencies?async=perhaps", http.StatusUnprocessableEntity, true},
		{"unclear", seller, "GET", "/currencies?limit=x", http.StatusUnprocessableEntity, true},
		{"an unknown answer", seller, "GET", "/currencies?asyncUuid=x", http.StatusNotFound, false},
		{"unknown token", asker{t, h, "mq_x"}, "GET", "/venues", http.StatusUnauthorized, false},
		{"no such path", seller, "GET", "/nothing", http.StatusNotFound, false},
		{"no such method", seller, "PATCH", "/venues", http.StatusMethodNotAllowed, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			rec := c.k.ask(c.method, c.path, "")
			is.Equal(rec.Code, c.status)
			if c.counts {
				left--
			}
			said, err := strconv.Atoi(rec.Header().Get("X-Remaining-Requests"))
			is.NoErr(err)
			is.True(!c.counts || said == left || said == left+1) // some are earned meanwhile
			is.Equal(rec.Header().Get("X-Available-In-Seconds"), "60")
		})
	}
}
