package page

import (
	"bytes"
	"compress/gzip"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/matryer/is"

	"marquee/app/apptest"
	"marquee/app/locale"
)

func newSite(t *testing.T, baseURL string) *Site {
	return NewSite(apptest.New(t, apptest.Calm()).App, nil, baseURL)
}

// form is a form as a browser sends it from a page of the same origin.
func form(to string, values url.Values) *http.Request {
	r := httptest.NewRequest("POST", to, strings.NewReader(values.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	return r
}

// TestOnlyOwnFormsChangeAnything: what another site sends, in whatever guise, is refused.
func TestOnlyOwnFormsChangeAnything(t *testing.T) {
	for _, c := range []struct {
		must, method, site, origin string
		passes                     bool
	}{
		{"passes from the page itself", "POST", "same-origin", "", true},
		{"passes from the same origin without fetch metadata", "POST", "", "http://example.com", true},
		{"is refused from another site", "POST", "cross-site", "", false},
		{"is refused from a neighbour", "POST", "same-site", "", false},
		{"is refused from another origin", "POST", "", "https://evil.example", false},
		{"is refused from a sandbox", "POST", "", "null", false},
		{"is refused without any word of its origin", "POST", "", "", false},
		{"is refused as DELETE too", "DELETE", "cross-site", "", false},
		{"passes as a link from elsewhere", "GET", "cross-site", "", true},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			reached := false
			h := newSite(t, "").Handler(Kind{}, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
			r := httptest.NewRequest(c.method, "/x", nil)
			for name, value := range map[string]string{"Sec-Fetch-Site": c.site, "Origin": c.origin} {
				if value != "" {
					r.Header.Set(name, value)
				}
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			is.Equal(reached, c.passes)
			if !c.passes {
				is.Equal(w.Code, http.StatusForbidden)
				is.True(strings.Contains(w.Body.String(), "did not come from our page"))
			}
		})
	}
}

func TestPagesAreProtected(t *testing.T) {
	is := is.New(t)
	s := newSite(t, "https://tickets.example")
	w := httptest.NewRecorder()
	s.Handler(Kind{}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.Refuse(w, r, nil)
	})).ServeHTTP(w, httptest.NewRequest("GET", "/x", nil))
	h := w.Header()
	policy := h.Get("Content-Security-Policy")
	is.True(strings.Contains(policy, "default-src 'none'"))
	is.True(strings.Contains(policy, "script-src 'self';"))
	is.True(strings.Contains(policy, "frame-ancestors 'none'"))
	is.True(!strings.Contains(policy, "unsafe"))
	is.True(!strings.Contains(policy, "http"))
	is.Equal(h.Get("X-Content-Type-Options"), "nosniff")
	is.Equal(h.Get("Referrer-Policy"), "same-origin")
	is.Equal(h.Get("Cache-Control"), "private, no-store")
	is.True(h.Get("Strict-Transport-Security") != "")
	// The style that stands in the page is the one that the policy names.
	body := w.Body.String()
	_, style, _ := strings.Cut(body, "<style>")
	style, _, _ = strings.Cut(style, "</style>")
	is.True(strings.Contains(policy, "'"+hashOf(style)+"'"))
	is.True(!strings.Contains(body, " style="))
	is.True(!strings.Contains(body, " on")) // no handler of an event
}

// TestAPanicIsAPage: nobody sees what went wrong inside, but for a number. The log says which
// page it was, and not at what address, which may be a secret.
func TestAPanicIsAPage(t *testing.T) {
	is := is.New(t)
	s := newSite(t, "")
	var log bytes.Buffer
	s.Log = slog.New(slog.NewTextHandler(&log, nil))
	w, m := httptest.NewRecorder(), http.NewServeMux()
	m.HandleFunc("GET /x/{key}", func(http.ResponseWriter, *http.Request) { panic("secret") })
	s.Handler(Kind{}, m).ServeHTTP(w, httptest.NewRequest("GET", "/x/k31", nil))
	is.True(strings.Contains(log.String(), `page="GET /x/{key}"`))
	is.True(!strings.Contains(log.String(), "k31"))
	is.Equal(w.Code, http.StatusInternalServerError)
	is.True(!strings.Contains(w.Body.String(), "secret"))
	is.True(strings.Contains(w.Body.String(), "Please quote"))
}

func TestCookies(t *testing.T) {
	for _, c := range []struct{ base, want string }{
		{"https://tickets.example", "__Host-language=de; Path=/; Max-Age=15552000; HttpOnly; Secure; SameSite=Lax"},
		{"", "language=de; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax"}, // plain, on loopback
	} {
		is := is.New(t)
		s := newSite(t, c.base)
		w := httptest.NewRecorder()
		s.ChooseLanguage(w, form("/language", url.Values{"language": {"de"}, "to": {"/shop/x?q=1"}}))
		is.Equal(w.Code, http.StatusSeeOther)
		is.Equal(w.Header().Get("Location"), "/shop/x?q=1")
		is.Equal(w.Header().Get("Set-Cookie"), c.want)
		r := httptest.NewRequest("GET", "/", nil)
		r.AddCookie(w.Result().Cookies()[0])
		l, chosen := s.language(r)
		is.Equal(l, locale.German)
		is.True(chosen)
	}
}

// TestFormsLeadNowhereElse: an address that a form brings along leads to this origin only.
func TestFormsLeadNowhereElse(t *testing.T) {
	is := is.New(t)
	for _, to := range []string{"//evil.example", "https://evil.example", "/\\evil.example", "\\/evil.example", "/\t/evil.example", "javascript:alert(1)",
		"", "evil", "///evil.example", "/%2f/../\nx", "http:/evil.example", "http:evil.example", " //evil.example"} {
		is.True(!Local(to))
		w := httptest.NewRecorder()
		GoOn(w, form("/language", nil), to)
		is.Equal(w.Header().Get("Location"), "/")
	}
	is.True(Local("/shop/lake?q=https://evil.example#x"))
}

func TestLanguages(t *testing.T) {
	is := is.New(t)
	s := newSite(t, "")
	for accept, want := range map[string]locale.Language{
		"": locale.English, "de-AT,en;q=0.5": locale.German, "fr": locale.French, "ja": locale.English, strings.Repeat("de,", 200): locale.English,
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Accept-Language", accept)
		l, _ := s.language(r)
		is.Equal(l, want)
	}
}

func TestAssetsAreKeptForGood(t *testing.T) {
	is := is.New(t)
	text := strings.Repeat("body{color:red}", 100)
	a := NewAssets(fstest.MapFS{"x.css": {Data: []byte(text)}, "x.go": {Data: []byte("package x")}})
	_, err := a.Path("x.go")
	is.True(err != nil) // no source
	path, err := a.Path("x.css")
	is.NoErr(err)
	r := httptest.NewRequest("GET", path, nil)
	r.Header.Set("Accept-Encoding", "br, gzip")
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	is.Equal(w.Code, 200)
	is.Equal(w.Header().Get("Cache-Control"), "public, max-age=31536000, immutable")
	is.Equal(w.Header().Get("Content-Type"), "text/css; charset=utf-8")
	is.Equal(w.Header().Get("Content-Encoding"), "gzip")
	plain, err := gzip.NewReader(w.Body)
	is.NoErr(err)
	got, err := io.ReadAll(plain)
	is.NoErr(err)
	is.Equal(string(got), text)
	w = httptest.NewRecorder()
	a.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
	is.Equal(w.Body.String(), text) // as it is for whoever does not unpack
	w = httptest.NewRecorder()
	a.ServeHTTP(w, httptest.NewRequest("GET", AssetsPath+"/x.css", nil))
	is.Equal(w.Code, 404)
}

// TestEveryIconCanBeDrawn and every page of errors has all its words.
func TestEveryIconCanBeDrawn(t *testing.T) {
	is := is.New(t)
	for name := range icons {
		_, err := icon(name)
		is.NoErr(err)
	}
	_, err := icon("nothing")
	is.True(err != nil)
}

// TestWhoSendsSlowlyHoldsUpNobody: as many forms as pages run at a time, of which the end
// never comes.
func TestWhoSendsSlowlyHoldsUpNobody(t *testing.T) {
	is := is.New(t)
	s := newSite(t, "")
	h := s.Handler(Kind{}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := Form(w, r); err == nil {
			_, _ = io.WriteString(w, r.PostForm.Get("name"))
		}
	}))
	var slow sync.WaitGroup
	for range maxRunning*runtime.GOMAXPROCS(0) + 1 {
		body, rest := io.Pipe()
		defer func() { _ = rest.Close() }()
		r := httptest.NewRequest("POST", "/", body)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Sec-Fetch-Site", "same-origin")
		slow.Go(func() { h.ServeHTTP(httptest.NewRecorder(), r) })
		_, err := io.WriteString(rest, "name=") // it is being read
		is.NoErr(err)
	}
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, form("/", url.Values{"name": {"quick"}}))
	is.Equal(rec.Body.String(), "quick")
}
