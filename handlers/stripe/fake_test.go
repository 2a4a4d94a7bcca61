package stripe

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// fake answers like the gateway, as far as this package talks to it, and remembers.
type fake struct {
	*httptest.Server
	mu      sync.Mutex
	intents map[string]*intent
	byKey   map[string]string
	// loses answers with a fault after doing what was asked, as often as it says.
	loses    int
	requests []string
}

type intent struct {
	ID           string `json:"id"`
	Object       string `json:"object"`
	Amount       int64  `json:"amount"`
	Status       string `json:"status"`
	ClientSecret string `json:"client_secret"`
	// Charge is shown where it is asked for.
	Charge   *charge `json:"latest_charge,omitempty"`
	refunded int64
	disputes []string
	refunds  []map[string]any
}

// charge is what became of the money.
type charge struct {
	ID             string `json:"id"`
	AmountRefunded int64  `json:"amount_refunded"`
	Disputed       bool   `json:"disputed"`
}

// charged is an intent with its charge.
func (i *intent) charged() intent {
	with := *i
	with.Charge = &charge{"ch_" + i.ID, i.refunded, len(i.disputes) > 0}
	return with
}

// disputed lists the disputes of an intent.
func (i *intent) disputed() (int, any) {
	all := []map[string]any{}
	for _, status := range i.disputes {
		all = append(all, map[string]any{"id": "dp_1", "object": "dispute", "status": status})
	}
	return 200, map[string]any{"object": "list", "data": all}
}

// refund lists the refunds of an intent, or makes one more. It remembers no keys of calls.
func (i *intent) refund(r *http.Request) (int, any) {
	if r.Method == http.MethodGet {
		return 200, map[string]any{"object": "list", "data": i.refunds}
	}
	amount, _ := strconv.ParseInt(r.Form.Get("amount"), 10, 64)
	if i.refunded+amount > i.Amount {
		return refusal(400, "charge_already_refunded")
	}
	i.refunded += amount
	one := map[string]any{"id": "re_1", "object": "refund", "status": "succeeded", "metadata": map[string]string{"key": r.Form.Get("metadata[key]")}}
	i.refunds = append(i.refunds, one)
	return 200, one
}

func newFake(t *testing.T) *fake {
	f := &fake{intents: map[string]*intent{}, byKey: map[string]string{}}
	f.Server = httptest.NewServer(f)
	t.Cleanup(f.Close)
	return f
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	_ = r.ParseForm()
	f.requests = append(f.requests, r.Method+" "+r.URL.Path+" "+r.Form.Encode()+" account="+r.Header.Get("Stripe-Account"))
	status, answer := f.answer(r)
	if f.loses > 0 && r.Method == http.MethodPost {
		f.loses--
		status, answer = 500, map[string]any{"error": map[string]any{"type": "api_error", "message": "about sk_test_secret"}}
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer)
}

func refusal(status int, code string) (int, any) {
	return status, map[string]any{"error": map[string]any{"type": "invalid_request_error", "code": code, "message": "about sk_test_secret"}}
}

func (f *fake) answer(r *http.Request) (int, any) {
	words := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	switch {
	case words[1] == "account" && r.Header.Get("Authorization") != "Bearer sk_test_secret":
		return refusal(401, "")
	case words[1] == "account":
		return 200, map[string]any{"id": "acct_1", "object": "account", "country": "DE", "charges_enabled": true, "business_profile": map[string]any{"name": "Lantern Crew"}}
	case len(words) == 2 && words[1] == "payment_intents":
		return f.create(r)
	case words[1] == "refunds":
		return f.intents[r.Form.Get("payment_intent")].refund(r)
	case words[1] == "disputes":
		return f.intents[r.Form.Get("payment_intent")].disputed()
	case words[1] == "terminal":
		return 200, map[string]any{"object": "terminal.connection_token", "secret": "pst_test"}
	}
	i := f.intents[words[2]]
	if i == nil {
		return refusal(404, "resource_missing")
	}
	if len(words) == 4 {
		return i.do(words[3])
	}
	if r.Form.Get("expand[0]") == "latest_charge" {
		return 200, i.charged()
	}
	return 200, i
}

func (f *fake) create(r *http.Request) (int, any) {
	key := r.Header.Get("Idempotency-Key")
	if id, known := f.byKey[key]; known {
		return 200, f.intents[id]
	}
	amount, _ := strconv.ParseInt(r.Form.Get("amount"), 10, 64)
	if amount < 50 {
		return refusal(400, "amount_too_small")
	}
	i := &intent{ID: fmt.Sprintf("pi_%d", len(f.intents)+1), Object: "payment_intent", Amount: amount, Status: "requires_payment_method"}
	i.ClientSecret = i.ID + "_secret"
	f.intents[i.ID], f.byKey[key] = i, i.ID
	return 200, i
}

func (i *intent) do(what string) (int, any) {
	switch {
	case what == "capture" && i.Status == "requires_capture":
		i.Status = "succeeded"
	case what == "cancel" && i.Status != "succeeded" && i.Status != "canceled":
		i.Status = "canceled"
	default:
		return refusal(400, "payment_intent_unexpected_state")
	}
	return 200, i
}

// confirm is what the buyer's device does with its card.
func (f *fake) confirm(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.intents[id].Status = "requires_capture"
}

func (f *fake) status(id string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.intents[id].Status
}
