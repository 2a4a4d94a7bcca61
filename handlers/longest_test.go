package handlers_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"marquee/app/apptest"
	"marquee/handlers"
	"marquee/kv"
	"marquee/kv/kvtest"
	"marquee/kv/mem"
)

// longestClosure is what one closure may take of the writer, as counted.
const longestClosure = 50 * time.Millisecond

// closures counts what each closure alone takes.
type closures struct {
	kv.Engine
	meter *kvtest.Metered
	mu    sync.Mutex
	worst kvtest.Counts
}

func (c *closures) Update(ctx context.Context, fn func(kv.Tx) error) error {
	return c.Engine.Update(ctx, func(tx kv.Tx) error {
		c.mu.Lock()
		defer c.mu.Unlock() // one after the other, as a writer runs them
		c.meter.Reset()
		err := fn(tx)
		if n := c.meter.Reset(); counted(n) > counted(c.worst) {
			c.worst = n
		}
		return err
	})
}

// counted is about how long a closure takes with a store in a file: reads by what they
// cost there, writes with their indexes and their encoding.
func counted(n kvtest.Counts) time.Duration {
	return time.Duration(n.Gets+n.Scans)*3*time.Microsecond + time.Duration(n.Pairs)*200*time.Nanosecond +
		time.Duration(n.Puts+n.Deletes)*3*time.Microsecond + time.Duration(n.BytesWritten)
}

// repeated joins so many texts.
func repeated(n int, text func(i int) string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = text(i)
	}
	return strings.Join(all, ",")
}

// TestNoWriteHoldsTheWriterLong sends every write that takes a list as many entries as it
// takes, in the order that costs most, and holds each of its closures to a budget: what is
// more is done in pieces.
func TestNoWriteHoldsTheWriterLong(t *testing.T) {
	kvtest.SingleGoroutine(t)
	clock := apptest.NewClock()
	engine := mem.New(mem.Options{Clock: clock.Now})
	t.Cleanup(func() { _ = engine.Close() })
	meter := kvtest.Meter(engine)
	c := &closures{Engine: meter, meter: meter}
	w := apptest.New(t, apptest.Calm(), apptest.WithClock(clock), apptest.On(c))
	s := stock(t, w, handlers.New(w.App, handlers.Options{}), w.A, "Long")
	send := func(request string) map[string]any {
		t.Helper()
		method, after, _ := strings.Cut(request, " ")
		path, body, _ := strings.Cut(after, " ")
		clock.Jump(time.Second)
		c.worst = kvtest.Counts{}
		answer := s.make(method, path, body)
		if took := counted(c.worst); took > longestClosure {
			t.Errorf("%.120s: a closure takes %v: %+v", request, took, c.worst)
		} else if took > longestClosure/10 {
			t.Logf("%8v %.90s", took.Round(100*time.Microsecond), request)
		}
		return answer
	}
	id := func(answer map[string]any, name string) {
		if s.ids[name] = number(dig(answer, "data", "id")); s.ids[name] == 0 {
			s.ids[name] = number(dig(answer, "id"))
		}
	}
	const pricing = `"saleItemData": {"pricing": [{"currencyId": $currencyId$, "basePrice": 100}]`
	var items []int64
	for i := range 100 {
		made := send(fmt.Sprintf(`POST /events/tickets {"eventId": $eventId$, %s}, "itemData": {"name": "Item %d", "hasUnlimitedStock": true}}`, pricing, i))
		items = append(items, number(dig(made, "data", "id")))
	}
	list := repeated(len(items), func(i int) string { return itoa(items[i]) })
	for i := range 3 { // a basket takes a thousand lines of fees
		send(fmt.Sprintf(`POST /fees {"name": "Fee %d", "amount": 1, "per": "item", "eventId": $eventId$}`, i))
	}
	send(`POST /events/update {"id": $eventId$, "settings": {"maxTicketsPerCustomer": 1000000}}`)
	wish := repeated(99, func(i int) string { return fmt.Sprintf(`{"id": %d, "quantity": 3}`, items[99-i]) })
	id(send(`POST /basket-items {"customerId": $customerId$, "items": [`+wish+`]}`), "basketId")
	send(`DELETE /baskets {"basketId": "$basketId$"}`)
	id(send(`POST /basket-items {"customerId": $customerId$, "items": [`+wish+`]}`), "basketId")
	send(`POST /discount-codes/percentage {"code": "TENTH", "amount": 10, "saleItems": [` + list + `]}`)
	send(`POST /basket/discounts {"basketId": "$basketId$", "code": "TENTH"}`)
	sold := send(`POST /orders/complete {"basketId": "$basketId$", "paymentMethod": "cash"}`)
	var codes []string
	for _, it := range sold["items"].([]any) {
		if code, _ := it.(map[string]any)["barcode"].(string); code != "" {
			codes = append(codes, code)
		}
	}
	send(`POST /zones/scan {"uuid": "fifty", "zoneId": $zoneId$, "scan": "in", "ignoreCapacity": "1", "barcodes": [` +
		repeated(50, func(i int) string { return `"` + codes[i] + `"` }) + `]}`)
	row := func(code string, second int) string {
		return fmt.Sprintf(`{"uuid": "r%s%d", "barcode": "%s", "eventId": $eventId$, "scan": "%s", "scannedOn": "%s"}`, code, second, code,
			[]string{"in", "out"}[second%2], clock.Now().Add(-time.Duration(second)*time.Second).Format("2006-01-02 15:04:05"))
	}
	send(`POST /entry/tickets {"tickets": [` + repeated(1000, func(i int) string { return row(codes[60], 1+i) }) + `]}`)
	send(`POST /entry/tickets {"tickets": [` + repeated(1000, func(i int) string { return row(codes[i%len(codes)], 2000-i) }) + `]}`)
	send(`POST /customers/update {"id": $customerId$, "firstName": "Renamed"}`)
	send(`POST /orders/upload {"purchases": [` + repeated(16, func(i int) string {
		units := repeated(300, func(j int) string { return fmt.Sprintf(`{"id": %d, "price": 5, "refunded": true}`, items[(i+j)%100]) })
		return fmt.Sprintf(`{"uuid": "till%d", "currencyId": $currencyId$, "date": "2027-06-01 11:00:00", "paymentMethod": "cash", "items": [%s]}`, i, units)
	}) + `]}`)
	id(send(`POST /events/tickets {"eventId": $eventId$, `+pricing+`}, "itemData": {"name": "Press", "requiresApproval": true, "hasUnlimitedStock": true}}`), "asked")
	id(send(`POST /basket-items {"items": [{"id": $asked$, "quantity": 300}], "customerId": $customerId$}`), "basketId")
	send(`POST /orders/complete {"basketId": "$basketId$"}`)
	send(`POST /order-item/approve {"orderItems": [{"saleItemId": $asked$, "customerEmail": "guest$venueId$@long.example.com", "approve": true}]}`)
	id(send(`POST /access-codes {"code": "FAMILY", "saleItems": [`+list+`]}`), "family")
	send(`POST /access-codes/children {"id": $family$, "quantity": 10000}`)
	send(`DELETE /access-codes {"id": $family$}`)
	send(`POST /access-codes/restore {"id": $family$}`)
	send(`POST /zones/update {"id": $zoneId$, "saleItemIds": [` + list + `]}`)
	id(send(`POST /events {"name": "Slots", "startDate": "2027-08-01 10:00:00", "endDate": "2027-08-03 10:00:00", "venueId": $venueId$, "tags": [`+
		repeated(100, func(i int) string { return fmt.Sprintf(`{"name": "tag %d"}`, i) })+`]}`), "slots")
	send(`POST /timeslots/series {"eventId": $slots$, "start": "2027-08-01 10:00:00", "end": "2027-08-01 11:00:00", "unit": "hours", "step": 2}`)
	question := send(`POST /questions {"question": "Which?", "type": "radio", "options": [` + repeated(300, func(i int) string { return fmt.Sprintf(`{"value": "Option %d"}`, i) }) + `]}`)
	id(question, "question")
	id(send(`POST /question-fields {"questionId": $question$, "assignedToEntity": "events", "assignedToId": $eventId$}`), "field")
	send(`DELETE /questions {"id": $question$}`)
	send(`DELETE /events {"id": $slots$}`)
	send(`POST /events/restore {"id": $slots$}`)
}
