package handlers_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/customer"
	"marquee/app/queue"
	"marquee/app/webhook"
	"marquee/handlers"
	"marquee/indexes"
	"marquee/kv/bolt"
)

func init() {
	hooks["webhooks"] = func(t *testing.T, w *apptest.World) {
		t.Helper()
		webhook.Use(w.App, grumpy{}, webhook.Policy{})
		for _, job := range []string{webhook.SendJob, queue.SendJob} {
			if err := w.App.RunJob(t.Context(), job); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// grumpy is a receiver that answers 500 to everything.
type grumpy struct{}

func (grumpy) Render(context.Context, webhook.Delivery) ([]byte, webhook.Result) {
	return nil, webhook.Result{}
}

func (grumpy) Post(context.Context, webhook.Receiver, []webhook.Message) webhook.Result {
	return webhook.Result{Status: 500, Problem: "the receiver answered 500"}
}

// receiver is a server that keeps what it is told, or answers 500 while it is down.
type receiver struct {
	*httptest.Server
	mu     sync.Mutex
	down   bool
	bodies []string
}

func newReceiver(t testing.TB) *receiver {
	r := &receiver{}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, in *http.Request) {
		body, _ := io.ReadAll(in.Body)
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.down {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		r.bodies = append(r.bodies, string(body))
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) isDown(down bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.down = down
}

func (r *receiver) took() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := r.bodies
	r.bodies = nil
	return all
}

// TestReceiversAreToldWhatTheAPIShows has a real receiver, and holds what it gets against
// what the API answers. Of a customer who was erased before a call went out it learns
// nothing.
func TestReceiversAreToldWhatTheAPIShows(t *testing.T) {
	is := is.New(t)
	w, r := apptest.New(t), newReceiver(t)
	h := handlers.New(w.App, handlers.Options{Webhooks: webhook.Policy{Inside: true}})
	ask := func(method, path, body string) string {
		in := httptest.NewRequest(method, "/v1"+path, strings.NewReader(body))
		in.Header.Set("Authorization", "Bearer "+w.A.OwnerToken)
		out := httptest.NewRecorder()
		h.ServeHTTP(out, in)
		is.True(out.Code < 300) // the request is good
		return out.Body.String()
	}
	send := func() {
		for _, job := range []string{webhook.SendJob, queue.SendJob} {
			is.NoErr(w.App.RunJob(t.Context(), job))
		}
	}
	ask("POST", "/webhooks", fmt.Sprintf(`{"url": %q, "kinds": ["customer-changed", "new-event"]}`, r.URL))

	var made struct{ Data struct{ ID int64 } }
	is.NoErr(json.Unmarshal([]byte(ask("POST", "/customers", `{"name": "Ada Lovelace", "email": "ada@example.com"}`)), &made))
	send()
	told := r.took()
	is.Equal(len(told), 1)
	var got struct {
		Type   string
		Object struct {
			Type string
			ID   int64
		}
		Data json.RawMessage
	}
	is.NoErr(json.Unmarshal([]byte(told[0]), &got))
	is.Equal(got.Type, "customer-changed")
	is.Equal(got.Object.Type, "customer")
	is.Equal(got.Object.ID, made.Data.ID)
	is.Equal(string(got.Data), strings.ReplaceAll(ask("GET", fmt.Sprintf("/customer?id=%d", made.Data.ID), ""), "http://example.com", "http://localhost"))

	r.isDown(true)
	ask("POST", "/customers/update", fmt.Sprintf(`{"id": %d, "name": "Ada Byron"}`, made.Data.ID))
	send()
	ask("DELETE", "/customer", fmt.Sprintf(`{"id": %d}`, made.Data.ID))
	r.isDown(false)
	w.Clock.Jump(time.Minute)
	send()
	told = r.took()
	is.Equal(len(told), 2) // the change and the erasure
	for _, body := range told {
		is.True(!strings.Contains(body, "Ada") && !strings.Contains(body, "ada@"))
	}
}

// BenchmarkOutboundCalls sends calls about customers to a receiver on this machine, from a
// store in a file: rendered over the API, signed, posted and noted. -benchtime 100000x is
// what the goal of 2,000 a second speaks of.
func BenchmarkOutboundCalls(b *testing.B) {
	e, err := bolt.Open(filepath.Join(b.TempDir(), "marquee.db"), bolt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = e.Close() })
	w, r := apptest.New(b, apptest.On(e), apptest.Calm(), apptest.Unchecked()), newReceiver(b)
	handlers.New(w.App, handlers.Options{Webhooks: webhook.Policy{Inside: true}})
	url, kinds := r.URL, []webhook.Kind{webhook.CustomerChanged}
	if _, _, err := webhook.Create(b.Context(), w.App, w.A.Owner, webhook.Fields{URL: &url, Kinds: &kinds}); err != nil {
		b.Fatal(err)
	}
	for from := 0; from < b.N; from += 500 {
		err := w.App.UpdateCompany(b.Context(), w.A.Company.ID, func(tx app.Tx) error {
			for i := from; i < min(from+500, b.N); i++ {
				if err := indexes.Forge(customer.Customers).Insert(tx, &customer.Customer{Name: fmt.Sprint("Guest ", i), Email: fmt.Sprintf("guest%d@example.com", i)}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ResetTimer()
	for arrived := 0; arrived < b.N; arrived += len(r.took()) {
		for _, job := range []string{webhook.SendJob, queue.SendJob} {
			if err := w.App.RunJob(b.Context(), job); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "calls/s")
}
