package bench

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/entry"
	"marquee/handlers"
	"marquee/handlers/rest"
	"marquee/kv"
	"marquee/kv/kvtest"
)

const (
	// dearestCPU and dearestMemory are what no read may take, whatever its caller asks
	// for: in milliseconds of a processor, and in megabytes that it holds at a time.
	dearestCPU    = 100
	dearestMemory = 16
	// dearestCounted is the same for a small store, where time says nothing: what the
	// reads of the store and the memory come to, in milliseconds.
	dearestCounted = 25
)

// readCall is an operation that reads, with what can be asked of it.
type readCall struct {
	path   string
	params []readParam
}

type readParam struct {
	name     string
	values   []string
	required bool
}

// asked is a request: which value of each parameter, -1 for none.
type asked []int

// cost is what a request took.
type cost struct {
	query        string
	counted, cpu time.Duration
	allocated    int64
	held         int64
}

// search looks for the dearest request of each operation: at random at first, and then
// by changing one parameter after the other for the worse.
type search struct {
	s       *hotStore
	words   map[string][]string
	measure func(cost) time.Duration // what is dear
	random  int                      // requests of each operation at random
	climbed int                      // and changed ones
}

// TestNoReadIsDear holds every read to its budget on a small store, which has an event
// with as many zones and items as there may be.
func TestNoReadIsDear(t *testing.T) {
	kvtest.SingleGoroutine(t)
	s := openHotStore(t)
	wide := s.widen(t)
	f := s.searching(t, wide, func(c cost) time.Duration { return c.counted })
	f.random, f.climbed = 40, 60
	all := f.dearest()
	for _, c := range all {
		if c.counted > dearestCounted*time.Millisecond || c.allocated > dearestMemory<<20 {
			t.Errorf("%s: as counted %v, at most %d ms; %d kB, at most %d MB", c.query, c.counted, dearestCounted, c.allocated>>10, dearestMemory)
		}
	}
	for _, c := range all[:min(8, len(all))] {
		t.Logf("%8v %6d kB %s", c.counted.Round(10*time.Microsecond), c.allocated>>10, c.query)
	}
}

// TestDearest finds the dearest reads, and scans beside sixty-four of them.
func TestDearest(t *testing.T) {
	if !*speedTable {
		t.Skip("make bench-dearest asks for it")
	}
	c := &comparison{t: t, s: openHotStoreOver(t, func(e kv.Engine) kv.Engine { return e }), n: new(atomic.Int64)}
	server := httptest.NewServer(c.s.handler)
	defer server.Close()
	c.product = server.URL
	c.dearestReads()
	c.crowd()
	c.sheet().show(t, "speed dearest goals")
}

// dearestReads is the same over a million items, with the time of a processor.
func (c *comparison) dearestReads() {
	c.caughtUp()
	f := c.s.searching(c.t, c.s.widen(c.t), func(c cost) time.Duration { return c.cpu })
	f.random, f.climbed = 40, 60
	all := f.dearest()
	table := sheet{}
	table.row("dearest read that a search finds", "CPU, ms", "allocated, kB", "held, kB")
	for i := range all {
		all[i].held = f.holds(all[i].query)
	}
	memory := slices.MaxFunc(all, func(a, b cost) int { return cmp.Compare(a.held, b.held) })
	for _, d := range append(all[:min(12, len(all)):min(12, len(all))], memory) {
		table.row(d.query, milliseconds(d.cpu), grouped(d.allocated>>10), grouped(d.held>>10))
	}
	table.show(c.t, "speed dearest")
	c.atMost("dearest read that a search finds, CPU", float64(all[0].cpu)/1e6, dearestCPU, 0, "%s", all[0].query)
	c.in("ms")
	c.atMost("most memory that a read holds", float64(memory.held)/1e6, dearestMemory, 0, "%s", memory.query)
	c.in("MB")
	for _, d := range all[:min(4, len(all))] {
		c.dear = append(c.dear, d.query)
	}
}

// wideEvent is an event with as many zones as there may be, each with as many items as a
// large event has.
type wideEvent struct{ event, zone, item int64 }

const (
	wideZones = entry.MaxZones
	wideItems = 100
)

func (s *hotStore) widen(t testing.TB) (w wideEvent) {
	t.Helper()
	ctx, start := t.Context(), time.Now().Add(time.Hour)
	end, name, online := start.Add(24*time.Hour), "Wide", true
	made, err := catalog.CreateEvent(ctx, s.app, s.owner, catalog.EventChange{Name: &name, Start: &start, End: &end, OnlineOnly: &online})
	must(t, err)
	w.event = made.Event.ID
	settings, err := company.Settings(ctx, s.app, s.owner)
	must(t, err)
	var items []int64
	for i := range wideItems {
		name := fmt.Sprintf("Wide ticket %d", i)
		v, err := catalog.CreateSaleItem(ctx, s.app, s.owner, catalog.NewSaleItem{Type: catalog.Ticket, EventID: w.event, Item: catalog.ItemChange{Name: &name},
			Sale: catalog.SaleItemChange{Prices: &[]catalog.Price{{CurrencyID: settings.CurrencyID, Base: 1000}}}})
		must(t, err)
		items = append(items, v.SaleItem.ID)
	}
	for i := range wideZones - 1 {
		name := fmt.Sprintf("Wide zone %d", i)
		z, err := entry.CreateZone(ctx, s.app, s.owner, w.event, entry.ZoneFields{Name: &name, SaleItemIDs: &items})
		must(t, err)
		w.zone = z.ID
	}
	w.item = items[0]
	return w
}

// searching knows what requests can name.
func (s *hotStore) searching(t testing.TB, w wideEvent, measure func(cost) time.Duration) *search {
	t.Helper()
	var k known
	must(t, s.app.View(t.Context(), s.owner, app.Authenticated, func(r app.Reader) (err error) {
		k, err = s.known(r)
		return err
	}))
	ids := func(all ...int64) (texts []string) {
		for _, id := range all {
			texts = append(texts, fmt.Sprint(id))
		}
		return texts
	}
	words := []string{k.first, k.first[:1], k.name, k.email, "a", "e", "s", "m a", "e a", "example", "festival", "wide", k.order.Reference, k.order.Reference[:1], k.order.Reference[:3]}
	return &search{s: s, measure: measure, words: map[string][]string{
		"text": words, "time": {rest.Stamp(s.first), k.since, rest.Stamp(s.last)}, "number": {"0", "1", "100"},
		"event": ids(s.event, w.event), "zone": ids(s.zone, w.zone, 1), "customer": ids(k.customer, 1), "order": ids(k.order.ID, 1),
		"item": ids(k.order.ItemIDs[0], w.item, s.tokens), "currency": ids(1), "limit": {"1", "100", "1000"},
		"offset": {"100", "5000", fmt.Sprint(s.items / 2), fmt.Sprint(s.items - 200)}, "page": {"2", "40"},
	}}
}

// kindsOfText tells by words in the name of a parameter what it can name.
var kindsOfText = []struct{ word, kind string }{
	{"limit", "limit"}, {"offset", "offset"}, {"page", "page"}, {"event", "event"}, {"zone", "zone"}, {"customerid", "customer"},
	{"orderid", "order"}, {"basketid", "order"}, {"item", "item"}, {"currency", "currency"}, {"date", "time"}, {"time", "time"}, {"updated", "time"},
	{"ending", "time"}, {"starting", "time"},
}

// calls are the operations that read, with the values of their parameters.
func (f *search) calls() (all []readCall) {
	d := handlers.Document(handlers.Routes(f.s.app))
	for _, path := range d.Paths.Names() {
		item, _ := d.Paths.Get(path)
		op, reads := item.Get("get")
		if !reads {
			continue
		}
		call := readCall{path: path}
		for _, p := range op.Parameters {
			if p.Ref != "" {
				p, _ = d.Components.Parameters.Get(p.Ref[strings.LastIndex(p.Ref, "/")+1:])
			}
			if p.In == "query" && p.Name != "only" && p.Name != "except" {
				call.params = append(call.params, readParam{p.Name, f.values(path, p), p.Required})
			}
		}
		all = append(all, call)
	}
	return all
}

// values are what a parameter can say.
func (f *search) values(path string, p rest.Parameter) []string {
	s, name := p.Schema, strings.ToLower(p.Name)
	if s.Items != nil && len(s.Items.Enum) > 0 {
		all := words(s.Items.Enum)
		return append(all, strings.Join(all, ","), strings.Join(all[:(len(all)+1)/2], ","), strings.Join(all[len(all)/2:], ","))
	}
	if len(s.Enum) > 0 {
		return words(s.Enum)
	}
	if name == "id" || name == "identifier" {
		name = strings.ToLower(path) + "id"
	}
	for _, k := range kindsOfText {
		if strings.Contains(name, k.word) {
			return f.words[k.kind]
		}
	}
	switch fmt.Sprint(s.Type) {
	case "boolean":
		return []string{"true", "false"}
	case "integer", "number", "[integer null]":
		return f.words["number"]
	}
	return f.words["text"]
}

func words(of []any) (texts []string) {
	for _, v := range of {
		texts = append(texts, fmt.Sprint(v))
	}
	return texts
}

// dearest gives the dearest request of each operation, the dearest of all first.
func (f *search) dearest() (all []cost) {
	for _, call := range f.calls() {
		hash := fnv.New64a()
		_, _ = hash.Write([]byte(call.path))
		all = append(all, f.climb(call, rand.New(rand.NewPCG(1, hash.Sum64()))))
	}
	slices.SortFunc(all, func(a, b cost) int { return cmp.Compare(f.measure(b), f.measure(a)) })
	return all
}

// climb searches one operation.
func (f *search) climb(call readCall, random *rand.Rand) (worst cost) {
	at := make(asked, len(call.params))
	try := func(a asked) {
		if c := f.ask(call, a); f.measure(c) > f.measure(worst) {
			worst, at = c, slices.Clone(a)
		}
	}
	f.ask(call, at) // once for nothing, so that no page is the first to be seen
	worst = f.ask(call, at)
	for range f.random {
		try(call.random(random))
	}
	for range f.climbed {
		a := slices.Clone(at)
		for range 1 + random.IntN(2) {
			if len(a) > 0 {
				call.change(a, random.IntN(len(a)), random)
			}
		}
		try(a)
	}
	return worst
}

func (c *readCall) random(r *rand.Rand) asked {
	a := make(asked, len(c.params))
	for i := range a {
		if a[i] = -1; c.params[i].required || r.IntN(3) == 0 {
			a[i] = r.IntN(len(c.params[i].values))
		}
	}
	return a
}

func (c *readCall) change(a asked, i int, r *rand.Rand) {
	if a[i] = r.IntN(len(c.params[i].values)+1) - 1; a[i] < 0 && c.params[i].required {
		a[i] = 0
	}
}

func (c *readCall) query(a asked) string {
	q := url.Values{}
	for i, v := range a {
		if v >= 0 {
			q.Set(c.params[i].name, c.params[i].values[v])
		}
	}
	return strings.TrimSuffix("/v1"+c.path+"?"+q.Encode(), "?")
}

// holds is the most memory that a request holds at a time, with what it leaves behind
// collected soon.
func (f *search) holds(path string) (most int64) {
	defer debug.SetGCPercent(debug.SetGCPercent(2))
	runtime.GC()
	now := func() int64 {
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		metrics.Read(sample)
		return int64(sample[0].Value.Uint64())
	}
	before, done := now(), make(chan struct{})
	go func() { defer close(done); f.weigh(path) }()
	for {
		select {
		case <-done:
			return most
		case <-time.After(200 * time.Microsecond):
			most = max(most, now()-before)
		}
	}
}

// cursorIn is the cursor of a page.
var cursorIn = regexp.MustCompile(`"cursor":"([^"]+)"`)

// ask makes a request. What it may be answered is not looked at, but for the cursor: the
// next requests can go on from there.
func (f *search) ask(call readCall, a asked) cost {
	c, answer := f.weigh(call.query(a))
	if found := cursorIn.FindSubmatch(answer); found != nil {
		for i := range call.params {
			if p := &call.params[i]; p.name == "cursor" && len(p.values) < 30 {
				p.values = append(p.values, string(found[1]))
			}
		}
	}
	return c
}

// weigh makes a request and tells what it took, and what was answered.
func (f *search) weigh(path string) (cost, []byte) {
	c := cost{query: path}
	in := httptest.NewRequest(http.MethodGet, c.query, nil)
	in.Header.Set("Authorization", "Bearer "+f.s.token)
	out := httptest.NewRecorder()
	var before, after runtime.MemStats
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if f.s.meter != nil {
		f.s.meter.Reset()
	}
	runtime.ReadMemStats(&before)
	cpu := threadCPU()
	f.s.handler.ServeHTTP(out, in)
	c.cpu = threadCPU() - cpu
	runtime.ReadMemStats(&after)
	c.allocated = int64(after.TotalAlloc - before.TotalAlloc)
	if f.s.meter != nil {
		n := f.s.meter.Counts()
		c.counted = time.Duration(n.Gets+n.Scans)*3*time.Microsecond + time.Duration(n.Pairs)*150*time.Nanosecond + time.Duration(c.allocated/2)
	}
	return c, out.Body.Bytes()
}
