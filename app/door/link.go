package door

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/entry"
	"marquee/indexes"
)

// Supervisors make links and end phones.
var Supervisors = app.AnyOf{app.EditEvents, app.OverrideScans}

// scanners may scan.
var scanners = app.AnyOf{app.ScanZones, app.EditEvents}

// NewLink asks for a link. Zero fields are the defaults.
type NewLink struct {
	Bounds
	Phones int64
	// Open is how long phones can join.
	Open time.Duration
}

// MakeLink makes a link, and gives the secret that is shown once.
func MakeLink(ctx context.Context, a *app.App, c *app.Caller, in NewLink) (made Link, secret string, err error) {
	if in.Phones == 0 {
		in.Phones = 1
	}
	if in.Open == 0 {
		in.Open = DefaultOpen
	}
	if err := in.check(); err != nil {
		return made, "", err
	}
	secret = company.NewTokenText()
	err = a.Update(ctx, c, Supervisors, func(tx app.Tx) error {
		e, err := in.Bounds.settle(tx, c)
		if err != nil {
			return err
		}
		if err := few(tx, linkOpen, in.EventID, MaxLinks); err != nil {
			return err
		}
		if err := slowly(tx, linkMade, c.UserID, MaxMade); err != nil {
			return err
		}
		until := earlier(tx.Wall().Add(in.Open), e.End.Add(endsAfter))
		token, err := company.LendToken(tx, company.Token{
			UserID: c.UserID, Name: "door: " + in.Gate, Purpose: company.ForDoorLink, ExpiresAt: &until, Lends: []app.Ability{app.ScanZones},
		}, secret)
		if err != nil {
			return err
		}
		made = Link{Bounds: in.Bounds, TokenID: token.ID, MadeBy: c.UserID, Phones: in.Phones, OpenUntil: until}
		return links.Insert(tx, &made)
	})
	return made, secret, err
}

func (in *NewLink) check() error {
	var p app.Problems
	if in.Phones < 1 || in.Phones > MaxPhones {
		p.Add("phones", "must be between %d and %d", 1, MaxPhones)
	}
	if in.Open < MinOpen || in.Open > MaxOpen {
		p.Add("minutes", "must be between %d and %d", int(MinOpen/time.Minute), int(MaxOpen/time.Minute))
	}
	in.Gate = checkName(&p, "gate", in.Gate)
	return p.Err()
}

// checkName gives a name without blanks around it.
func checkName(p *app.Problems, field, name string) string {
	name = strings.TrimSpace(name)
	switch {
	case utf8.RuneCountInString(name) > MaxName:
		p.Add(field, "must not be longer than %d characters", MaxName)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		p.Add(field, "contains characters that are not allowed")
	}
	return name
}

// settle checks what a link or a phone is to be good for, and gives the event. Without
// zones it is the event's own.
func (b *Bounds) settle(tx app.Tx, c *app.Caller) (*catalog.Event, error) {
	e, err := catalog.SharedEvent(tx, b.EventID)
	if err == nil && e.DeletedAt != nil {
		err = app.Missing("event")
	}
	if err != nil {
		return nil, err
	}
	if b.Overrides && !c.Can(app.OverrideScans) {
		return nil, app.Field("overrides", "is more than you may do yourself")
	}
	zones, _, err := entry.PhoneZones(tx, e)
	if err != nil {
		return nil, err
	}
	if len(b.ZoneIDs) == 0 {
		b.ZoneIDs = []int64{zones[0].ID}
	}
	b.ZoneIDs = slices.Compact(slices.Sorted(slices.Values(b.ZoneIDs)))
	for i, id := range b.ZoneIDs {
		if !slices.ContainsFunc(zones, func(z entry.PhoneZone) bool { return z.ID == id }) {
			return nil, app.Field("zones."+strconv.Itoa(i), "is unknown")
		}
	}
	if !tx.Wall().Before(e.End.Add(endsAfter)) {
		return nil, app.Field("event", "is over")
	}
	return e, nil
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// Join makes a phone a device by the secret of a link, and gives the device's own. The
// same refusal meets every secret that opens nothing.
func Join(ctx context.Context, a *app.App, secret, name string) (made Device, own string, err error) {
	c, err := company.AuthenticateFor(ctx, a, company.ForDoorLink, secret)
	if err != nil {
		return made, "", closed()
	}
	var p app.Problems
	if name = checkName(&p, "name", name); p.Err() != nil {
		return made, "", p.Err()
	}
	own = company.NewTokenText()
	err = a.Update(ctx, c, scanners, func(tx app.Tx) error {
		l, err := linkByToken.Get(tx, c.TokenID)
		if errors.Is(err, indexes.ErrNotFound) || err == nil && !l.Open(tx.Wall()) {
			return closed()
		}
		if err != nil {
			return err
		}
		if l, err = links.Update(tx, l.ID, func(l *Link) error { l.Joined++; return nil }); err != nil {
			return err
		}
		if l.Joined == l.Phones {
			if _, err := company.EndToken(tx, l.TokenID); err != nil {
				return err
			}
		}
		made = Device{Bounds: l.Bounds, LinkID: l.ID, UserID: l.MadeBy, Name: name}
		return made.insert(tx, own)
	})
	return made, own, err
}

// Closing is why a link opens nothing any more.
type Closing string

const (
	ClosedByStaff  Closing = "ended"
	ClosedByPhones Closing = "used" // by as many as it was for
	ClosedByTime   Closing = "late"
)

// WhyClosed tells who has the secret of a link why it opens nothing, and until when it did. Of
// any other secret it tells nothing.
func WhyClosed(ctx context.Context, a *app.App, secret string) (why Closing, until time.Time, err error) {
	c, err := company.CallerAfterEnd(ctx, a, company.ForDoorLink, secret)
	if err == nil {
		err = a.View(ctx, c, scanners, func(r app.Reader) error {
			l, err := linkByToken.Get(r, c.TokenID)
			if err == nil {
				why, until = l.closing(a.Now()), l.OpenUntil
			}
			return err
		})
	}
	if app.KindOf(err) == app.Unauthenticated || app.KindOf(err) == app.Forbidden || errors.Is(err, indexes.ErrNotFound) {
		err = nil
	}
	return why, until, err
}

func (l *Link) closing(now time.Time) Closing {
	switch {
	case l.EndedAt != nil:
		return ClosedByStaff
	case l.Joined >= l.Phones:
		return ClosedByPhones
	case !now.Before(l.OpenUntil):
		return ClosedByTime
	}
	return ""
}

func closed() error {
	return app.Field("code", "opens nothing, or no longer does")
}

// EndLink ends a link and the phones that joined by it, at once and for good.
func EndLink(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, Supervisors, func(tx app.Tx) error {
		now := tx.Now()
		l, err := links.Update(tx, id, func(l *Link) error {
			if l.EndedAt == nil {
				l.EndedAt = &now
			}
			return nil
		})
		if err != nil {
			return missing(err, "link")
		}
		if _, err := company.EndToken(tx, l.TokenID); err != nil {
			return err
		}
		joined, err := deviceByLink.All(tx, id)
		for _, d := range joined {
			if err == nil {
				err = d.end(tx, c)
			}
		}
		return err
	})
}

func missing(err error, model string) error {
	if errors.Is(err, indexes.ErrNotFound) {
		return app.Missing(model)
	}
	return err
}
