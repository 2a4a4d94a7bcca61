package webhook

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/webhook"

	"github.com/matryer/is"
	"golang.org/x/net/dns/dnsmessage" // the answers of a name server that a test makes up
)

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

// shows answers every GET alike.
func shows(context.Context, *app.Caller, string, string) (int, []byte) {
	return http.StatusOK, []byte(`{"data":null}`)
}

func call(id string) webhook.Delivery {
	return webhook.Delivery{ID: id, Company: 1, Kind: webhook.Test, At: time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)}
}

// post sends one call alone.
func post(ctx context.Context, s *Sender, url string) webhook.Result {
	body, res := s.Render(ctx, call("msg_1_7_x"))
	if res.Problem != "" {
		return res
	}
	return s.Post(ctx, webhook.Receiver{URL: url, Secrets: []string{secret}}, []webhook.Message{{ID: "msg_1_7_x", Body: body}})
}

func sender(p webhook.Policy) *Sender { return NewSender(app.New(nil, nil, app.Options{}), shows, p) }

var inside = webhook.Policy{Inside: true}

func TestACallIsSignedAndCarriesIDAndTime(t *testing.T) {
	is := is.New(t)
	var good atomic.Bool
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var told map[string]any
		good.Store(r.Method == http.MethodPost && r.Header.Get("Content-Type") == "application/json" && json.Unmarshal(body, &told) == nil &&
			told["type"] == "test" && told["timestamp"] == "2027-06-01T12:00:00.000000Z" && r.Header.Get("webhook-id") == "msg_1_7_x" &&
			webhook.Verified(secret, "msg_1_7_x", r.Header.Get("webhook-timestamp"), r.Header.Get("webhook-signature"), body))
		w.WriteHeader(http.StatusNoContent)
	}))
	defer s.Close()
	is.Equal(post(t.Context(), sender(inside), s.URL), webhook.Result{Status: 204})
	is.True(good.Load())
}

// TestABatchIsOneSignedMessage: a list of calls with their ids, under an id that no other
// list has.
func TestABatchIsOneSignedMessage(t *testing.T) {
	is := is.New(t)
	ids := make(chan string, 4)
	var told struct {
		Type  string
		Calls []map[string]any
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		id := r.Header.Get("webhook-id")
		if json.Unmarshal(body, &told) != nil || !webhook.Verified(secret, id, r.Header.Get("webhook-timestamp"), r.Header.Get("webhook-signature"), body) {
			w.WriteHeader(http.StatusBadRequest)
		}
		ids <- id
	}))
	defer s.Close()
	to, from := webhook.Receiver{URL: s.URL, Secrets: []string{secret}, Batches: true}, sender(inside)
	posted := func(calls ...string) string {
		var all []webhook.Message
		for _, id := range calls {
			body, res := from.Render(t.Context(), call(id))
			is.Equal(res, webhook.Result{})
			all = append(all, webhook.Message{ID: id, Body: body})
		}
		is.Equal(from.Post(t.Context(), to, all), webhook.Result{Status: 200})
		is.Equal(told.Type, "batch")
		is.Equal(len(told.Calls), len(calls))
		for i, c := range told.Calls {
			is.Equal(c["id"], calls[i])
			is.Equal(c["type"], "test")
			is.Equal(c["timestamp"], "2027-06-01T12:00:00.000000Z")
		}
		return <-ids
	}
	both := posted("msg_1_7_x", "msg_1_8_x")
	is.Equal(posted("msg_1_7_x", "msg_1_8_x"), both)
	is.True(posted("msg_1_7_x", "msg_1_9_x") != both)
	is.True(posted("msg_1_7_x") != "msg_1_7_x")
}

// sentAt is when calls are sent.
var sentAt = time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)

func TestReceiversThatDoNotAnswerWell(t *testing.T) {
	var reached atomic.Bool
	secretPlace := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Store(true) }))
	defer secretPlace.Close()
	cut := func(w http.ResponseWriter, head string) {
		conn, out, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		_, _ = out.WriteString(head)
		_ = out.Flush()
		_ = conn.Close()
	}
	release := make(chan struct{})
	defer close(release)
	for name, c := range map[string]struct {
		answer  http.HandlerFunc
		status  int
		problem string
		wait    time.Duration
	}{
		"it fails":   {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }, 500, "the receiver answered 500", 0},
		"it is busy": {func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Retry-After", "90"); w.WriteHeader(429) }, 429, "the receiver answered 429", 90 * time.Second},
		"it is busy until": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", sentAt.Add(90*time.Second).Format(http.TimeFormat))
			w.WriteHeader(503)
		}, 503, "the receiver answered 503", 90 * time.Second},
		"it was busy until": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", sentAt.Add(-time.Hour).Format(http.TimeFormat))
			w.WriteHeader(503)
		}, 503, "the receiver answered 503", 0},
		"it sends on": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, secretPlace.URL, http.StatusTemporaryRedirect)
		}, 307, "the receiver answered 307: redirections are not followed", 0},
		"it breaks off": {func(w http.ResponseWriter, _ *http.Request) { cut(w, "") }, 0, "the connection broke off, or no HTTP was spoken", 0},
		"in the middle": {func(w http.ResponseWriter, _ *http.Request) {
			cut(w, "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf")
		}, 200, "the answer broke off: the connection broke off, or no HTTP was spoken", 0},
		"it says much": {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 64<<20)) }, 200, "", 0},
		"huge headers": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X", strings.Repeat("x", 1<<20))
			w.WriteHeader(200)
		}, 0, "the connection broke off, or no HTTP was spoken", 0},
		"it speaks something else, and then nothing": {func(w http.ResponseWriter, _ *http.Request) {
			conn, out, err := w.(http.Hijacker).Hijack()
			if err != nil {
				panic(err)
			}
			defer conn.Close()
			_, _ = out.WriteString("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n")
			_ = out.Flush()
			<-release
		}, 101, "the receiver answered 101", 0},
		"it is no HTTP":  {func(w http.ResponseWriter, _ *http.Request) { cut(w, "SSH-2.0-OpenSSH_9.2\r\n") }, 0, "the connection broke off, or no HTTP was spoken", 0},
		"it took it all": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(201) }, 201, "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			s := httptest.NewServer(c.answer)
			defer s.Close()
			from := sender(inside)
			from.now = func() time.Time { return sentAt }
			out := post(t.Context(), from, s.URL)
			is.Equal(out.Status, c.status)
			is.Equal(out.Problem, c.problem)
			is.Equal(out.RetryAfter, c.wait)
		})
	}
	is.New(t).True(!reached.Load()) // nobody followed the redirection
}

func TestASlowReceiverIsLeftBehind(t *testing.T) {
	is := is.New(t)
	release := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	defer s.Close()
	defer close(release)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	is.Equal(post(ctx, sender(inside), s.URL).Problem, "the receiver did not answer in time")
}

func TestAddressesAreJudgedWhenTheConnectionIsMade(t *testing.T) {
	var reached atomic.Bool
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Store(true) }))
	defer s.Close()
	for _, url := range []string{s.URL, "https://127.0.0.1/", "https://[::1]/", "https://10.0.0.1/", "https://localhost/", "https://0.0.0.0/", "https://8.8.8.8:22/", "https://[64:ff9b::7f00:1]/", "https://[64:ff9b::10.0.0.1]/", "https://[64:ff9b:1::a00:1]/"} {
		out := post(t.Context(), sender(webhook.Policy{}), url)
		is.New(t).True(out.Problem == errAddress.Error() || out.Problem == errScheme.Error()) // it was refused
	}
	is.New(t).True(!reached.Load())
}

// TestANameThatLeadsElsewhereTheSecondTime has a name server that answers a public
// address first and one of this machine afterwards.
func TestANameThatLeadsElsewhereTheSecondTime(t *testing.T) {
	is := is.New(t)
	var asked atomic.Int64
	names := nameServer(t, func() netip.Addr {
		if asked.Add(1) == 1 {
			return netip.MustParseAddr("192.0.2.1")
		}
		return netip.MustParseAddr("127.0.0.1")
	})
	s := sender(webhook.Policy{})
	s.client = newClient(webhook.Policy{}, names)
	for range 3 {
		out := post(t.Context(), s, "https://rebinding.example.com/")
		is.Equal(out.Problem, errAddress.Error())
	}
	is.True(asked.Load() >= 3) // each time anew
}

// nameServer is a resolver whose server answers every question for an IPv4 address.
func nameServer(t *testing.T, answer func() netip.Addr) *net.Resolver {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	go func() {
		buf := make([]byte, 1500)
		for {
			n, from, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			if out, err := dnsAnswer(buf[:n], answer); err == nil {
				_, _ = conn.WriteTo(out, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

func dnsAnswer(query []byte, answer func() netip.Addr) ([]byte, error) {
	var m dnsmessage.Message
	if err := m.Unpack(query); err != nil || len(m.Questions) == 0 {
		return nil, fmt.Errorf("no question: %w", err)
	}
	m.Response, m.Additionals = true, nil
	if q := m.Questions[0]; q.Type == dnsmessage.TypeA {
		m.Answers = []dnsmessage.Resource{{
			Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class, TTL: 0},
			Body:   &dnsmessage.AResource{A: answer().As4()},
		}}
	}
	return m.Pack()
}
