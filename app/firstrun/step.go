package firstrun

import (
	"context"
	"errors"

	"marquee/app"
)

// asOne runs commands of the caller as one: what is refused on the way leaves nothing.
func asOne(ctx context.Context, a *app.App, c *app.Caller, fn func(a *app.App) error) error {
	return a.Update(ctx, c, app.EditCompany, func(tx app.Tx) error {
		return app.Part(tx, func(a *app.App, _ app.Tx) error { return fn(a) })
	})
}

// fieldsAs names the fields of a refusal as the step does that was filled in.
func fieldsAs(err error, names map[string]string) error {
	var refused *app.Error
	if !errors.As(err, &refused) || len(refused.Fields) == 0 {
		return err
	}
	named := *refused
	named.Fields = make([]app.FieldError, len(refused.Fields))
	for i, f := range refused.Fields {
		if as := names[f.Field]; as != "" {
			f.Field = as
		}
		named.Fields[i] = f
	}
	return &named
}
