package cli_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"marquee/app"
	"marquee/app/areas"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/mail"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/indexes"
	"marquee/kv/bolt"
)

// sellmails DIR ADDRESS... sells a ticket to each address in a stopped store, and writes
// the mails about that.
func sellMails(ts *testscript.TestScript, _ bool, args []string) {
	e, err := bolt.Open(ts.MkAbs(args[0]+"/marquee.db"), bolt.Options{FreePages: -1})
	ts.Check(err)
	a := app.New(e, areas.Definition(), app.Options{})
	ctx, c := context.Background(), &app.Caller{CompanyID: 1, Super: true}
	s, err := showOnSale(ctx, a, c)
	ts.Check(err)
	n := int64(1)
	for _, address := range args[1:] {
		b, err := sales.Add(ctx, a, c, sales.AddToBasket{
			Items: []rules.AddItem{{SaleItemID: s.ID, Quantity: &n}}, Channel: catalog.APIChannel, Buyer: customer.Buyer{Name: "Somebody", Email: address},
		})
		ts.Check(err)
		_, err = sales.CompleteOrder(ctx, a, c, sales.Completion{
			Basket: order.Key{ID: b.Order.ID}, Payment: rules.Payment{Method: order.Cash}, Channel: catalog.APIChannel,
		})
		ts.Check(err)
	}
	ts.Check(a.RunJob(ctx, mail.WriteJob))
	ts.Check(e.Close())
}

// showOnSale is a ticket to a show of tomorrow.
func showOnSale(ctx context.Context, a *app.App, c *app.Caller) (s catalog.SaleItem, err error) {
	own, err := company.Settings(ctx, a, c)
	if err != nil {
		return s, err
	}
	err = a.Update(ctx, c, app.Authenticated, func(tx app.Tx) error {
		ev := catalog.Event{Name: "Show", Start: time.Now().Add(24 * time.Hour), End: time.Now().Add(26 * time.Hour), Timezone: "UTC", Published: true}
		if err := indexes.Forge(catalog.Events).Insert(tx, &ev); err != nil {
			return err
		}
		if err := catalog.PortsOf(tx).EventCreated(tx, &ev); err != nil {
			return err
		}
		i := catalog.InventoryItem{Type: catalog.Ticket, Name: "Standing"}
		if err := indexes.Forge(catalog.InventoryItems).Insert(tx, &i); err != nil {
			return err
		}
		s = catalog.SaleItem{EventID: ev.ID, ItemID: i.ID, Type: i.Type, Prices: []catalog.Price{{ID: 1, CurrencyID: own.CurrencyID, Base: 2000}}}
		return indexes.Forge(catalog.SaleItems).Insert(tx, &s)
	})
	return s, err
}

// mailSink is a mail server on this machine that takes everything, with what it took.
type mailSink struct {
	listener net.Listener
	mu       sync.Mutex
	// ids are the Message-IDs that each address got.
	ids map[string][]string
}

func newMailSink(t testing.TB) *mailSink {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &mailSink{listener: listener, ids: map[string][]string{}}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			go s.serve(c)
		}
	}()
	return s
}

// flags let a server send its mails here.
func (s *mailSink) flags() []string {
	return []string{"--smtp-url", "smtp://" + s.listener.Addr().String(), "--smtp-without-tls", "--mail-from", "office@example.com", "--base-url", "https://tickets.example.com"}
}

func (s *mailSink) serve(c net.Conn) {
	defer func() { _ = c.Close() }()
	r := bufio.NewReader(c)
	say := func(text string) { fmt.Fprintf(c, "%s\r\n", text) }
	say("220 sink")
	var to, id string
	inText := false
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimRight(line, "\r\n")
		switch {
		case inText && line == ".":
			inText = false
			s.mu.Lock()
			s.ids[to] = append(s.ids[to], id)
			s.mu.Unlock()
			say("250 taken")
		case inText:
			if rest, ok := strings.CutPrefix(line, "Message-ID: "); ok {
				id = rest
			}
		case strings.HasPrefix(line, "EHLO"):
			say("250-sink\r\n250 8BITMIME")
		case strings.HasPrefix(line, "RCPT"):
			to = strings.Trim(line[len("RCPT TO:"):], "<>")
			say("250 ok")
		case line == "DATA":
			inText = true
			say("354 go on")
		case line == "QUIT":
			say("221 bye")
			return
		default:
			say("250 ok")
		}
	}
}

// took counts the mails that arrived, and how many of them more than once.
func (s *mailSink) took() (mails, twice int, sameID bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sameID = true
	for _, ids := range s.ids {
		mails++
		twice += len(ids) - 1
		for _, id := range ids {
			sameID = sameID && id == ids[0]
		}
	}
	return mails, twice, sameID
}
