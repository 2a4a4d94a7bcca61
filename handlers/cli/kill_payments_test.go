package cli_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/payment/simulated"

	"github.com/matryer/is"
)

var paymentKills = flag.Int("payments.kills", 6, "how often the server is killed while buyers pay by card")

// outcomes are what the simulated gateway does with the cards of the buyers.
var outcomes = []simulated.Outcome{
	"", simulated.Approved, simulated.Approved, simulated.Declined, simulated.SecondFactor, simulated.Twice, simulated.Lost, simulated.Silent, simulated.Late,
}

// TestPaymentsUnderKills kills the real binary again and again while buyers pay by card
// over a gateway that misbehaves. Whatever was acknowledged stands, and once the server
// has started again nothing is in doubt: the money that the gateway took is paid for an
// order, or was given back.
func TestPaymentsUnderKills(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	dir := t.TempDir()
	made, err := exec.Command(filepath.Join(binary, "marquee"), "demo", "--data", dir, "--orders", "60", "--json").Output()
	is.NoErr(err)
	var keys struct{ Token string }
	is.NoErr(json.Unmarshal(made, &keys))
	rng := rand.New(rand.NewPCG(*killSeed, 77))
	c := &cardBuyers{token: keys.Token, acknowledged: map[int64]bool{}}
	for round := range *paymentKills {
		s := startServer(t, dir)
		if round == 0 {
			status, answer, err := post(newClient(), s.base+"/v1/company/settings", keys.Token, `{"isDemo": true}`)
			is.NoErr(err)
			is.Equal(status, 200)
			is.True(strings.Contains(answer, `"isDemo":true`))
		}
		sold := c.sold()
		stop := c.run(s.base, rng.Uint64())
		time.Sleep(shortLife + time.Duration(rng.Int64N(int64(longLife-shortLife)))) // the moment of the kill
		for late := time.Now().Add(time.Minute); c.sold() < sold+2 && time.Now().Before(late); {
			time.Sleep(time.Millisecond) // a slow machine
		}
		s.kill(t)
		stop()
		verifyStore(t, dir)
	}
	s := startServer(t, dir)
	s.resolved(t, keys.Token)
	s.kill(t)
	verifyStore(t, dir)
	taken, back := settledStore(t, dir, c.acknowledged)
	is.True(len(c.acknowledged) > *paymentKills && taken >= len(c.acknowledged))
	t.Logf("%d kills, %d orders acknowledged, %d captured, %d of them given back", *paymentKills, len(c.acknowledged), taken, back)
}

// resolved waits until nothing is in doubt any more.
func (s *server) resolved(t *testing.T, token string) {
	t.Helper()
	for deadline := time.Now().Add(90 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if strings.Contains(get(t, s.base+"/metrics", token), "marquee_payments_unresolved 0\n") {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("payments are still in doubt")
		}
	}
}

func get(t *testing.T, url, token string) string {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	res, err := newClient().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var b strings.Builder
	if err := res.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// cardBuyers pay by card.
type cardBuyers struct {
	token string
	mu    sync.Mutex
	// acknowledged are the orders of which a buyer was told that they are complete.
	acknowledged map[int64]bool
}

// run lets buyers pay until the result is called, which waits for them.
func (c *cardBuyers) run(base string, seed uint64) (stop func()) {
	var (
		wg   sync.WaitGroup
		over = make(chan struct{})
		http = newClient()
	)
	for i := range killClients {
		rng := rand.New(rand.NewPCG(seed, uint64(i)))
		wg.Go(func() {
			for {
				select {
				case <-over:
					return
				default:
				}
				if !c.buy(http, base, outcomes[rng.IntN(len(outcomes))]) {
					return
				}
			}
		})
	}
	return func() { close(over); wg.Wait(); http.CloseIdleConnections() }
}

// sold counts the orders that were acknowledged.
func (c *cardBuyers) sold() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.acknowledged)
}

// buy is one buyer; false when the server is gone.
func (c *cardBuyers) buy(client *http.Client, base string, outcome simulated.Outcome) bool {
	var basket struct{ ID int64 }
	if !c.ask(client, base, "/basket-items", `{"items": [{"id": 1, "quantity": 1}]}`, &basket) || basket.ID == 0 {
		return basket.ID != 0
	}
	var intent struct{ PaymentIntentID, TransactionID string }
	if !c.ask(client, base, "/checkout/create-payment-intent", fmt.Sprintf(`{"basketId": %d}`, basket.ID), &intent) {
		return false
	}
	if outcome != "" && !c.ask(client, base, "/checkout/simulate", fmt.Sprintf(`{"paymentIntentId": %q, "outcome": %q}`, intent.PaymentIntentID, outcome), nil) {
		return false
	}
	var done struct{ ID int64 }
	if !c.ask(client, base, "/orders/complete", fmt.Sprintf(`{"basketId": %d, "transactionId": %q, "capture": true}`, basket.ID, intent.TransactionID), &done) {
		return false
	}
	if done.ID != 0 {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.acknowledged[done.ID] = true
	}
	return true
}

// ask sends a request and reads a good answer; false when none came.
func (c *cardBuyers) ask(client *http.Client, base, path, body string, into any) bool {
	status, answer, err := post(client, base+"/v1"+path, c.token, body)
	if err != nil {
		return false
	}
	if status < 300 && into != nil {
		_ = json.Unmarshal([]byte(answer), into)
	}
	return true
}

// settledStore compares what the gateway remembers with the books, and counts what it
// took and gave back. The server must not run.
func settledStore(t *testing.T, dir string, acknowledged map[int64]bool) (taken, back int) {
	t.Helper()
	is := is.New(t)
	a, closeStore := openStore(t, dir)
	defer closeStore()
	err := a.ViewCompany(context.Background(), 1, func(r app.Reader) error {
		taken, back = 0, 0
		all, err := simulated.Intents(r)
		if err != nil {
			return err
		}
		for _, i := range all {
			p, found, err := payment.ByRef(r, payment.Simulated, i.Ref)
			if err != nil {
				return err
			}
			is.True(found)
			is.Equal(p.State == payment.Paid, i.Captured > i.Refunded) // money is kept for an order, and for nothing else
			is.Equal(p.Captured-p.Refunded, i.Captured-i.Refunded)
			if i.Captured > 0 {
				taken++
			}
			if i.Refunded > 0 {
				back++
			}
		}
		for id := range acknowledged {
			o, err := order.Orders.Get(r, id)
			if err != nil {
				return err
			}
			is.Equal(o.Status, order.Complete)
			is.Equal(o.Totals.Paid, o.Totals.Total)
		}
		return nil
	})
	is.NoErr(err)
	return taken, back
}
