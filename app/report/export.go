package report

import (
	"context"

	"marquee/app"
	"marquee/app/admission"
	"marquee/app/list"
	"marquee/app/locale"
)

// exports are the files that are written at once: each takes as much of a processor as it gets.
// No company takes all places.
func exports(a *app.App) *admission.Class {
	return app.Classes(a).Of("files of reports", admission.Limits{Places: maxExports, Each: maxOwnExports})
}

// writing takes a place among them, and gives what gives it back.
func writing(ctx context.Context, a *app.App, company int64) (leave func(), err error) {
	place, err := exports(a).Enter(ctx, admission.Ask{Key: admission.Key{Company: company}})
	if err != nil {
		err := app.Refuse(app.TooMany, "Other reports are being written. Please try again soon.")
		err.RetryAfter = exportRetry
		return nil, err
	}
	return place.Leave, nil
}

// Export reads a whole report, piece by piece: each piece is a snapshot of its own, so that
// a long report never holds one. Rows that are made meanwhile may come or not. begin is
// called once with the columns, then each with rows.
func Export(ctx context.Context, a *app.App, c *app.Caller, in Ask, begin func([]Column) error, each func(rows []Row) error) error {
	if err := c.NeedSome(app.ViewReports); err != nil {
		return err
	}
	in, _, err := in.resolve(ctx, a, c)
	if err != nil {
		return err
	}
	q, p, err := in.query()
	if err != nil {
		return err
	}
	p.translate(locale.Of(c.Language.Asked))
	leave, err := writing(ctx, a, c.CompanyID)
	if err != nil {
		return err
	}
	defer leave()
	if in.Refresh {
		if err := CatchUp(ctx, a, c.CompanyID); err != nil {
			return err
		}
	}
	if p.family.whole() {
		q.Request = list.Request{Limit: maxRows}
		rows, _, err := p.family.page(ctx, a, c, q)
		if err != nil {
			return err
		}
		p.fillCurrencies(rows)
		if err := begin(p.columns); err != nil {
			return err
		}
		return each(rows)
	}
	return p.pieces(ctx, a, c, q, begin, each)
}

// pieces reads records until there are no more. It rests between them while others are
// served, so that those who scan and sell do not wait for the processor.
func (p *prepared) pieces(ctx context.Context, a *app.App, c *app.Caller, q *query, begin func([]Column) error, each func(rows []Row) error) error {
	q.pieces = new(pieces)
	ctx, pace := a.Unhurried(ctx)
	for begun := false; ; begun = true {
		q.Offset, q.Limit = 0, exportPage
		rows, info, err := p.family.page(ctx, a, c, q)
		if err != nil {
			return err
		}
		if !begun {
			if err := begin(p.columns); err != nil {
				return err
			}
		}
		if err := each(rows); err != nil {
			return err
		}
		if !info.HasMore || info.Cursor == "" {
			return nil
		}
		q.Cursor = info.Cursor
		if err := pace.Rest(ctx); err != nil {
			return err
		}
	}
}
