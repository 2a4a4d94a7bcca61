package demo

import (
	"context"
	"math/rand/v2"
	"time"

	"marquee/app"
	"marquee/app/catalog"
)

// Options of Load.
type Options struct {
	// Orders is how many orders to make; customers and stock grow with it.
	Orders int
	Seed   uint64
	// Progress hears of each step: what is made, how many are there, of how many.
	Progress func(what string, done, total int)
}

// Festival is what Load made.
type Festival struct {
	Event     catalog.Event
	SaleItems []catalog.SaleItem // in the order of items.csv
	Customers []int64
	Orders    int
	Items     int // order items
	Entries   int // scans
}

// festivalHours is the length of the festival.
const festivalHours = 60

// DefaultOrders is the size of the festival that a newcomer looks at.
const DefaultOrders = 3000

// Load fills the caller's company, which should be new and empty. The festival
// began yesterday, so that its gates are open now.
func Load(ctx context.Context, a *app.App, c *app.Caller, o Options) (Festival, error) {
	if o.Progress == nil {
		o.Progress = func(string, int, int) {}
	}
	d, err := readData()
	if err != nil {
		return Festival{}, err
	}
	now := a.Now()
	l := &loader{
		ctx: ctx, app: a, caller: c, options: o, data: d, now: now,
		start: now.Truncate(24 * time.Hour).Add(-14 * time.Hour),
		rng:   rand.New(rand.NewPCG(o.Seed, 0x66657374)),
	}
	for _, step := range []func() error{l.shop, l.catalogue, l.customers, l.orders, l.doors} {
		if err := step(); err != nil {
			return l.made, err
		}
	}
	// Nothing is left to do that a server would do by itself.
	return l.made, a.SettleJobs(ctx)
}

// loader is one run of Load.
type loader struct {
	ctx     context.Context
	app     *app.App
	caller  *app.Caller
	options Options
	data    data
	now     time.Time
	start   time.Time // of the festival
	rng     *rand.Rand
	made    Festival
	// tickets of completed orders, some of whom are inside already.
	tickets []ticket
}

// ticket is what a gate reads.
type ticket struct {
	barcode string
	item    int // index into the festival's items
}

// scale multiplies stock and capacity, so that a larger store is not sold out.
func (l *loader) scale() int64 {
	return int64(max(1, (l.options.Orders+DefaultOrders-1)/DefaultOrders))
}

// at turns an offset from the festival's start into a moment.
func (l *loader) at(d *time.Duration) *time.Time {
	if d == nil {
		return nil
	}
	t := l.start.Add(*d)
	return &t
}

// chunks calls fn for each part of n, and tells of the progress.
func (l *loader) chunks(what string, n, size int, fn func(from, to int) error) error {
	for from := 0; from < n; from += size {
		if err := l.ctx.Err(); err != nil {
			return err
		}
		to := min(from+size, n)
		if err := fn(from, to); err != nil {
			return err
		}
		l.options.Progress(what, to, n)
	}
	return nil
}
