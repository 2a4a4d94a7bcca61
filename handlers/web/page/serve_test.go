package page

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/locale"
	"marquee/app/payment"
)

// more is more requests than there are places, of all companies together.
func more() int { return 2*maxRunning*runtime.GOMAXPROCS(0) + 1 }

// deaf is a client that reads nothing until it is told to; hears is told when it should read.
type deaf struct {
	*httptest.ResponseRecorder
	hears  *sync.WaitGroup
	listen <-chan struct{}
}

func (d deaf) Write(b []byte) (int, error) {
	d.hears.Done()
	<-d.listen
	return len(b), nil
}

// TestWhoReadsSlowlyHoldsNoPlace: of however many clients reads none, the next one is answered.
func TestWhoReadsSlowlyHoldsNoPlace(t *testing.T) {
	is := is.New(t)
	s, text := newSite(t, ""), strings.Repeat("x", 30_000)
	h := s.Handler(Kind{}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.Send(w, r, http.StatusOK, []byte(text)) }))
	var slow, hears sync.WaitGroup
	listen := make(chan struct{})
	hears.Add(more())
	for range more() {
		slow.Go(func() {
			h.ServeHTTP(deaf{httptest.NewRecorder(), &hears, listen}, httptest.NewRequest("GET", "/", nil))
		})
	}
	hears.Wait() // all of them have an answer that they do not take
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, httptest.NewRequest("GET", "/", nil))
	is.Equal([]any{rec.Code, rec.Body.String()}, []any{http.StatusOK, text})
	close(listen)
	slow.Wait()
}

// TestWhoWaitsForABankHoldsNoPlace: pages ask every gateway by one way, and give their place back
// there.
func TestWhoWaitsForABankHoldsNoPlace(t *testing.T) {
	is := is.New(t)
	asked, answer := make(chan struct{}), make(chan struct{})
	w := apptest.New(t, apptest.Calm(), apptest.Effects(payment.Served("slow", nil, nil, func(context.Context, *app.App, int64) (payment.Gateway, error) {
		asked <- struct{}{}
		<-answer
		return nil, errors.New("it gave no answer")
	})))
	s := NewSite(w.App, nil, "")
	h := s.Handler(Kind{}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/pay" {
			_, err := payment.GatewayOf(r.Context(), s.App, 1, "slow")
			is.True(err != nil)
		}
		_, _ = io.WriteString(w, "page")
	}))
	var buyers sync.WaitGroup
	for range more() {
		buyers.Go(func() { h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/pay", nil)) })
		<-asked
	}
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, httptest.NewRequest("GET", "/", nil))
	is.Equal(rec.Body.String(), "page")
	close(answer)
	buyers.Wait()
}

// crowded is pages of which those of a company take all its places, and more wait.
func crowded(t *testing.T, k Kind) (h http.Handler, end func()) {
	s, begun, stop := newSite(t, ""), make(chan struct{}), make(chan struct{})
	h = s.Handler(k, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/crowd" {
			begun <- struct{}{}
			<-stop
		}
		_, _ = io.WriteString(w, "page")
	}))
	var crowd sync.WaitGroup
	for range more() {
		crowd.Go(func() { h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/crowd", nil)) })
	}
	for range maxReading * runtime.GOMAXPROCS(0) {
		<-begun
	}
	return h, func() {
		close(stop)
		done := make(chan struct{})
		go func() { crowd.Wait(); close(done) }()
		for {
			select {
			case <-begun:
			case <-done:
				return
			}
		}
	}
}

// TestNoCompanyWaitsBehindAnother: one has all the places that it may have, and more requests
// wait. Another's is answered.
func TestNoCompanyWaitsBehindAnother(t *testing.T) {
	is := is.New(t)
	h, end := crowded(t, Kind{Company: func(r *http.Request) string { return strings.TrimPrefix(r.URL.Path, "/") }})
	defer end()
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, httptest.NewRequest("GET", "/another", nil))
	is.Equal(rec.Body.String(), "page")
}

// TestTooMuchIsAskedFor: who waits too long hears when to come again.
func TestTooMuchIsAskedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		h, end := crowded(t, Kind{Company: func(*http.Request) string { return "one" }})
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, httptest.NewRequest("GET", "/", nil))
		is.Equal(rec.Code, http.StatusTooManyRequests)
		is.Equal(rec.Header().Get("Retry-After"), "1")
		is.True(strings.Contains(rec.Body.String(), "One moment, please"))
		end()
	})
}

// unread is a body that must not be read.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("it was read")
	return 0, io.EOF
}

// TestWhoMaySendMuch: whoever has something here. Of others no more is read than what takes
// nothing of the memory for bodies, and nothing where they say that it is more.
func TestWhoMaySendMuch(t *testing.T) {
	small, large := url.Values{"name": {strings.Repeat("x", 16_000)}}, url.Values{"name": {strings.Repeat("x", 100_000)}}
	for _, c := range []struct {
		must   string
		known  bool
		form   url.Values
		silent bool // about its length
		status int
	}{
		{"a stranger sends a small form", false, small, false, http.StatusOK},
		{"and one that does not say how long it is", false, small, true, http.StatusOK},
		{"but no large one", false, large, false, http.StatusRequestEntityTooLarge},
		{"nor one that does not say so", false, large, true, http.StatusRequestEntityTooLarge},
		{"who is known sends a large one", true, large, false, http.StatusOK},
		{"whether it says so or not", true, large, true, http.StatusOK},
		{"but not any", true, url.Values{"name": {strings.Repeat("x", maxForm)}}, false, http.StatusRequestEntityTooLarge},
	} {
		t.Run(c.must, func(t *testing.T) {
			is, got := is.New(t), 0
			s := newSite(t, "")
			h := s.Handler(Kind{Known: func(*http.Request) bool { return c.known }}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				values, err := Form(w, r)
				is.NoErr(err)
				got = len(values.Get("name"))
			}))
			r := form("/", c.form)
			if c.silent {
				r.ContentLength = -1
			} else if c.status != http.StatusOK {
				r.Body = io.NopCloser(unread{t})
			}
			rec := httptest.NewRecorder()
			h.ServeHTTP(rec, r)
			is.Equal(rec.Code, c.status)
			if c.status == http.StatusOK {
				is.Equal(got, len(c.form.Get("name")))
			}
		})
	}
}

// TestLargeFormsOfStrangersAreRefusedWithOnePage: in each language it is drawn and packed once,
// so that it says nothing of the request.
func TestLargeFormsOfStrangersAreRefusedWithOnePage(t *testing.T) {
	is := is.New(t)
	s := newSite(t, "")
	h := s.Handler(Kind{}, http.NotFoundHandler())
	ask := func(lang, path string) *httptest.ResponseRecorder {
		r := form(path, url.Values{"name": {strings.Repeat("x", 100_000)}})
		r.Header.Set("Accept-Language", lang)
		r.Header.Set("Referer", "https://example.com"+path)
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		is.Equal(rec.Code, http.StatusRequestEntityTooLarge)
		return rec
	}
	first := ask("de", "/shop/a/basket").Body.String()
	is.True(strings.Contains(first, "lang=\"de\"") && !strings.Contains(first, "/shop/a/basket"))
	is.Equal(ask("de", "/shop/b/basket").Body.String(), first)
	kept, _ := s.large.Load(locale.German)
	is.True(strings.Contains(ask("fr", "/").Body.String(), "lang=\"fr\""))
	again, _ := s.large.Load(locale.German)
	is.True(kept != nil && kept == again)
}

// TestFormsAreReadOutOfTheMemoryForBodies, which they give back: as many large ones as fit are
// read, and the next one is told to come again.
func TestFormsAreReadOutOfTheMemoryForBodies(t *testing.T) {
	is := is.New(t)
	s, begun, stop := newSite(t, ""), make(chan struct{}), make(chan struct{})
	h := s.Handler(Kind{Known: func(*http.Request) bool { return true }, Company: func(r *http.Request) string { return r.URL.Path }},
		http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			app.Outside(r.Context()) // it holds no place
			begun <- struct{}{}
			<-stop
		}))
	body := bytes.Repeat([]byte("x"), maxForm)
	send := func() int {
		r := form("/", nil)
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), maxForm
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		return rec.Code
	}
	var all sync.WaitGroup
	answers := make(chan int, 100)
	refused := 0
	for range 100 {
		all.Go(func() { answers <- send() })
		select {
		case <-begun:
		case status := <-answers:
			is.Equal(status, http.StatusTooManyRequests)
			refused++
		}
	}
	is.True(refused > 45 && refused < 60) // of the 50 MB of one caller fit 24
	close(stop)
	all.Wait()
	go func() { <-begun }()
	is.Equal(send(), http.StatusOK) // all of it was given back
}
