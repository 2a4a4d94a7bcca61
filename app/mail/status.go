package mail

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/indexes"
)

// Status is how the mails of all companies stand.
type Status struct {
	// Held mails wait for somebody who sends them; Dead ones were given up.
	Held, Dead int64
	// Server tells that there is a mail server.
	Server bool
}

// StatusOf tells how the mails stand.
func StatusOf(ctx context.Context, a *app.App) (s Status, err error) {
	s.Server = posts.Of(a).now().Carrier != nil
	ids, err := company.IDs(ctx, a)
	for _, id := range ids {
		if err != nil {
			return s, err
		}
		err = a.ViewCompany(ctx, id, func(r app.Reader) error {
			held, err := countIn(r, Held)
			if err != nil {
				return err
			}
			dead, err := countIn(r, Dead)
			s.Held, s.Dead = s.Held+held, s.Dead+dead
			return err
		})
	}
	return s, err
}

func countIn(r app.Reader, s State) (int64, error) {
	return messageListed.CountOf(r, indexes.PrefixOf[time.Time](int64(s)))
}
