package massrefund

import (
	"context"

	"marquee/app"
	"marquee/indexes"
)

// Read reads one run.
func Read(ctx context.Context, a *app.App, c *app.Caller, id int64) (n Run, err error) {
	err = a.View(ctx, c, app.Refund, func(r app.Reader) (err error) {
		n, err = RunByID(r, id)
		return err
	})
	return n, err
}

// OfEvent lists the runs of an event, the latest first.
func OfEvent(ctx context.Context, a *app.App, c *app.Caller, eventID int64) (all []Run, err error) {
	err = a.View(ctx, c, app.Refund, func(r app.Reader) error {
		all = nil
		for hit, err := range runByEvent.Scan(r, indexes.Equal(eventID).Reversed().Limit(MaxPage)) {
			if err != nil {
				return err
			}
			all = append(all, hit.Rec)
		}
		return nil
	})
	return all, err
}

// Report asks what became of the orders of a run.
type Report struct {
	RunID int64
	// Outcome leaves out all others; 0 leaves out none.
	Outcome Outcome
	// Behind is the order that the last page ended with.
	Behind int64
}

// Orders lists the orders of a run by their id, a page at a time.
func Orders(ctx context.Context, a *app.App, c *app.Caller, in Report) (all []Result, err error) {
	err = a.View(ctx, c, app.Refund, func(r app.Reader) error {
		if _, err := RunByID(r, in.RunID); err != nil {
			return err
		}
		all, err = in.read(r)
		return err
	})
	return all, err
}

func (in *Report) read(r app.Reader) (all []Result, err error) {
	if in.Outcome == 0 {
		span := indexes.Between(resultKey{A: in.RunID, B: in.Behind + 1}, resultKey{A: in.RunID + 1})
		for hit, err := range results.Scan(r, span.Limit(MaxPage)) {
			if err != nil {
				return nil, err
			}
			all = append(all, hit.Rec)
		}
		return all, nil
	}
	span := indexes.Between(outcomeKey{A: in.RunID, B: int64(in.Outcome), C: in.Behind + 1}, outcomeKey{A: in.RunID, B: int64(in.Outcome) + 1})
	for hit, err := range resultByOutcome.Scan(r, span.Limit(MaxPage)) {
		if err != nil {
			return nil, err
		}
		all = append(all, hit.Rec)
	}
	return all, nil
}
