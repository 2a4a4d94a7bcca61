package company

import (
	"context"
	"time"

	"marquee/app"
)

func init() { app.Every("forget old answers", time.Hour, forgetAnswers) }

// forgetAnswers drops what calls were told so long ago that nobody repeats them.
func forgetAnswers(ctx context.Context, a *app.App) error {
	ids, err := IDs(ctx, a)
	if err != nil {
		return err
	}
	for _, id := range ids {
		for more := true; more && ctx.Err() == nil; {
			err := a.UpdateCompany(ctx, id, func(tx app.Tx) (err error) {
				more, err = app.ForgetAnswers(tx)
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}
