package rest

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/list"
)

type demoIn struct {
	Page
	WithTrashed Trashed `query:"withTrashed"`
	Include     Include `query:"include" enum:"companies,companies.users"`
	Query       string  `query:"query" maxlen:"10"`
}

type demoJSON struct {
	Name      string    `json:"name"`
	City      *string   `json:"city"`
	CreatedAt time.Time `json:"createdAt"`
	Extra     []string  `json:"extra" rest:"include:companies"`
}

type demoWriteIn struct {
	Name   string           `json:"name" required:"true" maxlen:"20"`
	Age    *int64           `json:"age" min:"1" max:"100"`
	Note   Opt[string]      `json:"note"`
	From   *Time            `json:"from"`
	IDs    []ID             `json:"ids" maxitems:"3"`
	Force  Flag             `json:"force"`
	Limits map[string]int64 `json:"limits"`
	Prices []struct {
		ID     ID      `json:"id" required:"true"`
		Amount int64   `json:"amount" min:"0"`
		Share  float64 `json:"share"`
	} `json:"prices"`
}

type demoPlain struct {
	_    Of          `rest:"demos"`
	ID   int64       `json:"id"`
	Name string      `json:"name"`
	Note Opt[string] `json:"note"`
}

func demoAPI(t *testing.T) *API {
	t.Helper()
	auth := func(_ context.Context, cr Credentials) (*app.Caller, error) {
		if cr.Token != "good" {
			return nil, unauthenticated()
		}
		return &app.Caller{UserID: 7, CompanyID: 1, Abilities: map[app.Ability]bool{app.ViewVenues: true}}, nil
	}
	demos := HandleList(Spec{Method: "GET", Path: "/demos", Summary: "List demos", Tag: "Demo", Allow: app.ViewVenues, Fields: true, Limit: 100},
		func(_ context.Context, _ *app.Caller, in demoIn) (Many[demoJSON], list.Info, error) {
			l := list.Held(make([]int, 250), list.Request{}).Info
			out := List[demoJSON](in.Page, l)
			r := Resource[demoJSON]{Type: "demos", ID: 3, Attributes: demoJSON{Name: "a", CreatedAt: time.Unix(0, 0)}}
			if in.Include.Has("companies") {
				r.Relate("companies", Ref{"companies", 9})
				out.Included.Add("companies", 9, demoPlain{ID: 9})
				out.Included.Add("companies", 9, demoPlain{ID: 9})
			}
			out.Data = append(out.Data, r)
			return out, l, nil
		})
	write := Handle(Spec{Method: "POST", Path: "/demos", Also: []string{"DELETE /demos"}, Summary: "Write", Tag: "Demo", Allow: app.ViewVenues, Status: 201, Fields: true},
		func(_ context.Context, _ *app.Caller, in demoWriteIn) (demoPlain, error) {
			if in.Name == "panic" {
				panic("secret")
			}
			return demoPlain{ID: 5, Name: in.Name, Note: in.Note}, nil
		})
	denied := Handle(Spec{Method: "GET", Path: "/denied", Summary: "Denied", Tag: "Demo", Allow: app.Refund},
		func(context.Context, *app.Caller, struct{}) (struct{}, error) { return struct{}{}, nil })
	return New(Options{Resources: []string{"demos", "companies", "x", "a"}, Authenticate: auth}, []Route{demos, write, denied})
}

func call(api http.Handler, method, target, body string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	r.Header.Set("Authorization", "bearer good")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	api.ServeHTTP(w, r)
	return w
}

// TestWhoIsRefusedBeforehandIsToldOfAlone: a caller that comes with a refusal is served nothing,
// and is no request of the company; what is no 403 is nothing to tell.
func TestWhoIsRefusedBeforehandIsToldOfAlone(t *testing.T) {
	for name, c := range map[string]struct {
		why    error
		status int
		told   int
	}{
		"refused":       {forbidden(), 403, 1},
		"not a caller":  {unauthenticated(), 401, 0},
		"a fault of us": {errors.New("no store"), 500, 0},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			var told []app.Via
			served := 0
			route := Handle(Spec{Method: "GET", Path: "/demos", Summary: "Demo", Tag: "Demo", Allow: app.Authenticated},
				func(context.Context, *app.Caller, struct{}) (struct{}, error) { served++; return struct{}{}, nil })
			api := New(Options{
				Authenticate: func(context.Context, Credentials) (*app.Caller, error) {
					return &app.Caller{UserID: 7, CompanyID: 1, Super: true, RateLimit: 1}, c.why
				},
				Denied: func(c *app.Caller) { told = append(told, c.Via) },
			}, []Route{route})
			w := call(api, "GET", "/v1/demos", "")
			is.Equal(w.Code, c.status)
			is.Equal(w.Header().Get(remainingHeader), unlimited[0])
			is.Equal(served, 0)
			is.Equal(len(told), c.told)
			for _, via := range told {
				is.Equal(via, app.Via{Through: app.ThroughAPI, Operation: "GET /demos", Address: "192.0.2.1"})
			}
		})
	}
}

func TestRequests(t *testing.T) {
	api := demoAPI(t)
	for _, c := range []struct {
		name, method, target, body string
		status                     int
		want                       string
	}{
		{"a list has its envelope", "GET", "/v1/demos?limit=10&offset=20&x=1", "", 200,
			`{"data":[{"type":"demos","id":3,"attributes":{"name":"a","city":null,"createdAt":"1970-01-01T00:00:00.000000Z"}}],"included":[],"links":{"first":"http://example.com/v1/demos?limit=10&offset=0&x=1","last":"http://example.com/v1/demos?limit=10&offset=240&x=1","prev":"http://example.com/v1/demos?limit=10&offset=10&x=1","next":"http://example.com/v1/demos?limit=10&offset=30&x=1","self":"http://example.com/v1/demos?limit=10&offset=20&x=1"},"meta":{"total":250}}`},
		{"an include adds what was asked", "GET", "/v1/demos?include[]=companies.users&only=demos.name,companies.id", "", 200,
			`"attributes":{"name":"a"},"relationships":{"companies":{"data":{"type":"companies","id":9}}}}],"included":[{"type":"companies","id":9,"attributes":{"id":9}}]`},
		{"an unknown include is refused", "GET", "/v1/demos?include=companies,nope", "", 422, `"errors":{"include.1":["must be one of: companies, companies.users"]}`},
		{"a limit below one is refused", "GET", "/v1/demos?limit=-1", "", 422, `{"limit":["must be at least 1"]}`},
		{"the same resource in both is refused", "GET", "/v1/demos?only=a.b&except=a.c", "", 422, `"except"`},
		{"all problems are named at once", "POST", "/v1/demos", `{"age":0,"from":"2026-02-30 00:00:00","ids":[1,"2",-1.5],"prices":[{"amount":9223372036854775808}]}`, 422,
			`"errors":{"name":["is required"],"age":["must be at least 1"],"from":["must be a time such as 2026-07-01 18:00:00"],"ids.2":["must be an integer"],"prices.0.id":["is required"],"prices.0.amount":["must be an integer"]}`},
		{"the last of two keys wins", "POST", "/v1/demos", `{"name":1,"name":"b","force":"1","zzz":{}}`, 201, `{"id":5,"name":"b"}`},
		{"null is told from absent", "POST", "/v1/demos", `{"name":"b","note":null}`, 201, `{"id":5,"name":"b","note":null}`},
		{"sparse fields work on plain objects", "POST", "/v1/demos?except=demos.name", `{"name":"b"}`, 201, `{"id":5}`},
		{"a delete reads the query", "DELETE", "/v1/demos?name=q&ids[]=1", ``, 201, `{"id":5,"name":"q"}`},
		{"broken JSON is malformed", "POST", "/v1/demos", `{"name":`, 400, `{"message":"The request body is not valid JSON."}`},
		{"deep JSON is malformed", "POST", "/v1/demos", strings.Repeat("[", 33), 400, `nested deeper`},
		{"a large body is too large", "POST", "/v1/demos", `{"name":"` + strings.Repeat("x", 1<<20), 413, `larger`},
		{"half a surrogate pair is refused", "POST", "/v1/demos", `{"name":"\ud800"}`, 422, `{"name":["contains`},
		{"a whole pair is read", "POST", "/v1/demos", `{"name":"\ud83d\ude00"}`, 201, `"😀"`},
		{"NUL is refused", "POST", "/v1/demos", `{"name":"a\u0000"}`, 422, `{"name":["contains`},
		{"a panic tells nothing", "POST", "/v1/demos", `{"name":"panic"}`, 500, `{"message":"Something went wrong on our side. Please quote `},
		{"no ability is forbidden", "GET", "/v1/denied", ``, 403, `{"message":"This action is unauthorized."}`},
		{"an unknown path is not found", "GET", "/v1/demos/", ``, 404, `{"message":"There is nothing at this address."}`},
		{"a wrong method is told", "PUT", "/v1/demos", ``, 405, `{"message":"This method is not allowed here."}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			w := call(api, c.method, c.target, c.body)
			is.Equal(w.Code, c.status)
			if !strings.Contains(w.Body.String(), c.want) {
				t.Errorf("got  %s\nwant %s", w.Body, c.want)
			}
			is.True(!strings.Contains(w.Body.String(), "secret"))
			is.Equal(w.Header().Get("Content-Language"), "en")
			is.True(w.Header().Get("X-Runtime") != "")
		})
	}
}

func TestWhoCalls(t *testing.T) {
	api := demoAPI(t)
	for _, c := range []struct {
		name, header, value string
		status              int
	}{
		{"no token", "Authorization", "", 401},
		{"another scheme", "Authorization", "Basic good", 401},
		{"an unknown token", "Authorization", "Bearer bad", 401},
		{"any spelling of the scheme", "Authorization", "BEARER good", 200},
		{"a company that is no number", companyHeader, "1,2", 403},
		{"a negative company", companyHeader, "-1", 403},
		{"a huge company", companyHeader, "9223372036854775808", 403},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			is.Equal(call(api, "GET", "/v1/demos?token=good&access_token=good", "", c.header, c.value).Code, c.status)
		})
	}
	t.Run("German is spoken", func(t *testing.T) {
		is := is.New(t)
		w := call(api, "GET", "/v1/demos", "", "Accept-Language", "de-AT,en;q=0.5", "Authorization", "")
		is.Equal(w.Body.String(), `{"message":"Nicht angemeldet."}`)
		is.Equal(w.Header().Get("Content-Language"), "de")
	})
}

// TestListsAreDeclared: a route that takes pages is declared by HandleList, and answers
// with what package list put together.
func TestListsAreDeclared(t *testing.T) {
	is := is.New(t)
	spec := Spec{Method: "GET", Path: "/pages", Summary: "Pages", Tag: "Demo", Allow: app.Anyone, Limit: 10}
	is.True(panics(func() {
		Handle(spec, func(context.Context, *app.Caller, placedIn) (struct{}, error) { return struct{}{}, nil })
	})) // it takes pages
	is.True(panics(func() {
		Handle(spec, func(context.Context, *app.Caller, struct{}) (Many[demoJSON], error) { return Many[demoJSON]{}, nil })
	})) // it gives links to them
	l := list.Empty()
	api := New(Options{}, []Route{HandleList(spec, func(_ context.Context, _ *app.Caller, in placedIn) (Many[demoJSON], list.Info, error) {
		return List[demoJSON](in.Page, l), l, nil
	})})
	is.Equal(call(api, "GET", "/v1/pages", "").Code, 200)
	l = list.Info{Total: 3}
	is.Equal(call(api, "GET", "/v1/pages", "").Code, 500) // made by hand
	l = list.Empty()
	l.Cursor = "abc"
	is.Equal(call(api, "GET", "/v1/pages", "").Code, 500) // it takes no cursor
}

func panics(fn func()) (p bool) {
	defer func() { p = recover() != nil }()
	fn()
	return false
}

// TestLinksOfALowerBound: of a list that was not counted to its end nobody knows the
// last page; the next is behind the cursor where an offset would not reach.
func TestLinksOfALowerBound(t *testing.T) {
	is := is.New(t)
	link := func(l list.Info, target string) Links {
		var out Links
		spec := Spec{Method: "GET", Path: "/pages", Summary: "Pages", Tag: "Demo", Allow: app.Anyone, Limit: 10}
		api := New(Options{}, []Route{HandleList(spec, func(_ context.Context, _ *app.Caller, in placedIn) (Many[demoJSON], list.Info, error) {
			out = in.Links(l)
			return Many[demoJSON]{}, list.Empty(), nil
		})})
		is.Equal(call(api, "GET", target, "").Code, 200)
		return out
	}
	text := func(s *string) string {
		if s == nil {
			return ""
		}
		return strings.TrimPrefix(*s, "http://example.com")
	}
	l := link(list.Info{Total: 20, TotalIsLowerBound: true, HasMore: true, Cursor: "abc"}, "/v1/pages?offset=10&x=1")
	is.Equal(text(l.Last), "")
	is.Equal(text(l.Prev), "/v1/pages?limit=10&offset=0&x=1")
	is.Equal(text(l.Next), "/v1/pages?cursor=abc&x=1")
	l = link(list.Info{Total: 200, TotalIsLowerBound: true, HasMore: true, Cursor: "abc"}, "/v1/pages")
	is.Equal(text(l.Next), "/v1/pages?limit=10&offset=10")
	l = link(list.Info{Total: 20, HasMore: true, Feed: true, Cursor: "abc"}, "/v1/pages?lastUpdated=2026-01-01%2000:00:00&limit=3")
	is.Equal(text(l.Next), "/v1/pages?cursor=abc&limit=3")
	is.Equal(text(l.Last), "/v1/pages?lastUpdated=2026-01-01+00%3A00%3A00&limit=3&offset=18")
	l = link(list.Info{Total: 20, HasMore: true, Resumed: true, Cursor: "abc"}, "/v1/pages?cursor=abb")
	is.Equal(text(l.First)+text(l.Prev)+text(l.Last), "")
	is.Equal(text(l.Next), "/v1/pages?cursor=abc")
	l = link(list.Info{Total: 20, Resumed: true, Feed: true, Cursor: "abc"}, "/v1/pages?cursor=abb")
	is.Equal(text(l.Next), "")
}
