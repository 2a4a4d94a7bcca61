package wire

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/locale"
	"marquee/app/timeline"
)

// SayWho tells in the refusal of a change who changed the record before it, and when, by the clocks
// of the company. Other errors stay what they are.
func SayWho(ctx context.Context, a *app.App, c *app.Caller, table string, id int64, refused error) error {
	if !catalog.ChangedMeanwhile(refused) {
		return refused
	}
	who, found, err := timeline.ChangedBy(ctx, a, c, table, id)
	if err != nil || !found {
		return refused
	}
	own, err := company.Settings(ctx, a, c)
	if err != nil {
		return refused
	}
	return app.Refuse(app.Conflict, "%s changed this: %s. Please look at it again.", who.Name, locale.Of(c.Locale).ShortMoment(who.At.In(own.Location())))
}
