package extf

import (
	"context"
	"io"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/ledger"
)

// Ask asks for a batch.
type Ask struct {
	// Chart is the name of a preset, Accounts are those that have another number.
	Chart           string
	Accounts        []string
	Adviser, Client int64
	// From and Until are the first and the last day.
	From, Until time.Time
}

// The numbers that the program takes.
const (
	leastAdviser, mostAdviser = 1001, 9_999_999
	mostClient                = 99_999
)

// batch checks what was asked for.
func (in *Ask) batch(own *company.Company, now time.Time) (*Batch, error) {
	var p app.Problems
	preset, ok := Charts[in.Chart]
	if !ok {
		p.Add("chart", "is not available")
		return nil, p.Err()
	}
	b := &Batch{
		Adviser: in.Adviser, Client: in.Client, YearBegin: time.Date(in.From.Year(), 1, 1, 0, 0, 0, 0, time.UTC), From: in.From, Until: in.Until,
		Made: now.In(own.Location()), Name: own.Name, Chart: preset(),
	}
	for _, text := range in.Accounts {
		if b.Chart.Set(text) != nil {
			p.Add("accounts", "must be an account of the ledger with its number, such as cash=1000 or sales:7%%=8300")
			break
		}
	}
	if in.Adviser < leastAdviser || in.Adviser > mostAdviser {
		p.Add("adviser", "is out of range")
	}
	if in.Client < 1 || in.Client > mostClient {
		p.Add("client", "is out of range")
	}
	switch {
	case in.Until.Before(in.From):
		p.Add("until", "must not be before from")
	case in.Until.Year() != in.From.Year():
		p.Add("until", "must be in the same year as from")
	}
	return b, p.Err()
}

// Check refuses what a batch cannot be made of.
func (in *Ask) Check(ctx context.Context, a *app.App, c *app.Caller) error {
	if err := c.Need(app.ViewReports); err != nil {
		return err
	}
	own, err := company.Settings(ctx, a, c)
	if err != nil {
		return err
	}
	_, err = in.batch(&own, a.Now())
	return err
}

// Export writes a batch of the entries of a period, whose days are those of the company.
func (in *Ask) Export(ctx context.Context, a *app.App, c *app.Caller, to io.Writer) error {
	own, err := company.Settings(ctx, a, c)
	if err != nil {
		return err
	}
	b, err := in.batch(&own, a.Now())
	if err != nil {
		return err
	}
	w, err := NewWriter(to, b)
	if err != nil {
		return err
	}
	zone := own.Location()
	begin := func(day time.Time) *time.Time {
		at := time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, zone)
		return &at
	}
	period := ledger.Period{From: begin(in.From), Until: begin(in.Until.AddDate(0, 0, 1))}
	var failed error
	err = ledger.Walk(ctx, a, c, period, 0, func(e *ledger.Entry) bool {
		for _, booking := range b.Chart.Bookings(e, zone) {
			if failed = w.Write(&booking); failed != nil {
				return false
			}
		}
		return true
	})
	if err == nil {
		err = failed
	}
	if err != nil {
		return err
	}
	return w.Close()
}
