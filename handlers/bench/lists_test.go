package bench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/handlers/rest"
	"marquee/indexes"
)

const (
	// pageGoal is what the dearest first page of a list with one filter may take,
	// asked alone over a million order items, in milliseconds.
	pageGoal = 5
	// anyPageGoal is the same for a page anywhere in a list, with any filters.
	anyPageGoal = 100
	// pagesTimed is how often a page is asked for; the median counts.
	pagesTimed = 25
)

// listPage is a list of the API with the filters that a client sends.
type listPage struct {
	path    string
	filters url.Values
	// shared names are those of thousands, and each match is looked at.
	shared bool
}

func (l listPage) String() string {
	text, _ := url.QueryUnescape(l.filters.Encode())
	return strings.TrimSuffix(l.path+"?"+text, "?")
}

// known is what the filters of the lists name: things that stand in the middle of
// the festival, before what earlier measurements sold to nobody.
type known struct {
	order              order.Order
	email, name, first string
	customer           int64
	since              string
}

func (s *hotStore) known(r app.Reader) (k known, err error) {
	for hit, err := range order.Orders.Scan(r, indexes.From(int64(*hotOrders)/2)) {
		if err != nil {
			return k, err
		}
		if k.order = hit.Rec; k.order.CustomerID != 0 && k.order.Reference != "" {
			break
		}
	}
	buyer, err := customer.Customers.Get(r, k.order.CustomerID)
	k.email, k.customer, k.name, k.first = buyer.Email, buyer.ID, buyer.Name, buyer.FirstName()
	k.since = s.moment(1)
	return k, err
}

// singleFilters are the lists with each filter alone.
func (s *hotStore) singleFilters(k known) (all []listPage) {
	add := func(path string, filters ...string) {
		all = append(all, listPage{path: path})
		for _, f := range filters {
			name, value, _ := strings.Cut(f, "=")
			all = append(all, listPage{path: path, filters: url.Values{name: {value}}})
		}
	}
	event, since := fmt.Sprintf("=%d", s.event), "lastUpdated="+k.since
	add("/v1/orders", "withReservations=true", "customerName="+k.name, "reference="+k.order.Reference, "query="+k.email,
		"query="+k.name, "query="+k.order.Reference[:4], "contains=product", "containsResale=false",
		"containsOrderModification=true", "eventId"+event, since, "withTrashed=true")
	add("/v1/order-items", "type=ticket", "isResale=false", "isOrderModification=true", fmt.Sprintf("customerId=%d", k.customer),
		fmt.Sprintf("orderId=%d", k.order.ID), "eventIds"+event, since, "withTrashed=true")
	add("/v1/transactions", "type=cash", "startDate="+k.since, "endDate="+k.since, since)
	add("/v1/customers", since, "withTrashed=true")
	add("/v1/sale-items", "eventId"+event, "types=ticket", since)
	add("/v1/events", "query=festival", since, "onlyOnSale=true")
	all = append(all,
		listPage{path: "/v1/zones/items", filters: url.Values{"zoneId": {fmt.Sprint(s.zone)}}},
		listPage{path: "/v1/entry/tickets", filters: url.Values{"eventId": {event[1:]}}},
		listPage{path: "/v1/entry/tickets", filters: url.Values{"eventId": {event[1:]}, "startTime": {rest.Stamp(s.first)}}},
		listPage{path: "/v1/zones/items", filters: url.Values{"zoneId": {fmt.Sprint(s.zone)}, "query": {k.first}}, shared: true},
		listPage{path: "/v1/orders", filters: url.Values{"customerName": {k.first}}, shared: true},
		listPage{path: "/v1/orders", filters: url.Values{"query": {k.first}}, shared: true},
		listPage{path: "/v1/search", filters: url.Values{"q": {k.name}}, shared: true},
		listPage{path: "/v1/search", filters: url.Values{"q": {k.first}}, shared: true},
		listPage{path: "/v1/search", filters: url.Values{"q": {k.order.Reference}}},
	)
	return all
}

// listPages times a page of every list with one filter, at its beginning, its middle
// and its end.
func (c *comparison) listPages() {
	var k known
	must(c.t, c.s.app.View(c.t.Context(), c.s.owner, app.Authenticated, func(r app.Reader) (err error) {
		k, err = c.s.known(r)
		return err
	}))
	table := sheet{}
	table.row("page of 100, one filter, alone", "rows", "first, ms", "middle, ms", "last, ms")
	var first, any time.Duration
	for _, l := range c.s.singleFilters(k) {
		rows := l.rows(c.t, c.s)
		at := func(offset int64) time.Duration { return l.timed(c.s, max(0, offset)) }
		begin, middle, end := at(0), at(rows/2), at(rows-100)
		table.row(l, grouped(rows), milliseconds(begin), milliseconds(middle), milliseconds(end))
		if any = max(any, begin, middle, end); !l.shared {
			first = max(first, begin)
		}
	}
	table.show(c.t, "speed lists")
	c.atMost("dearest first page of a list with one filter, p50 alone", float64(first)/1e6, pageGoal, 0, "but for names that thousands share")
	c.in("ms")
	c.atMost("dearest page anywhere in a list with one filter, p50 alone", float64(any)/1e6, anyPageGoal, 0, "names that thousands share too")
	c.in("ms")
}

func milliseconds(d time.Duration) string { return fmt.Sprintf("%.2f", float64(d)/1e6) }

// rows is the total that the list tells.
func (l listPage) rows(t testing.TB, s *hotStore) int64 {
	var body struct {
		Meta       struct{ Total int64 }
		Pagination struct{ Total int64 }
		Total      int64
	}
	answer := s.answer("GET", l.at(0), 200, "")
	if bytes.HasPrefix(answer, []byte("[")) {
		return s.items // a zone that opens for everything, in a list that tells no total
	}
	if err := json.Unmarshal(answer, &body); err != nil {
		t.Fatalf("%s: %v: %.200s", l, err, answer)
	}
	return max(body.Meta.Total, body.Pagination.Total, body.Total)
}

func (l listPage) at(offset int64) string {
	q := url.Values{"limit": {"100"}}
	for name, values := range l.filters {
		q[name] = values
	}
	if offset > 0 {
		q.Set("offset", fmt.Sprint(offset))
	}
	return l.path + "?" + q.Encode()
}

// timed is the median time of the page that begins behind so many rows.
func (l listPage) timed(s *hotStore, offset int64) time.Duration {
	took := make([]time.Duration, pagesTimed)
	for i := range took {
		start := time.Now()
		s.answer("GET", l.at(offset), 200, "")
		took[i] = time.Since(start)
	}
	return median(took)
}
