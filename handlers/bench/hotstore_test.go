package bench

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/areas"
	"marquee/app/company"
	"marquee/app/demo"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/handlers"
	"marquee/indexes"
	"marquee/kv"
	"marquee/kv/bolt"
	"marquee/kv/kvtest"
)

// business is what the stores of these tests keep.
var business = areas.Definition()

// hotOrders is the size of the store below the hot paths. 225,000 orders are
// about a million order items; make bench asks for them.
var hotOrders = flag.Int("hot.orders", 3000, "orders in the store that the hot paths run on")

// hotStore is a festival in a file, with what the hot paths need of it at hand.
type hotStore struct {
	handler  http.Handler
	meter    *kvtest.Metered
	app      *app.App
	owner    *app.Caller
	token    string
	event    int64
	zone     int64 // opens for everything, in and out by turns
	items    int64 // in the festival
	tokens   int64 // the sale item without limits, sold in pairs
	barcodes []string
	first    time.Time // of the order feed
	last     time.Time
}

// openHotStore copies the festival of the wanted size, made once and kept in the
// folder for temporary files, and opens the copy.
func openHotStore(t testing.TB) *hotStore {
	var m *kvtest.Metered
	s := openHotStoreOver(t, func(e kv.Engine) kv.Engine { m = kvtest.Meter(e); return m })
	s.meter = m
	return s
}

// openHotStoreOver puts something of the caller's between engine and business.
func openHotStoreOver(t testing.TB, between func(kv.Engine) kv.Engine) *hotStore {
	t.Helper()
	return openFestival(t, *hotOrders, between)
}

func openFestival(t testing.TB, orders int, between func(kv.Engine) kv.Engine, with ...func(*bolt.Options)) *hotStore {
	t.Helper()
	path := filepath.Join(t.TempDir(), "hot.db")
	must(t, copyFile(path, festivalFile(t, orders)))
	e := openBolt(t, path, with...)
	t.Cleanup(func() { must(t, e.Close()) })
	s := &hotStore{app: app.New(between(e), business, app.Options{})}
	s.handler = handlers.New(s.app, handlers.Options{Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))})
	s.prepare(t)
	return s
}

// prepare gets a token, a zone, and tickets that the zone takes.
func (s *hotStore) prepare(t testing.TB) {
	t.Helper()
	ctx := t.Context()
	_, token, err := company.CreateToken(ctx, s.app, "hot@example.org", "hot paths")
	must(t, err)
	s.token = token
	s.owner, err = company.Authenticate(ctx, s.app, token, nil)
	must(t, err)
	must(t, s.app.View(ctx, s.owner, app.Authenticated, s.look))
	name, mode, anytime := "Hot path", entry.ScanAuto, true
	zone, err := entry.CreateZone(ctx, s.app, s.owner, s.event, entry.ZoneFields{Name: &name, Mode: &mode, IgnoreValidity: &anytime})
	must(t, err)
	s.zone = zone.ID
}

// look finds tickets spread over the whole store.
func (s *hotStore) look(r app.Reader) error {
	total, err := order.Items.Count(r)
	if err != nil {
		return err
	}
	s.items = total
	const wanted = 400_000 // so many that no ticket is scanned more often than people go in and out
	step := max(1, total/wanted)
	for id := int64(1); id <= total; id += step {
		it, err := order.Items.Get(r, id)
		if err != nil {
			return err
		}
		if it.Barcode != "" && it.CancelledAt == nil && it.Type == "ticket" {
			s.barcodes = append(s.barcodes, it.Barcode)
			s.event = it.EventID
		}
		if it.SaleName == "Six Tokens Strip" {
			s.tokens = it.SaleItemID
		}
	}
	for hit, err := range order.Orders.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		s.first = hit.Rec.ChangedAt
		break
	}
	for hit, err := range order.Orders.Scan(r, indexes.All[int64]().Reversed()) {
		if err != nil {
			return err
		}
		s.last = hit.Rec.ChangedAt
		break
	}
	return nil
}

// festivalFile makes the festival unless an earlier run left one of the same
// size and schema.
func festivalFile(t testing.TB, orders int) string {
	t.Helper()
	shape := sha256.Sum256([]byte(business.Schema.Describe()))
	path := filepath.Join(os.TempDir(), fmt.Sprintf("marquee-festival-%d-%x.db", orders, shape[:6]))
	if _, err := os.Stat(path); err == nil {
		return path
	}
	temp := fmt.Sprintf("%s.%d", path, os.Getpid())
	e := openBolt(t, temp)
	(&hotStore{}).found(t, e, demo.Options{Orders: orders, Seed: 1})
	must(t, e.Close())
	must(t, os.Rename(temp, path))
	return path
}

// found makes a company and its festival in an empty store.
func (s *hotStore) found(t testing.TB, e kv.Engine, o demo.Options) {
	t.Helper()
	ctx := t.Context()
	must(t, business.Schema.Ready(ctx, e))
	s.app = app.New(e, business, app.Options{})
	made, err := company.Found(ctx, s.app, company.Founding{
		Company: company.NewCompany{Name: "Hot", CurrencyCode: "EUR", Timezone: "Europe/Berlin"}, Email: "hot@example.org",
	})
	must(t, err)
	s.owner, err = company.Authenticate(ctx, s.app, made.Token, nil)
	must(t, err)
	_, err = demo.Load(ctx, s.app, s.owner, o)
	must(t, err)
}

func openBolt(t testing.TB, path string, with ...func(*bolt.Options)) *bolt.Engine {
	t.Helper()
	appendOnly := business.Schema.AppendOnly()
	o := bolt.Options{
		AppendOnly: func(s kv.Space) bool { return slices.Contains(appendOnly, s) },
		ReadLimit:  time.Minute, // a machine that does other things must not end a run
	}
	for _, change := range with {
		change(&o)
	}
	e, err := bolt.Open(path, o)
	must(t, err)
	return e
}

func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		return err
	}
	return out.Close()
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
