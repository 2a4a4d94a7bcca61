package imports_test

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/imports"
	"marquee/app/queue"
	"marquee/kv"
	"marquee/kv/mem"

	"github.com/matryer/is"
)

var importRows = flag.Int("import.rows", 400, "how many rows the large import has")

// stopping is an engine that ends its context at one of its commits: before it, or behind
// it, as a program does that is killed.
type stopping struct {
	kv.Engine
	mu     sync.Mutex
	left   int // commits until then; below zero: never
	before bool
	stop   context.CancelFunc
}

func (e *stopping) Update(ctx context.Context, fn func(kv.Tx) error) error {
	e.mu.Lock()
	e.left--
	now := e.left == 0
	e.mu.Unlock()
	if now && e.before {
		e.stop()
		return context.Canceled
	}
	err := e.Engine.Update(ctx, fn)
	if now {
		e.stop()
	}
	return err
}

// However often the program ends, each order is taken in once, and the report says what
// became of each row.
func TestAnImportGoesOnWhereItWas(t *testing.T) {
	is := is.New(t)
	clock := apptest.NewClock()
	engine := &stopping{Engine: mem.New(mem.Options{Clock: clock.Now}), left: -1}
	t.Cleanup(func() { _ = engine.Close() })
	d := newDesk(t, apptest.Calm(), apptest.WithClock(clock), apptest.On(engine))
	d.festival()
	var file strings.Builder
	file.WriteString("order id,email,name,event external id,ticket type,price\n")
	const orders = 230 // some transactions
	for i := range orders {
		item := "Standing"
		if i%10 == 3 {
			item = "Nowhere"
		}
		fmt.Fprintf(&file, "%d,buyer%d@example.com,Buyer,E1,%s,10\n", i, i%20, item)
	}
	n, err := imports.Take(t.Context(), d.App, d.A.Owner, imports.Upload{Type: "order-items", Name: "sold.csv", File: []byte(file.String())})
	is.NoErr(err)
	m := n.Mapping
	m.Values = append(m.Values, imports.Value{Field: "oversell", Text: "yes"})
	_, err = imports.Map(t.Context(), d.App, d.A.Owner, n.ID, &m)
	is.NoErr(err)
	ends := 0
	round := func() imports.State {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		ends++
		engine.mu.Lock()
		engine.left, engine.before, engine.stop = 1+ends%2, ends%3 == 0, stop
		engine.mu.Unlock()
		d.Clock.Jump(10 * time.Minute)       // behind every pause and lease
		_ = d.App.RunJob(ctx, queue.SendJob) // it is ended on the way
		engine.mu.Lock()
		engine.left = -1
		engine.mu.Unlock()
		now, err := imports.Read(t.Context(), d.App, d.A.Owner, n.ID)
		is.NoErr(err)
		return now.State
	}
	for round() != imports.Checked && ends < 1_000 {
	}
	_, err = imports.Approve(t.Context(), d.App, d.A.Owner, n.ID)
	is.NoErr(err)
	for round() != imports.Done && ends < 1_000 {
	}
	is.True(ends > 2) // 230 orders are three transactions at least, twice
	n, err = imports.Read(t.Context(), d.App, d.A.Owner, n.ID)
	is.NoErr(err)
	is.Equal([]int64{n.Created, n.Refused, n.Failed}, []int64{orders - orders/10, orders / 10, 0})
	is.Equal(d.orders(), orders-orders/10)
}

// What was approved is taken in as its approver could; a second file of wallet movements,
// and the work of somebody who left, are refused.
func TestWhoAnImportIsTakenInFor(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	d.take("customers", "email,name\nada@example.com,Ada\n")
	const credits = "email,amount,reason\nada@example.com,12.50,moved\n"
	n := d.take("wallet-adjustments", credits)
	is.Equal(n.Changed, int64(1))
	again := d.upload("wallet-adjustments", credits)
	_, err := imports.Approve(t.Context(), d.App, d.A.Owner, again.ID)
	is.Equal(app.KindOf(err), app.Invalid)
	zero := d.upload("wallet-adjustments", credits+"\n", imports.Value{Field: "onlyZero", Text: "yes"})
	is.Equal(d.problems(zero.ID), []string{"2 refused onlyZero: is not the case: there is a balance"})

	clerk := d.A.With(app.EditImports, app.CreateCustomers, app.EditCustomers)
	mine, err := imports.Take(t.Context(), d.App, clerk, imports.Upload{Type: "customers", Name: "people.csv", File: []byte("email,name,groups\neve@example.com,Eve,Friends\n")})
	is.NoErr(err)
	_, err = imports.Map(t.Context(), d.App, clerk, mine.ID, nil)
	is.NoErr(err)
	mine = d.work(mine.ID)
	is.Equal(mine.Refused, int64(1)) // the clerk may not change groups
	is.Equal(d.problems(mine.ID), []string{"2 refused : This action is unauthorized."})
}

// TestManyRows takes a large file in. With -import.rows=10000 it tells how long that takes.
func TestManyRows(t *testing.T) {
	is := is.New(t)
	d := newDesk(t, apptest.Calm())
	d.festival()
	var file strings.Builder
	file.WriteString("order id,email,name,event external id,ticket type,price,barcode\n")
	for i := range *importRows {
		fmt.Fprintf(&file, "%d,buyer%d@example.com,Buyer %d,E1,Standing,25.50,B-%08d\n", i/2, i/2, i/2, i)
	}
	began := time.Now()
	n := d.upload("order-items", file.String(), imports.Value{Field: "oversell", Text: "yes"})
	checked := time.Since(began)
	n = d.run(n)
	is.Equal(n.Created, int64(*importRows))
	t.Logf("%d rows: checked in %s, taken in %s", *importRows, checked, time.Since(began)-checked)
}
