package queue

import (
	"context"

	"marquee/app"
)

// Rows are how the work of a pump is looked at and sent again, beside the entries. Without List it
// cannot be.
type Rows struct {
	// List gives rows of a company that are in a state, as many as asked for, the way entries look.
	// Their ids are those of the company.
	List func(r app.Reader, s State, limit int) ([]Entry, error)
	// Again sends a row again that is dead, or waits for its next attempt.
	Again func(tx app.Tx, id int64) error
	// AllAgain sends all dead rows of a company again, and tells how many.
	AllAgain func(ctx context.Context, a *app.App, company int64) (int, error)
}

// rowsOf are the rows of a kind, or of all kinds where it is empty.
func rowsOf(a *app.App, kind string) map[string]Rows {
	all := map[string]Rows{}
	for name, k := range kindsOf(a) {
		if p, ok := k.(pumping); ok && p.does.List != nil && (kind == "" || kind == name) {
			all[name] = p.does.Rows
		}
	}
	return all
}

// listRows lists rows in a state, company by company.
func listRows(ctx context.Context, a *app.App, kind string, s State, limit int) (all []Entry, err error) {
	companies, err := companiesOf(ctx, a)
	for name, rows := range rowsOf(a, kind) {
		for _, company := range companies {
			if err != nil || len(all) == limit {
				return all, err
			}
			err = a.ViewCompany(ctx, company, func(r app.Reader) error {
				some, err := rows.List(r, s, limit-len(all))
				for _, e := range some {
					e.CompanyID, e.Kind, e.State = company, name, s
					all = append(all, e)
				}
				return err
			})
		}
	}
	return all, err
}

// rowsAgain sends dead rows again.
func rowsAgain(ctx context.Context, a *app.App, kind string) (n int, err error) {
	companies, err := companiesOf(ctx, a)
	for _, rows := range rowsOf(a, kind) {
		for _, company := range companies {
			if err != nil {
				return n, err
			}
			var some int
			some, err = rows.AllAgain(ctx, a, company)
			n += some
		}
	}
	return n, err
}

// RetryRow is Retry for a row of a company.
func RetryRow(ctx context.Context, a *app.App, kind string, company, id int64) error {
	rows, ok := rowsOf(a, kind)[kind]
	if !ok {
		return app.Field("kind", "has no ids of a company; an entry is named by its id alone")
	}
	return a.UpdateCompany(ctx, company, func(tx app.Tx) error { return rows.Again(tx, id) })
}

func companiesOf(ctx context.Context, a *app.App) ([]int64, error) {
	if list := a.Definition().Companies; list != nil {
		return list(ctx, a)
	}
	return nil, nil
}
