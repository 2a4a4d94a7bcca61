package smtp_test

import (
	"crypto/x509"
	"fmt"
	"mime"
	"net"
	netmail "net/mail"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/mail"
	"marquee/app/order"
	"marquee/app/queue"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/handlers/smtp"
	"marquee/indexes"
)

// TestMailServer mails 5,000 confirmations over a real mail server: make test-mail. Each
// arrives once in a form that others read; an address that is refused and one that is put
// off stand in the list with what the server said.
func TestMailServer(t *testing.T) {
	address, folder := os.Getenv("MARQUEE_TEST_SMTP"), os.Getenv("MARQUEE_TEST_MAILDIR")
	if address == "" {
		t.Skip("not asked for: make test-mail")
	}
	is := is.New(t)
	const buyers = 5_000
	w := apptest.New(t, apptest.Calm())
	s := ticketOnSale(t, w)
	for i := range buyers - 2 {
		buy(t, w, s, fmt.Sprintf("buyer%d@example.com", i))
	}
	buy(t, w, s, "bounce@example.org")
	buy(t, w, s, "later@example.org")
	server, err := smtp.New(partner(t, address))
	is.NoErr(err)
	defer server.Close()
	mail.Use(w.App, mail.Post{Carrier: server, From: "office@example.com", BaseURL: "https://tickets.example.com"})
	began := time.Now()
	is.NoErr(w.App.RunJob(t.Context(), mail.WriteJob))
	for left := int64(2); left > 1; { // one is put off
		is.NoErr(w.App.RunJob(t.Context(), queue.SendJob))
		st, err := queue.StatusOf(t.Context(), w.App, "mail")
		is.NoErr(err)
		left = st.Waiting + st.Leased
	}
	t.Logf("%d mails in %v", buyers, time.Since(began).Round(time.Millisecond))
	listed := func(to string) mail.Message {
		page, err := mail.List(t.Context(), w.App, w.A.Owner, mail.Filter{Address: to})
		is.NoErr(err)
		return page.Rows[0]
	}
	is.Equal(listed("bounce@example.org").State, mail.Dead)
	is.Equal(listed("later@example.org").State, mail.Queued)
	t.Logf("refused: %s; put off: %s", listed("bounce@example.org").Reason, listed("later@example.org").Reason)
	page, err := mail.List(t.Context(), w.App, w.A.Owner, mail.Filter{States: []string{"sent"}})
	is.NoErr(err)
	is.Equal(page.Total, int64(buyers-2))
	arrivedOnce(t, folder, buyers-2)
}

// partner is how to reach the server, and a log-in that it refuses.
func partner(t *testing.T, address string) smtp.Config {
	t.Helper()
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		t.Fatal(err)
	}
	pem, err := os.ReadFile(os.Getenv("MARQUEE_TEST_SMTP_CA"))
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	c := smtp.Config{Host: host, Port: n, User: "shop", Password: "wrong", Domain: "example.com", Roots: roots}
	bad, err := smtp.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := bad.Deliver(t.Context(), &mail.Letter{From: "a@example.com", To: "b@example.com", Text: "x", HTML: "x"}); err == nil {
		t.Error("a wrong password was taken")
	}
	c.Password = "secret"
	return c
}

// arrivedOnce reads what lies in the server's folder.
func arrivedOnce(t *testing.T, folder string, want int) {
	t.Helper()
	seen := map[string]int{}
	for deadline := time.Now().Add(5 * time.Minute); len(seen) < want && time.Now().Before(deadline); time.Sleep(time.Second) {
		files, err := filepath.Glob(filepath.Join(folder, "new", "*"))
		if err != nil {
			t.Fatal(err)
		}
		seen = map[string]int{}
		for _, name := range files {
			seen[readOne(t, name)]++
		}
	}
	for to, n := range seen {
		if n != 1 {
			t.Errorf("%s got %d mails", to, n)
		}
	}
	if len(seen) != want {
		t.Errorf("%d arrived, want %d", len(seen), want)
	}
}

// readOne reads a mail as others do, and tells whom it was for.
func readOne(t *testing.T, name string) string {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := netmail.ReadMessage(f)
	if err != nil {
		t.Fatal(err)
	}
	to, err := m.Header.AddressList("To")
	if err != nil || len(to) != 1 {
		t.Fatalf("%s: %v", name, err)
	}
	if kind, _, err := mime.ParseMediaType(m.Header.Get("Content-Type")); err != nil || kind != "multipart/alternative" {
		t.Errorf("%s is %s: %v", name, kind, err)
	}
	return to[0].Address
}

func ticketOnSale(t *testing.T, w *apptest.World) (s catalog.SaleItem) {
	t.Helper()
	err := w.App.Update(t.Context(), w.A.Owner, app.Authenticated, func(tx app.Tx) error {
		e := catalog.Event{Name: "Night of Songs – Grüße", Start: w.Clock.Now().Add(time.Hour), End: w.Clock.Now().Add(2 * time.Hour), Timezone: "UTC", Published: true}
		if err := indexes.Forge(catalog.Events).Insert(tx, &e); err != nil {
			return err
		}
		if err := catalog.PortsOf(tx).EventCreated(tx, &e); err != nil {
			return err
		}
		i := catalog.InventoryItem{Type: catalog.Ticket, Name: "Standing"}
		if err := indexes.Forge(catalog.InventoryItems).Insert(tx, &i); err != nil {
			return err
		}
		s = catalog.SaleItem{EventID: e.ID, ItemID: i.ID, Type: i.Type, Prices: []catalog.Price{{ID: 1, CurrencyID: w.A.Company.CurrencyID, Base: 2000}}}
		return indexes.Forge(catalog.SaleItems).Insert(tx, &s)
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func buy(t *testing.T, w *apptest.World, s catalog.SaleItem, address string) {
	t.Helper()
	n := int64(1)
	b, err := sales.Add(t.Context(), w.App, w.A.Owner, sales.AddToBasket{
		Items: []rules.AddItem{{SaleItemID: s.ID, Quantity: &n}}, Channel: catalog.APIChannel, Buyer: customer.Buyer{Name: "Žofie Müller", Email: address},
	})
	if err == nil {
		_, err = sales.CompleteOrder(t.Context(), w.App, w.A.Owner, sales.Completion{
			Basket: order.Key{ID: b.Order.ID}, Payment: rules.Payment{Method: order.Cash}, Channel: catalog.APIChannel,
		})
	}
	if err != nil {
		t.Fatal(err)
	}
}
