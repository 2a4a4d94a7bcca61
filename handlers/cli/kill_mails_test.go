package cli_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/mail"
	"marquee/app/queue"
	"marquee/handlers/smtp"
	"marquee/kv/bolt"

	"github.com/matryer/is"
)

var mailKills = flag.Int("mails.kills", 6, "how often the server is killed while it sends mails")

// inFlight is how many mails a server may be handing over at the moment of a kill.
const inFlight = 8

// TestMailsUnderKills kills the real binary again and again while buyers get their
// confirmations. Every order that was acknowledged is confirmed; no mail comes twice but
// those that were being handed over at the moment of a kill, and these with the same
// Message-ID; and the list of mails knows of each.
func TestMailsUnderKills(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	dir, sink := t.TempDir(), newMailSink(t)
	made, err := exec.Command(filepath.Join(binary, "marquee"), "demo", "--data", dir, "--orders", "60", "--json").Output()
	is.NoErr(err)
	var keys struct{ Token string }
	is.NoErr(json.Unmarshal(made, &keys))
	rng := rand.New(rand.NewPCG(*killSeed, 78))
	b := &mailBuyers{token: keys.Token, confirmed: map[string]bool{}}
	for range *mailKills {
		s := startServer(t, dir, sink.flags()...)
		stop := b.run(s.base)
		time.Sleep(shortLife + time.Duration(rng.Int64N(int64(longLife-shortLife)))) // the moment of the kill
		s.kill(t)
		stop()
		verifyStore(t, dir)
	}
	sink.rest(t, dir)
	verifyStore(t, dir)
	mails, twice, sameID := sink.took()
	is.True(len(b.confirmed) > *mailKills)
	for address := range b.confirmed {
		is.True(len(sink.ids[address]) > 0) // who was told that the order is complete got the mail
	}
	is.True(twice <= *mailKills*inFlight)
	is.True(sameID)
	is.Equal(sentMails(t, dir), mails) // each stands in the list, once
	t.Logf("%d kills, %d orders acknowledged, %d mails, %d of them came twice", *mailKills, len(b.confirmed), mails, twice)
}

// rest sends what is left when the servers are gone. By the clock of this program the leases
// of those that were killed have ended.
func (s *mailSink) rest(t *testing.T, dir string) {
	t.Helper()
	later := func() time.Time { return time.Now().Add(time.Hour) }
	e, err := bolt.Open(filepath.Join(dir, "marquee.db"), bolt.Options{FreePages: -1, Clock: later})
	if err != nil {
		t.Fatal(err)
	}
	a := app.New(e, business, app.Options{Clock: later})
	server, err := smtp.New(smtp.Config{Host: "127.0.0.1", Port: s.listener.Addr().(*net.TCPAddr).Port, Security: smtp.Plain, Domain: "example.com"})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	mail.Use(a, mail.Post{Carrier: server, From: "office@example.com", BaseURL: "https://tickets.example.com"})
	for left := int64(1); left > 0; {
		for _, job := range []string{mail.WriteJob, queue.SendJob} {
			if err := a.RunJob(t.Context(), job); err != nil {
				t.Fatal(err)
			}
		}
		s, err := queue.StatusOf(t.Context(), a, "mail")
		if err != nil || s.Failed > 0 {
			t.Fatalf("%d attempts failed: %v", s.Failed, err)
		}
		left = s.Waiting + s.Leased
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
}

// mailBuyers buy with an address of their own each.
type mailBuyers struct {
	token string
	n     atomic.Int64
	mu    sync.Mutex
	// confirmed are the addresses whose order was acknowledged.
	confirmed map[string]bool
}

func (b *mailBuyers) run(base string) (stop func()) {
	var wg sync.WaitGroup
	over := make(chan struct{})
	client := newClient()
	for range killClients {
		wg.Go(func() {
			for {
				select {
				case <-over:
					return
				default:
				}
				address := fmt.Sprintf("buyer%d@example.com", b.n.Add(1))
				status, _, err := post(client, base+"/v1/basket-items", b.token, fmt.Sprintf(
					`{"items": [{"id": 1, "quantity": 1}], "customerName": "Buyer", "customerEmail": %q, "autocomplete": true, "paymentMethod": "cash"}`, address))
				if err != nil {
					return
				}
				if status < 300 {
					b.mu.Lock()
					b.confirmed[address] = true
					b.mu.Unlock()
				}
			}
		})
	}
	return func() { close(over); wg.Wait(); client.CloseIdleConnections() }
}

// sentMails counts the mails that the store knows as sent, and wants all to be.
func sentMails(t *testing.T, dir string) (n int) {
	t.Helper()
	a, closeStore := openStore(t, dir)
	defer closeStore()
	c := &app.Caller{CompanyID: 1, Super: true}
	for _, state := range mail.States {
		page, err := mail.List(context.Background(), a, c, mail.Filter{States: []string{state.String()}})
		if err != nil {
			t.Fatal(err)
		}
		if state != mail.Sent && page.Total > 0 {
			t.Errorf("%d mails are %s", page.Total, state)
		}
		n += int(page.Total)
	}
	return n
}
