package cli_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/invoice"

	"github.com/matryer/is"
)

var invoiceKills = flag.Int("invoices.kills", 6, "how often the server is killed while it writes invoices")

// TestInvoicesUnderKills kills the real binary again and again while many callers buy and are
// refunded, so that invoices and corrections are written. The numbers of each series and year
// stay without gaps, whoever was told of a purchase has an invoice, and whoever was told of a
// refund a correction.
func TestInvoicesUnderKills(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	dir := t.TempDir()
	made, err := exec.Command(filepath.Join(binary, "marquee"), "demo", "--data", dir, "--orders", "60", "--json").Output()
	is.NoErr(err)
	var keys struct{ Token string }
	is.NoErr(json.Unmarshal(made, &keys))
	rng := rand.New(rand.NewPCG(*killSeed, 79))
	b := &invoiced{token: keys.Token, owed: map[int64]int{}}
	for round := range *invoiceKills {
		s := startServer(t, dir)
		// Another series in every other life: each is counted by itself.
		status, answer, err := post(newClient(), s.base+"/v1/company/settings", keys.Token, fmt.Sprintf(
			`{"isDemo": false, "billingDetails": {"name": "Isle Ltd", "address": "1 Quay\n20457 Hamburg", "salesTaxNumber": "DE123456789"}, "invoices": {"issue": "always", "countryId": "DE", "series": %q}}`,
			[]string{"EVEN", "ODD"}[round%2]))
		is.NoErr(err)
		if status != 200 {
			t.Fatal(answer)
		}
		stop := b.run(s.base)
		time.Sleep(shortLife + time.Duration(rng.Int64N(int64(longLife-shortLife)))) // the moment of the kill
		s.kill(t)
		stop()
		verifyStore(t, dir)
	}
	numbers, documents := writtenInvoices(t, dir)
	for series, all := range numbers {
		slices.Sort(all)
		for i, n := range all {
			if n != int64(i+1) {
				t.Fatalf("series %s has %d in the place of %d", series, n, i+1)
			}
		}
	}
	is.True(len(b.owed) > *invoiceKills)
	for order, want := range b.owed {
		if documents[order] < want {
			t.Errorf("order %d has %d documents, want %d", order, documents[order], want)
		}
	}
	is.True(len(numbers) >= 2)
	t.Logf("%d kills, %d orders acknowledged, series %v", *invoiceKills, len(b.owed), slices.Sorted(maps.Keys(numbers)))
}

// invoiced are buyers, of whom every third is refunded.
type invoiced struct {
	token string
	mu    sync.Mutex
	// owed is how many documents an order has at least.
	owed map[int64]int
}

func (b *invoiced) run(base string) (stop func()) {
	var wg sync.WaitGroup
	over := make(chan struct{})
	client := newClient()
	for n := range killClients {
		wg.Go(func() {
			for i := n; ; i++ {
				select {
				case <-over:
					return
				default:
				}
				status, answer, err := post(client, base+"/v1/basket-items", b.token,
					`{"items": [{"id": 1, "quantity": 1}], "customerName": "Buyer", "customerEmail": "buyer@example.com", "autocomplete": true, "paymentMethod": "cash"}`)
				if err != nil {
					return
				}
				var sold struct{ ID int64 }
				if status >= 300 || json.Unmarshal([]byte(answer), &sold) != nil {
					continue
				}
				b.owe(sold.ID, 1)
				if i%3 > 0 {
					continue
				}
				status, _, err = post(client, base+"/v1/orders/refund", b.token, fmt.Sprintf(`{"orderId": %d}`, sold.ID))
				if err == nil && status < 300 {
					b.owe(sold.ID, 2)
				}
			}
		})
	}
	return func() { close(over); wg.Wait(); client.CloseIdleConnections() }
}

func (b *invoiced) owe(order int64, documents int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.owed[order] = documents
}

// writtenInvoices are the numbers of each series and year, and how many documents each order has.
func writtenInvoices(t *testing.T, dir string) (numbers map[string][]int64, documents map[int64]int) {
	t.Helper()
	a, closeStore := openStore(t, dir)
	defer closeStore()
	numbers, documents = map[string][]int64{}, map[int64]int{}
	c := &app.Caller{CompanyID: 1, Super: true}
	for f := (invoice.Filter{Limit: invoice.MaxPage}); ; f.Offset += f.Limit {
		page, err := invoice.List(context.Background(), a, c, f)
		if err != nil {
			t.Fatal(err)
		}
		for i := range page.Rows {
			d := &page.Rows[i].Document
			series := fmt.Sprint(d.Series, d.Year)
			numbers[series] = append(numbers[series], d.Count)
			documents[d.OrderID]++
		}
		if len(page.Rows) < invoice.MaxPage {
			return numbers, documents
		}
	}
}
