package seating

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/company"
)

func itoa(n int) string { return strconv.Itoa(n) }

// hasHold tells whether a hold of this id is there: its place, from 1.
func (p *Plan) hasHold(id int64) bool {
	return id >= 1 && id <= int64(len(p.Holds)) && p.Holds[id-1].Name != ""
}

// HoldView is a hold with its id, which is its own within the event.
type HoldView struct {
	ID int64
	Hold
}

// HoldViews are the holds of an event.
func (p *Plan) HoldViews() []HoldView {
	all := []HoldView{}
	for i, h := range p.Holds {
		if h.Name != "" {
			all = append(all, HoldView{int64(i + 1), h})
		}
	}
	return all
}

// AddHold makes a hold of an event: seats that are marked for it are sold by its users,
// and by those who may sell from any hold.
func AddHold(ctx context.Context, a *app.App, c *app.Caller, eventID int64, h Hold) (made HoldView, err error) {
	err = changeHolds(ctx, a, c, eventID, func(tx app.Tx, p *Plan) error {
		if err := h.check(tx, true); err != nil {
			return err
		}
		at := slices.IndexFunc(p.Holds, func(h Hold) bool { return h.Name == "" })
		if at < 0 {
			at = len(p.Holds)
			p.Holds = append(slices.Clone(p.Holds), Hold{})
		}
		if at >= MaxHolds {
			return app.Field("name", "must not have more than %d entries", MaxHolds)
		}
		made = HoldView{int64(at + 1), h}
		p.Holds = slices.Clone(p.Holds)
		p.Holds[at] = h
		return nil
	})
	return made, err
}

// HoldChange is what is to become of a hold; what is not given stays as it is.
type HoldChange struct {
	Name      *string
	Users     *[]int64
	ReleaseAt app.Maybe[time.Time]
}

// ChangeHold renames a hold, or says who may sell from it, and until when.
func ChangeHold(ctx context.Context, a *app.App, c *app.Caller, eventID, id int64, in HoldChange) (out HoldView, err error) {
	err = changeHolds(ctx, a, c, eventID, func(tx app.Tx, p *Plan) error {
		if !p.hasHold(id) {
			return app.Missing("hold")
		}
		p.Holds = slices.Clone(p.Holds)
		h := &p.Holds[id-1]
		if in.Name != nil {
			h.Name = *in.Name
		}
		if in.Users != nil {
			h.Users = *in.Users
		}
		if in.ReleaseAt.Given {
			h.ReleaseAt, h.ReleasedAt = in.ReleaseAt.Value, nil
		}
		if err := h.check(tx, in.ReleaseAt.Given); err != nil {
			return err
		}
		out = HoldView{id, *h}
		return nil
	})
	return out, err
}

// DropHold deletes a hold. What it kept is available again.
func DropHold(ctx context.Context, a *app.App, c *app.Caller, eventID, id int64) error {
	return changeHolds(ctx, a, c, eventID, func(tx app.Tx, p *Plan) error {
		if !p.hasHold(id) {
			return app.Missing("hold")
		}
		s, err := ofSeller(tx, eventID, c)
		if err != nil {
			return err
		}
		p.Holds = slices.Clone(p.Holds)
		p.Holds[id-1] = Hold{}
		return s.giveBack(tx, id)
	})
}

func changeHolds(ctx context.Context, a *app.App, c *app.Caller, eventID int64, change func(tx app.Tx, p *Plan) error) error {
	return a.Update(ctx, c, app.EditSeating, func(tx app.Tx) error {
		p, err := OfEvent(tx, eventID)
		if err != nil {
			return err
		}
		_, err = planTable.Update(tx, p.ID, func(p *Plan) error { return change(tx, p) })
		return err
	})
}

// check is what is wrong with a hold; one whose end is new must end some time from now.
func (h *Hold) check(tx app.Tx, newEnd bool) error {
	h.Name = strings.TrimSpace(h.Name)
	var p app.Problems
	if newEnd && h.ReleaseAt != nil && !h.ReleaseAt.After(tx.Wall()) {
		p.Add("releaseAt", "must be later than now")
	}
	switch {
	case app.Blank(h.Name):
		p.Add("name", "is required")
	case utf8.RuneCountInString(h.Name) > maxName:
		p.Add("name", "must not be longer than %d characters", maxName)
	}
	if len(h.Users) > maxHoldUsers {
		p.Add("users", "must not have more than %d entries", maxHoldUsers)
		return p.Err()
	}
	for i, id := range h.Users {
		there, err := company.Belongs(tx, id)
		if err != nil {
			return err
		}
		if !there {
			p.Add("users."+itoa(i), "does not exist")
		}
	}
	return p.Err()
}
