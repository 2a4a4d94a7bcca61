package handlers_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"marquee/app/order"
	"marquee/app/queue"
	"marquee/app/sales"
	"marquee/app/sales/imported"
	"marquee/app/webhook"

	"github.com/matryer/is"
)

// told keeps what outbound calls are about.
type told struct {
	mu  sync.Mutex
	all []webhook.Delivery
}

func (r *told) Render(_ context.Context, d webhook.Delivery) ([]byte, webhook.Result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = append(r.all, d)
	return nil, webhook.Result{}
}

func (*told) Post(context.Context, webhook.Receiver, []webhook.Message) webhook.Result {
	return webhook.Result{Status: 200}
}

// listener is a box office with an endpoint that is told everything.
type listener struct {
	*bookings
	*told
}

func newListener(t *testing.T) *listener {
	l := &listener{newBookings(t), &told{}}
	webhook.Use(l.w.App, l.told, webhook.Policy{})
	url, kinds := "https://receiver.example.com/", webhook.Kinds()
	if _, _, err := webhook.Create(t.Context(), l.w.App, l.w.A.Owner, webhook.Fields{URL: &url, Kinds: &kinds}); err != nil {
		t.Fatal(err)
	}
	return l
}

// job runs a job once.
func (l *listener) job(name string) {
	l.t.Helper()
	if err := l.w.App.RunJob(l.t.Context(), name); err != nil {
		l.t.Fatal(err)
	}
}

// hears sends what is due, and tells what it was about.
func (l *listener) hears() []webhook.Delivery {
	l.t.Helper()
	l.job(webhook.SendJob)
	l.job(queue.SendJob)
	all := l.all
	l.all = nil
	return all
}

// post sends a request and tells an id of the answer.
func (l *listener) post(path, body string, id ...string) int64 {
	l.t.Helper()
	return number(dig(l.api("POST", path, body), id...))
}

// basket holds one ticket of a buyer who is known; sold is one that was paid for in cash.
func (l *listener) basket() (order, item int64) {
	l.t.Helper()
	made := l.api("POST", "/basket-items", `{"items": [{"id": 1, "quantity": 1}], "customerName": "Ada", "customerEmail": "ada@example.com"}`)
	return number(dig(made, "id")), number(dig(made, "orderItems", "id"))
}

func (l *listener) sold() (order, item int64) {
	l.t.Helper()
	order, item = l.basket()
	l.post("/orders/complete", fmt.Sprintf(`{"basketId": %d, "paymentMethod": "cash"}`, order))
	return order, item
}

func (l *listener) reserved() int64 {
	l.t.Helper()
	order, _ := l.basket()
	l.post("/orders/pay-later", fmt.Sprintf(`{"basketId": %d, "method": "payment-link"}`, order))
	return order
}

// scan asks for one at the gate.
func (l *listener) scan(uuid, way, barcode string) {
	l.t.Helper()
	l.api("POST", "/zones/scan", fmt.Sprintf(`{"uuid": "%s", "zoneId": 1, "barcodes": [%q], "scan": %q}`, uuid, barcode, way))
}

// ticket is the code of one that was sold.
func (l *listener) ticket() string {
	l.t.Helper()
	order, _ := l.sold()
	code, _ := dig(l.order(order), "items", "barcode").(string)
	return code
}

// resold is a contract of a ticket that was sold on, and its item.
func (l *listener) resold() (contract, item int64) {
	l.t.Helper()
	l.api("POST", "/resale-settings", `{"enabled": true}`)
	_, item = l.sold()
	contract = l.post("/resale-contracts", fmt.Sprintf(`{"orderItemId": %d, "price": 2000}`, item), "data", "id")
	bought := l.post("/basket-items", fmt.Sprintf(`{"items": [{"orderItemId": %d}], "customerName": "Grace", "customerEmail": "grace@example.com"}`, item), "id")
	l.post("/orders/complete", fmt.Sprintf(`{"basketId": %d, "paymentMethod": "cash"}`, bought))
	return contract, item
}

// Uuids of scans.
const (
	scanOne = "6b1f7d0e-3c0a-4f0e-9d3a-0d5a8c1b2e01"
	scanTwo = "6b1f7d0e-3c0a-4f0e-9d3a-0d5a8c1b2e02"
)

// anything stands for an object whose id the answer does not tell.
const anything = -1

// TestEachKindIsToldOnce has a command for each kind: it makes one call of that kind, about
// what it changed, and beside it those that are named and no others. cause prepares, and
// gives the command, which tells the id of the object.
func TestEachKindIsToldOnce(t *testing.T) {
	t.Parallel()
	done := map[webhook.Kind]bool{}
	for _, c := range []struct {
		name   string
		kind   webhook.Kind
		beside string
		cause  func(l *listener) func() int64
	}{
		{"an order that is paid", webhook.OrderCompleted, "order-changed order-item-changed", func(l *listener) func() int64 {
			basket, _ := l.basket()
			return func() int64 {
				l.post("/orders/complete", fmt.Sprintf(`{"basketId": %d, "paymentMethod": "cash"}`, basket))
				return basket
			}
		}},
		{"an order that waits for its money", webhook.ReservationCreated, "order-changed", func(l *listener) func() int64 {
			basket, _ := l.basket()
			return func() int64 {
				l.post("/orders/pay-later", fmt.Sprintf(`{"basketId": %d, "method": "payment-link"}`, basket))
				return basket
			}
		}},
		{"a deposit that is paid online", webhook.ReservationCreated, "order-changed order-changed", func(l *listener) func() int64 {
			l.api("POST", "/company/settings", `{"isDemo": true}`)
			l.api("POST", "/payment-terms", `{"deposit": {"salesChannels": ["box_office"], "percent": 30, "minimums": {"EUR": 1}, "daysBefore": 1}}`)
			basket, _ := l.basket()
			paid := l.api("POST", "/checkout/create-payment-intent", fmt.Sprintf(`{"basketId": %d, "paymentPlan": {"type": "deposit"}}`, basket))["transactionId"]
			return func() int64 {
				l.api("POST", "/orders/complete", fmt.Sprintf(`{"basketId": %d, "transactionId": "%v"}`, basket, paid))
				return basket
			}
		}},
		{"an order whose money did not come", webhook.OrderFailed, "order-changed", func(l *listener) func() int64 {
			order := l.reserved()
			return func() int64 {
				l.w.Clock.Jump(73 * time.Hour)
				l.job(sales.ExpireBaskets)
				return order
			}
		}},
		{"an order that is paid back", webhook.OrderRefunded, "order-changed order-item-changed", func(l *listener) func() int64 {
			order, _ := l.sold()
			return func() int64 {
				l.post("/orders/refund", fmt.Sprintf(`{"orderId": %d}`, order))
				return order
			}
		}},
		{"money that the gateway keeps", webhook.RefundFailed, "order-changed", func(l *listener) func() int64 {
			l.api("POST", "/company/settings", `{"isDemo": true}`)
			basket, _ := l.basket()
			paid := l.api("POST", "/checkout/create-payment-intent", fmt.Sprintf(`{"basketId": %d}`, basket))["transactionId"]
			l.post("/orders/complete", fmt.Sprintf(`{"basketId": %d, "transactionId": "%v"}`, basket, paid))
			hooks["money goes elsewhere"](l.t, l.w)
			return func() int64 {
				status, answer := attempt(l.h, l.w.A.OwnerToken, "POST", "/orders/refund", fmt.Sprintf(`{"orderId": %d, "online": true}`, basket))
				if status != http.StatusUnprocessableEntity {
					l.t.Fatal("the gateway gave it back: ", status, answer)
				}
				return basket
			}
		}},
		{"an event that is made", webhook.NewEvent, "", func(l *listener) func() int64 {
			return func() int64 {
				return l.post("/events", `{"name": "Gig", "startDate": "2027-07-01 18:00:00", "endDate": "2027-07-01 22:00:00", "settings": {"isOnlineOnly": true}}`, "data", "id")
			}
		}},
		{"a guest who comes", webhook.CheckIn, "scan-recorded", func(l *listener) func() int64 {
			code := l.ticket()
			return func() int64 { l.scan(scanOne, "in", code); return anything }
		}},
		{"a guest who goes", webhook.CheckOut, "scan-recorded", func(l *listener) func() int64 {
			code := l.ticket()
			l.scan(scanOne, "in", code)
			return func() int64 { l.scan(scanTwo, "out", code); return anything }
		}},
		{"a guest who is not let in", webhook.ScanRecorded, "", func(l *listener) func() int64 {
			code := l.ticket()
			l.scan(scanOne, "in", code)
			return func() int64 { l.scan(scanTwo, "in", code); return anything }
		}},
		{"a question that is answered", webhook.FormSubmission, "order-changed order-item-changed customer-changed", func(l *listener) func() int64 {
			question := l.post("/questions", `{"question": "Name on the badge", "type": "text"}`, "data", "id")
			field := l.post("/question-fields", fmt.Sprintf(`{"questionId": %d, "assignedToEntity": "item_tickets", "assignedToId": 1}`, question), "data", "id")
			_, item := l.sold()
			return func() int64 {
				l.post("/data-capture-responses", fmt.Sprintf(`[{"fieldId": %d, "orderItemId": %d, "answer": "Bob"}]`, field, item))
				return item
			}
		}},
		{"a seller who gets the money", webhook.ResalePayout, "wallet-changed", func(l *listener) func() int64 {
			contract, item := l.resold()
			return func() int64 {
				l.post("/resale/settlements", fmt.Sprintf(`{"resaleContractIds": [%d], "autoPayout": true}`, contract))
				return item
			}
		}},
		{"a seller who does not get it", webhook.ResalePayoutFailed, "", func(l *listener) func() int64 {
			contract, item := l.resold()
			settle := fmt.Sprintf(`{"resaleContractIds": [%d], "autoPayout": true}`, contract)
			l.post("/resale/settlements", settle)
			return func() int64 { l.post("/resale/settlements", settle); return item }
		}},
		{"an order that has more time", webhook.OrderChanged, "", func(l *listener) func() int64 {
			order := l.reserved()
			return func() int64 {
				l.post("/orders/pay-later", fmt.Sprintf(`{"basketId": %d, "method": "payment-link", "expiresAt": "2027-06-05 12:00:00"}`, order))
				return order
			}
		}},
		{"a ticket with another code", webhook.ItemChanged, "order-changed", func(l *listener) func() int64 {
			_, item := l.sold()
			return func() int64 {
				l.post("/order-items/regenerate-barcode", fmt.Sprintf(`{"orderItemId": %d}`, item))
				return item
			}
		}},
		{"a customer", webhook.CustomerChanged, "", func(l *listener) func() int64 {
			return func() int64 {
				return l.post("/customers", `{"name": "Joan", "email": "joan@example.com"}`, "data", "id")
			}
		}},
		{"a wallet", webhook.WalletChanged, "", func(l *listener) func() int64 {
			who := l.post("/customers", `{"name": "Joan", "email": "joan@example.com"}`, "data", "id")
			adjust := fmt.Sprintf(`{"customerId": %d, "currencyId": %d, "amount": 250, "reason": "rain"}`, who, l.w.A.Currency().ID)
			l.post("/wallets/adjust", adjust)
			return func() int64 { l.post("/wallets/adjust", adjust); return anything }
		}},
		{"a basket that is left behind", "", "", func(l *listener) func() int64 {
			l.basket()
			return func() int64 {
				l.w.Clock.Jump(24 * time.Hour)
				l.job(sales.ExpireBaskets)
				return anything
			}
		}},
	} {
		done[c.kind] = true
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			l := newListener(t)
			act := c.cause(l)
			l.hears()
			id := act()
			kinds := []string{}
			for _, d := range l.hears() {
				kinds = append(kinds, string(d.Kind))
				if d.Kind == c.kind && id != anything {
					is.Equal(d.ObjectID, id) // it is about what was changed
				}
			}
			want := strings.Fields(string(c.kind) + " " + c.beside)
			slices.Sort(kinds)
			slices.Sort(want)
			is.Equal(kinds, want)
		})
	}
	for _, k := range webhook.Kinds() {
		if !done[k] {
			t.Errorf("no command shows that %s is told", k)
		}
	}
}

// TestBasketsAreNobodysBusiness: of what is done with a basket nobody is told, also where it
// was left behind before anybody looked.
func TestBasketsAreNobodysBusiness(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	l := newListener(t)
	l.basket()
	l.hears() // of the customer
	l.basket()
	l.w.Clock.Jump(73 * time.Hour)
	l.job(sales.ExpireBaskets)
	is.Equal(len(l.hears()), 0)
}

// count sends what is due, and counts what it was about.
func (l *listener) count(kinds ...webhook.Kind) map[webhook.Kind]int {
	l.t.Helper()
	n := map[webhook.Kind]int{}
	for _, d := range l.hears() {
		if slices.Contains(kinds, d.Kind) {
			n[d.Kind]++
		}
	}
	return n
}

// TestSalesOfElsewhere: what a till sold while it was offline is told when it is uploaded, with
// what it gave back; of what another system sold and gave back nothing is, until money goes back
// here.
func TestSalesOfElsewhere(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	l := newListener(t)
	completed, refunded := webhook.OrderCompleted, webhook.OrderRefunded
	upload := func(uuid, items string) map[webhook.Kind]int {
		l.api("POST", "/orders/upload", fmt.Sprintf(`{"purchases": [{"uuid": %q, "currencyId": %d, "date": "2027-06-01 11:00:00", "paymentMethod": "cash", "items": [%s]}]}`, uuid, l.w.A.Currency().ID, items))
		return l.count(completed, refunded)
	}
	is.Equal(upload("one", `{"id": 1, "price": 500}`), map[webhook.Kind]int{completed: 1})
	is.Equal(upload("one", `{"id": 1, "price": 500}`), map[webhook.Kind]int{}) // again
	is.Equal(upload("two", `{"id": 1, "price": 500, "refunded": true}, {"id": 1, "price": 500}`), map[webhook.Kind]int{completed: 1, refunded: 1})

	in := order.ForeignOrder{CurrencyID: l.w.A.Currency().ID, Date: l.w.Clock.Now(), Notify: true, Items: []order.ForeignItem{{SaleItemID: 1, Price: 500, Refunded: true}, {SaleItemID: 1, Price: 500}}}
	in.Buyer.Name, in.Buyer.Email = "Ada", "ada@example.com"
	o, err := imported.ImportOrder(t.Context(), l.w.App, l.w.A.Owner, in)
	is.NoErr(err)
	is.Equal(l.count(completed, refunded), map[webhook.Kind]int{})
	l.api("POST", "/orders/refund", fmt.Sprintf(`{"orderId": %d}`, o.ID))
	is.Equal(l.count(completed, refunded), map[webhook.Kind]int{refunded: 1})
}

// asks lets a question be asked of each unit of a sale item, or of orders of an event.
func (l *listener) asks(entity string, id int64) (field int64) {
	l.t.Helper()
	question := l.post("/questions", `{"question": "Name on the badge", "type": "text"}`, "data", "id")
	return l.post("/question-fields", fmt.Sprintf(`{"questionId": %d, "assignedToEntity": %q, "assignedToId": %d}`, question, entity, id), "data", "id")
}

// answers gives an answer, of an order or of one of its items.
func (l *listener) answers(field int64, of string, id int64, text string) {
	l.t.Helper()
	l.api("POST", "/data-capture-responses", fmt.Sprintf(`[{"fieldId": %d, %q: %d, "answer": %q}]`, field, of, id, text))
}

// TestAnswersInABasketAreToldWhenItIsAnOrder: once, however the order comes to be paid.
func TestAnswersInABasketAreToldWhenItIsAnOrder(t *testing.T) {
	t.Parallel()
	cash := func(l *listener, basket int64) {
		l.api("POST", "/orders/complete", fmt.Sprintf(`{"basketId": %d, "paymentMethod": "cash"}`, basket))
	}
	reserve := func(l *listener, basket int64) {
		l.api("POST", "/orders/pay-later", fmt.Sprintf(`{"basketId": %d, "method": "payment-link"}`, basket))
	}
	online := func(l *listener, basket int64) {
		l.api("POST", "/company/settings", `{"isDemo": true}`)
		paid := l.api("POST", "/checkout/create-payment-intent", fmt.Sprintf(`{"basketId": %d}`, basket))["transactionId"]
		l.api("POST", "/orders/complete", fmt.Sprintf(`{"basketId": %d, "transactionId": "%v"}`, basket, paid))
	}
	type steps []func(*listener, int64)
	for name, c := range map[string]struct {
		steps steps
		told  []int // after each step
	}{
		"paid at the desk":         {steps{cash}, []int{1}},
		"paid online":              {steps{online}, []int{1}},
		"reserved and paid":        {steps{reserve, cash}, []int{1, 0}},
		"reserved and paid online": {steps{reserve, online}, []int{1, 0}},
		"left behind":              {steps{func(l *listener, _ int64) { l.w.Clock.Jump(73 * time.Hour); l.job(sales.ExpireBaskets) }}, []int{0}},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			l := newListener(t)
			field := l.asks("item_tickets", 1)
			made := l.api("POST", "/basket-items", `{"items": [{"id": 1, "quantity": 2}], "customerName": "Ada", "customerEmail": "ada@example.com"}`)
			basket := number(dig(made, "id"))
			var told []int64
			forms := func() int {
				n := 0
				for _, d := range l.hears() {
					if d.Kind == webhook.FormSubmission {
						told, n = append(told, d.ObjectID), n+1
					}
				}
				return n
			}
			item := number(dig(l.order(basket), "items", "id"))
			l.answers(field, "orderItemId", item, "B")
			l.answers(field, "orderItemId", item, "Bob")
			is.Equal(forms(), 0) // it is a basket
			for i, step := range c.steps {
				step(l, basket)
				is.Equal(forms(), c.told[i])
			}
			for _, id := range told {
				is.Equal(id, item) // the other one has no answer
			}
		})
	}
}

// TestAnswersOfAnOrderAreToldOfItsItems: those that the question is about.
func TestAnswersOfAnOrderAreToldOfItsItems(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	l := newListener(t)
	field := l.asks("events", 1)
	basket := l.post("/basket-items", `{"items": [{"id": 1, "quantity": 2}], "customerName": "Ada", "customerEmail": "ada@example.com"}`, "id")
	l.answers(field, "orderId", basket, "Bob")
	l.api("POST", "/orders/complete", fmt.Sprintf(`{"basketId": %d, "paymentMethod": "cash"}`, basket))
	form := webhook.FormSubmission
	is.Equal(l.count(form), map[webhook.Kind]int{form: 2})
	l.answers(field, "orderId", basket, "Bob")
	is.Equal(l.count(form), map[webhook.Kind]int{}) // nothing changed
	l.answers(field, "orderId", basket, "Rob")
	is.Equal(l.count(form), map[webhook.Kind]int{form: 2})
}
