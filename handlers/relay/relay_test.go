package relay

import (
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"
)

// node is one that a test tells what it is.
type node struct {
	mu      sync.Mutex
	leads   bool
	leader  string
	last    time.Time
	age     time.Duration
	full    bool
	changed chan struct{}
}

func (n *node) Name() string { return "test" }

func (n *node) Leads() (bool, <-chan struct{}) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.leads, n.changed
}

func (n *node) Elsewhere() (string, <-chan struct{}) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.leader, n.changed
}

func (n *node) Last() time.Time {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.last
}

func (n *node) Age() time.Duration { return n.age }
func (n *node) Full() bool         { return n.full }

// become changes what the node is.
func (n *node) become(leads bool, leader string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	close(n.changed)
	n.leads, n.leader, n.changed = leads, leader, make(chan struct{})
}

var moment = time.Date(2026, 7, 4, 12, 0, 0, 0, time.UTC)

func newNode(leads bool, leader string) *node {
	return &node{leads: leads, leader: leader, last: moment, changed: make(chan struct{})}
}

func peers(t *testing.T, key byte) *Peers {
	t.Helper()
	p, err := NewPeers(bytes.Repeat([]byte{key}, 32))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.transport.CloseIdleConnections)
	return p
}

// serve has a node answer other nodes, and gives its address.
func serve(t *testing.T, p *Peers, r *Relay) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := p.Server(r, Own{
		Copy: func(_ context.Context, w io.Writer) error { _, err := io.WriteString(w, "the store"); return err },
		Command: func(_ context.Context, in io.Reader, out io.Writer) {
			b, err := io.ReadAll(in)
			if err == nil {
				_, _ = io.WriteString(out, "did "+string(b))
			}
		},
	}, slog.New(slog.DiscardHandler))
	go func() { _ = s.ServeTLS(l, "", "") }()
	t.Cleanup(func() { _ = s.Close() })
	return l.Addr().String()
}

// says answers with a word, and keeps the last request.
type says struct {
	word string
	as   int
	last *http.Request
	body string
}

func (s *says) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b, _ := io.ReadAll(r.Body)
	s.last, s.body = r, string(b)
	if s.as != 0 {
		w.WriteHeader(s.as)
	}
	_, _ = io.WriteString(w, s.word)
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// pair is a node that follows, one that leads, and what each serves.
func pair(t *testing.T) (follower *Relay, f *node, here, there *says) {
	t.Helper()
	here, there = &says{word: "follower"}, &says{word: "leader"}
	leader := newNode(true, "")
	leader.last = moment.Add(time.Second)
	f = newNode(false, serve(t, peers(t, 1), New(leader, there, peers(t, 1), quiet())))
	follower = New(f, here, peers(t, 1), quiet())
	follower.wait, follower.waitPage = time.Millisecond, time.Millisecond
	return follower, f, here, there
}

func call(h http.Handler, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestWhoAnswers(t *testing.T) {
	for _, c := range []struct {
		name, method, path string
		set                func(f *node, here *says)
		headers            []string
		who                string
	}{
		{name: "a write is the leader's", method: "POST", path: "/v1/orders", who: "leader"},
		{name: "a deletion too", method: "DELETE", path: "/v1/orders/1", who: "leader"},
		{name: "a read of the API is answered here", method: "GET", path: "/v1/orders", who: "follower"},
		{name: "a page is the leader's", method: "GET", path: "/office", who: "leader"},
		{name: "the own state is told here", method: "GET", path: "/readyz", who: "follower"},
		{name: "who is not known here yet may be known there", method: "GET", path: "/v1/orders", set: func(_ *node, s *says) { s.as = 401 }, who: "leader"},
		{name: "what cannot be read here is read there", method: "GET", path: "/v1/orders", set: func(_ *node, s *says) { s.as = 503 }, who: "leader"},
		{name: "what is not there is not there", method: "GET", path: "/v1/orders", set: func(_ *node, s *says) { s.as = 404 }, who: "follower"},
		{name: "what is too old is asked of the leader", method: "GET", path: "/v1/orders", set: func(f *node, _ *says) { f.age = freshFor + 1 }, who: "leader"},
		{name: "what the caller wrote is there", method: "GET", path: "/v1/orders", headers: []string{headerAt, "2026-07-04T12:00:00Z"}, who: "follower"},
		{name: "what the caller wrote is not there yet", method: "GET", path: "/v1/orders", headers: []string{headerAt, "2026-07-04T12:00:00.000001Z"}, who: "leader"},
		{name: "nor for a browser", method: "GET", path: "/v1/orders", headers: []string{"Cookie", cookieAt + "=2026-07-04T12:00:00.000001Z"}, who: "leader"},
		{name: "without a leader a read is answered here, however old", method: "GET", path: "/v1/orders", set: func(f *node, _ *says) { f.leader, f.age = "", time.Hour }, who: "follower"},
		{name: "and a page", method: "GET", path: "/office", set: func(f *node, _ *says) { f.leader = "" }, who: "follower"},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			r, f, here, _ := pair(t)
			if c.set != nil {
				c.set(f, here)
			}
			w := call(r, c.method, c.path, "", c.headers...)
			is.Equal(w.Body.String(), c.who)
			if c.who == "follower" && c.path != "/readyz" {
				is.Equal(w.Header().Get(headerAsOf), "2026-07-04T12:00:00Z")
				is.True(w.Header().Get("Age") != "")
			}
		})
	}
}

func TestWhatIsPassedOnArrivesAsItCame(t *testing.T) {
	is := is.New(t)
	r, _, _, there := pair(t)
	w := call(r, "POST", "/v1/orders?a=1;b&c=%zz", `{"uuid":"1"}`, "X-Forwarded-For", "203.0.113.9", "Authorization", "Bearer x", headerFor, "https 198.51.100.1:1 0")
	is.Equal(w.Code, 200)
	is.Equal(there.body, `{"uuid":"1"}`)
	is.Equal(there.last.URL.RawQuery, "a=1;b&c=%zz")
	is.Equal(there.last.Host, "example.com")
	is.Equal(there.last.RemoteAddr, "192.0.2.1:1234") // and not what the caller made up
	is.Equal(there.last.Header.Values("X-Forwarded-For"), []string{"203.0.113.9"})
	is.Equal(there.last.Header.Get("Authorization"), "Bearer x")
	is.Equal(there.last.Header.Get(headerFor), "")
	is.True(there.last.TLS == nil)                                  // it came without
	is.Equal(w.Header().Get(headerAt), "2026-07-04T12:00:01Z")      // what the leader wrote
	is.Equal(len(w.Result().Cookies()), 0)                          // a program keeps none
	w = call(r, "POST", "/v1/orders", "", "Sec-Fetch-Mode", "cors") // a browser does
	is.Equal(w.Result().Cookies()[0].Value, "2026-07-04T12:00:01Z") //
	is.Equal(call(r, "GET", "/office", "").Header().Get(headerAt), "2026-07-04T12:00:01Z")
}

func TestNobodyLeads(t *testing.T) {
	is := is.New(t)
	r, f, here, _ := pair(t)
	f.leader = ""
	w := call(r, "POST", "/v1/orders", "{}", "Accept-Language", "de")
	is.Equal(w.Code, 503)
	is.Equal(w.Header().Get("Retry-After"), "1")
	is.True(strings.Contains(w.Body.String(), "Es wurde nichts geändert"))
	is.True(here.last == nil) // nobody was asked
	is.Equal(call(r, "POST", "/office/orders", "").Header().Get("Content-Type"), "text/plain; charset=utf-8")
	f.full = true
	is.True(strings.Contains(call(r, "POST", "/v1/orders", "{}").Body.String(), "has no room"))
	f.leader = "127.0.0.1:1" // where nobody is
	is.True(strings.Contains(call(r, "POST", "/v1/orders", "{}").Body.String(), "Nothing was changed"))
}

func TestTheConnectionBreaksAfterTheCallWasSent(t *testing.T) {
	is := is.New(t)
	broken := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	address := serve(t, peers(t, 1), New(newNode(true, ""), broken, peers(t, 1), quiet()))
	r := New(newNode(false, address), http.NotFoundHandler(), peers(t, 1), quiet())
	w := call(r, "POST", "/v1/orders", "{}")
	is.Equal(w.Code, 503)
	is.True(strings.Contains(w.Body.String(), "is not known"))
	is.Equal(w.Header().Get("Retry-After"), "1")
}

// TestACallIsNotLostWithTheLeader: what did not reach the node that is said to lead is passed on to
// the next one, whole; what is read is read here.
func TestACallIsNotLostWithTheLeader(t *testing.T) {
	is := is.New(t)
	r, f, _, there := pair(t)
	leader := f.leader
	f.leader, r.wait = "127.0.0.1:1", time.Minute // where nobody is
	tried := make(chan struct{})
	var once sync.Once
	r.log = slog.New(slog.NewTextHandler(writes(func() { once.Do(func() { close(tried) }) }), &slog.HandlerOptions{Level: slog.LevelDebug}))
	answer := make(chan string)
	go func() { answer <- call(r, "POST", "/v1/orders", `{"uuid":"1"}`).Body.String() }()
	<-tried
	f.become(false, leader)
	is.Equal(<-answer, "leader")
	is.Equal(there.body, `{"uuid":"1"}`)
	f.become(false, "127.0.0.1:1")
	f.age = time.Hour
	w := call(r, "GET", "/v1/orders", "")
	is.Equal(w.Body.String(), "follower")
	is.True(w.Header().Get(headerAsOf) != "")
	r.wait = time.Millisecond
	is.Equal(call(r, "GET", "/shop", "").Body.String(), "follower")
}

// writes calls somebody with each line of a log.
type writes func()

func (w writes) Write(b []byte) (int, error) { w(); return len(b), nil }

// TestAPersonWaitsLonger: for the next leader than a program does, which asks again by itself.
func TestAPersonWaitsLonger(t *testing.T) {
	is := is.New(t)
	r := New(newNode(false, ""), http.NotFoundHandler(), peers(t, 1), quiet())
	for path, want := range map[string]time.Duration{"POST /v1/orders": leaderFor, "GET /shop": leaderFor, "POST /shop/basket": pageFor, "POST /office/events": pageFor} {
		method, at, _ := strings.Cut(path, " ")
		is.Equal(r.patience(httptest.NewRequest(method, at, nil)), want)
	}
}

// TestACallWaitsForTheNextLeader: while one node takes over from another nobody is refused.
func TestACallWaitsForTheNextLeader(t *testing.T) {
	is := is.New(t)
	r, f, _, _ := pair(t)
	leader := f.leader
	f.leader, r.wait = "", time.Minute
	answer := make(chan string)
	go func() { answer <- call(r, "POST", "/v1/orders", "{}").Body.String() }()
	f.become(false, leader)
	is.Equal(<-answer, "leader")
}

// TestNobodyIsCutOffWhenTheNodeGivesUpLeading: it goes on when the last writer has his answer.
func TestNobodyIsCutOffWhenTheNodeGivesUpLeading(t *testing.T) {
	is := is.New(t)
	n, in, out := newNode(true, ""), make(chan struct{}), make(chan struct{})
	r := New(n, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { close(in); <-out }), peers(t, 1), quiet())
	go call(r, "POST", "/v1/orders", "{}")
	<-in
	n.become(false, "")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	r.Quiet(ended) // no longer than it may
	is.Equal(r.gate.in, 1)
	close(out)
	r.Quiet(t.Context())
	r.gate.mu.Lock()
	defer r.gate.mu.Unlock()
	is.Equal(r.gate.in, 0)
}

func TestACallDoesNotGoInCircles(t *testing.T) {
	is := is.New(t)
	a, b := newNode(false, ""), newNode(false, "")
	first, second := New(a, http.NotFoundHandler(), peers(t, 1), quiet()), New(b, http.NotFoundHandler(), peers(t, 1), quiet())
	first.wait, second.wait = time.Millisecond, time.Millisecond
	first.waitPage, second.waitPage = time.Millisecond, time.Millisecond
	a.leader, b.leader = serve(t, peers(t, 1), second), serve(t, peers(t, 1), first) // each believes the other
	is.Equal(call(first, "POST", "/v1/orders", "{}").Code, 503)
	is.Equal(call(first, "GET", "/v1/orders", "").Code, 404)
}

func TestStrangers(t *testing.T) {
	is := is.New(t)
	own := peers(t, 1)
	address := serve(t, own, New(newNode(true, ""), &says{word: "leader"}, own, quiet()))
	_, err := peers(t, 2).FetchCopy(t.Context(), address)
	is.True(err != nil) // another key
	plain := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	_, err = plain.Get("https://" + address + copyPath)
	is.True(err != nil) // no certificate
	r, err := own.FetchCopy(t.Context(), address)
	is.NoErr(err)
	b, err := io.ReadAll(r)
	is.NoErr(err)
	is.NoErr(r.Close())
	is.Equal(string(b), "the store")
}

// TestACommandIsRunForAnotherNode: and for nobody else, as a call that is passed on.
func TestACommandIsRunForAnotherNode(t *testing.T) {
	is := is.New(t)
	own := peers(t, 1)
	address := serve(t, own, New(newNode(true, ""), &says{word: "leader"}, own, quiet()))
	_, err := peers(t, 2).Command(t.Context(), address, []byte("this"))
	is.True(err != nil) // another key
	r, err := own.Command(t.Context(), address, []byte("this"))
	is.NoErr(err)
	b, err := io.ReadAll(r)
	is.NoErr(err)
	is.NoErr(r.Close())
	is.Equal(string(b), "did this")
	follower, _, _, _ := pair(t)
	is.Equal(call(follower, "POST", commandPath, "this", "Connection", headerFor).Body.String(), "leader")
}

// TestWhoLeadsIsNotLeftInTheMiddle: a node that gives up leading waits for what writes.
func TestWhoLeadsIsNotLeftInTheMiddle(t *testing.T) {
	is := is.New(t)
	n := newNode(true, "")
	r := New(n, http.NotFoundHandler(), peers(t, 1), quiet())
	is.True(r.Lead(func() { is.Equal(r.gate.in, 1) }))
	is.Equal(r.gate.in, 0)
	n.become(false, "")
	is.True(!r.Lead(func() { t.Error("it does not lead") }))
}

// TestNobodyOutsideGetsTheStore: what one node passes on for a caller is never a request of its own.
func TestNobodyOutsideGetsTheStore(t *testing.T) {
	is := is.New(t)
	r, _, _, _ := pair(t)
	is.Equal(call(r, "GET", copyPath, "", "Connection", headerFor).Body.String(), "leader")
	is.Equal(call(r, "GET", copyPath, "", headerFor, "").Body.String(), "leader")
}
