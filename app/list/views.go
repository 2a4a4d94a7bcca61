package list

import (
	"context"

	"marquee/app"
)

// Views gives one page of a list as its rows are shown. A row that cannot be shown,
// because something that belongs to it cannot be read, is left out and reported.
func Views[T, F, V any](ctx context.Context, a *app.App, c *app.Caller, l *List[T, F], f F, q Request, view func(r app.Reader, rec *T) (V, error)) (Page[V], error) {
	var views []V
	page, err := l.Read(ctx, a, c, f, q, func(r app.Reader, _ *F, rows []T) error {
		views = nil
		for i := range rows {
			v, err := view(r, &rows[i])
			if app.Skip(r, err) {
				continue
			}
			if err != nil {
				return err
			}
			views = append(views, v)
		}
		return nil
	})
	return Page[V]{Rows: views, Info: page.Info}, err
}
