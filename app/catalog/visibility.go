package catalog

import (
	"context"
	"crypto/hmac" // the key of the company makes the previews of all its events
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/indexes"
)

// maxShared is how many events and venues of a visibility group are listed, each, and
// maxEventUsers to how many users one event is given.
const (
	maxShared     = 1_000
	maxEventUsers = 100
)

// Shared is what is, or is to be, seen by a visibility group.
type Shared struct{ Events, Venues []int64 }

// SharedWith lists the events and venues that a visibility group sees, the first thousand
// of each.
func SharedWith(ctx context.Context, a *app.App, c *app.Caller, groupID int64) (g company.VisibilityGroup, out Shared, err error) {
	err = a.View(ctx, c, app.AnyOf{app.ViewUsers, app.ManageUsers}, func(r app.Reader) error {
		if g, err = company.VisibilityGroupByID(r, groupID); err == nil {
			out, err = sharedWith(r, groupID)
		}
		return err
	})
	return g, out, err
}

func sharedWith(r app.Reader, groupID int64) (out Shared, err error) {
	if out.Events, err = sharedOf(r, Events, eventByGroup, groupID); err == nil {
		out.Venues, err = sharedOf(r, Venues, venueByGroup, groupID)
	}
	return out, err
}

// sharedOf are the first of the records of a group that the reader sees.
func sharedOf[T any](r app.Reader, t *indexes.Table[T], by *indexes.By[T, int64], groupID int64) (ids []int64, err error) {
	for id, err := range by.IDs(r, indexes.Equal(groupID)) {
		if err != nil || len(ids) == maxShared {
			return ids, err
		}
		rec, err := t.GetShared(r, id)
		if errors.Is(err, indexes.ErrNotFound) {
			continue // hidden from the reader
		}
		if err != nil {
			return nil, err
		}
		ids = append(ids, t.IDOf(rec))
	}
	return ids, nil
}

// Share says what a visibility group sees from now on, and what no more; and what it is
// called, where that changes.
type Share struct {
	Name        *string
	Add, Remove Shared
}

// ShareWith changes a visibility group and what it sees. Who is in groups themselves shares
// what they see, with groups that they are in.
func ShareWith(ctx context.Context, a *app.App, c *app.Caller, groupID int64, in Share) (g company.VisibilityGroup, out Shared, err error) {
	err = a.Update(ctx, c, app.ManageUsers, func(tx app.Tx) error {
		if g, err = company.EditVisibilityGroup(tx, c, groupID, in.Name); err != nil {
			return err
		}
		for _, step := range []struct {
			ids    []int64
			field  string
			change func(tx app.Tx, id int64, change func(*[]int64)) error
			put    func(*[]int64)
		}{
			{in.Add.Events, "addEvents", shareEvent, with(groupID)},
			{in.Add.Venues, "addVenues", shareVenue, with(groupID)},
			{in.Remove.Events, "removeEvents", shareEvent, without(groupID)},
			{in.Remove.Venues, "removeVenues", shareVenue, without(groupID)},
		} {
			for i, id := range step.ids {
				err := step.change(tx, id, step.put)
				if app.KindOf(err) == app.NotFound {
					err = app.Field(fmt.Sprintf("%s.%d", step.field, i), "does not exist")
				}
				if err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return g, out, err
	}
	// It reads up to two thousand records: nobody who writes waits for that.
	err = a.View(ctx, c, app.ManageUsers, func(r app.Reader) error {
		out, err = sharedWith(r, groupID)
		return err
	})
	return g, out, err
}

func with(id int64) func(*[]int64) {
	return func(groups *[]int64) {
		if !slices.Contains(*groups, id) {
			*groups = append(*groups, id)
			slices.Sort(*groups)
		}
	}
}

func without(id int64) func(*[]int64) {
	return func(groups *[]int64) {
		*groups = slices.DeleteFunc(*groups, func(of int64) bool { return of == id })
	}
}

func shareEvent(tx app.Tx, id int64, change func(*[]int64)) error {
	_, err := eventTable.Update(tx, id, func(e *Event) error { change(&e.Groups); return nil })
	return missing(err, "event")
}

func shareVenue(tx app.Tx, id int64, change func(*[]int64)) error {
	_, err := venueTable.Update(tx, id, func(v *Venue) error { change(&v.Groups); return nil })
	return missing(err, "venue")
}

// GiveEvent says which users see an event whatever their visibility groups, in place of
// those who did.
func GiveEvent(ctx context.Context, a *app.App, c *app.Caller, id int64, users []int64) (given []int64, err error) {
	if len(users) > maxEventUsers {
		return nil, app.Field("userIds", "must not have more than %d entries", maxEventUsers)
	}
	err = a.Update(ctx, c, app.ManageUsers, func(tx app.Tx) error {
		for i, user := range users {
			belongs, err := company.Belongs(tx, user)
			if err != nil {
				return err
			}
			if !belongs {
				return app.Field(fmt.Sprintf("userIds.%d", i), "does not exist")
			}
		}
		e, err := eventTable.Update(tx, id, func(e *Event) error {
			e.Users = app.Distinct(slices.Clone(users))
			slices.Sort(e.Users)
			return nil
		})
		given = e.Users
		return missing(err, "event")
	})
	return given, err
}

// PreviewDays is how many days a preview of a draft shows it at least, and a day longer at most.
const PreviewDays = 7

// Preview is the secret with which anybody may look at the page of a draft: until when, and the
// signature of the company. It is the same for a day, and "" where the company has no key yet.
func Preview(own *company.Company, eventID int64, now time.Time) string {
	if len(own.LinkKey) == 0 {
		return ""
	}
	const day = 24 * time.Hour
	until := now.UTC().Truncate(day).Add((PreviewDays + 1) * day).Unix()
	return strconv.FormatInt(until, 10) + "." + previewSignature(own, eventID, until)
}

// Previewed is until when a preview shows an event; zero when it does not, or not any more.
func Previewed(own *company.Company, eventID int64, preview string, now time.Time) time.Time {
	digits, signature, _ := strings.Cut(preview, ".")
	until, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || len(own.LinkKey) == 0 || !hmac.Equal([]byte(signature), []byte(previewSignature(own, eventID, until))) || now.Unix() >= until {
		return time.Time{}
	}
	return time.Unix(until, 0).UTC()
}

func previewSignature(own *company.Company, eventID, until int64) string {
	covered := binary.AppendVarint([]byte("preview"), own.ID)
	covered = binary.AppendVarint(covered, eventID)
	mac := hmac.New(sha256.New, own.LinkKey)
	mac.Write(binary.AppendVarint(covered, until))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}
