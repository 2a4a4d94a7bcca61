package entry

import (
	"context"
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
)

// Attended tells how many of a party came.
type Attended struct {
	// GuestID is any unit of the party.
	GuestID  int64
	Attended int64
	// At is when that was so; zero is now.
	At time.Time
}

// guestAdmitters are those who admit guests, and those who run the event.
var guestAdmitters = app.AnyOf{app.AdmitGuests, app.EditEvents}

// SetAttendance tells how many of parties came: all are kept or none. What is told of a
// party counts if it is newer than the last scan of it and the last time it was told;
// older news are passed over. More than came are let in at the Entry zone as they are by
// scans, one barcode each, so that both count once; fewer are taken back out. Whom another phone
// alone lets in is let in by who may override scans, as by a scan.
func SetAttendance(ctx context.Context, a *app.App, c *app.Caller, all []Attended) error {
	if len(all) > MaxAttended {
		return app.Field("guests", "must not have more than %d entries", MaxAttended)
	}
	return a.Update(ctx, c, guestAdmitters, func(tx app.Tx) error {
		s := attending{uploading: newUploading(a, tx, c), seen: map[int64]bool{}, parties: map[int64]*party{}}
		for i := range all {
			if err := s.take(i, &all[i]); err != nil {
				return err
			}
		}
		if err := s.problems.Err(); err != nil {
			return err
		}
		return s.write()
	})
}

// attending is one request in its transaction. Its rows take the way of an upload, which
// finds each its place among those that the log has.
type attending struct {
	*uploading
	problems app.Problems
	seen     map[int64]bool // parties, by their first unit
	// parties are those of the guest lists that were read, by each of their units: a list
	// of an order is read once, however many of its guests are told of.
	parties map[int64]*party
}

func (s *attending) take(i int, in *Attended) error {
	at := "guests." + strconv.Itoa(i)
	p, err := s.party(in.GuestID)
	if err != nil {
		return err
	}
	lead := p.units[0].item
	if s.seen[lead.ID] {
		s.problems.Add(at+".id", "must not be repeated")
		return nil
	}
	s.seen[lead.ID] = true
	most := int64(0)
	if p.status() == GuestValid {
		most = int64(len(p.expected()))
	}
	if in.Attended < 0 || in.Attended > most {
		s.problems.Add(at+".attended", "must be between %d and %d", 0, most)
		return nil
	}
	venue, err := s.venue(lead.EventID)
	if err != nil {
		return err
	}
	when := s.now
	if !in.At.IsZero() {
		when = venue.since(in.At, s.now)
	}
	if last := p.told(); !last.IsZero() && !when.After(last) {
		return nil
	}
	came, _ := p.attended()
	if came == in.Attended {
		return s.tell(p, when)
	}
	return s.move(p, in.Attended-came, when, at+".attended")
}

// party finds the party of a guest.
func (s *attending) party(id int64) (*party, error) {
	if p := s.parties[id]; p != nil {
		return p, nil
	}
	item, err := order.FindItem(s.tx, id)
	if err == nil && (item.Type != catalog.GuestList || !issued(&item) || item.DeletedAt != nil) {
		err = app.Missing("guest")
	}
	if err != nil {
		return nil, missing(err, "guest")
	}
	orders, err := guestOrders.GetMany(s.tx, []int64{item.OrderID})
	if err != nil || len(orders) == 0 {
		return nil, missing(err, "guest")
	}
	entry, err := entryOf(s.tx, item.EventID)
	if err != nil {
		return nil, err
	}
	all, err := partiesLike(s.tx, &orders[0], item.SaleItemID, entry)
	if err != nil {
		return nil, err
	}
	for _, p := range all {
		for i := range p.units {
			s.parties[p.units[i].item.ID] = p
		}
	}
	if p := s.parties[id]; p != nil {
		return p, nil
	}
	return nil, app.Missing("guest")
}

// tell keeps that as many came as were known to have: older news count no more.
func (s *attending) tell(p *party, when time.Time) error {
	before := &p.units[0].state
	after := before.clone()
	after.Told = when
	return stateTable.Replace(s.tx, before, &after)
}

// move lets more units in, or takes the last ones back. One that a phone alone lets in is let in
// by who may override that.
func (s *attending) move(p *party, by int64, when time.Time, field string) error {
	units := p.expected()
	for i := range units {
		u := units[i]
		if by < 0 {
			u = units[len(units)-1-i]
		}
		switch came := u.attended(p.entry); {
		case by > 0 && !came:
			elsewhere, err := s.elsewhere(p, u)
			if err != nil {
				return err
			}
			if elsewhere && !s.caller.Can(app.OverrideScans) {
				s.problems.Add(field, "cannot be so many: another phone alone lets in the ticket %s", u.item.Barcode)
				return nil
			}
			if s.row(p, u, when, false).Forced = elsewhere; elsewhere {
				app.Note(s.tx, "zones", p.entry, "let in against a rule of the zone")
			}
			by--
		case by < 0 && came:
			s.row(p, u, when, true)
			by++
		}
	}
	return nil
}

// elsewhere tells whether another phone alone lets a guest in.
func (s *attending) elsewhere(p *party, u *guestUnit) (bool, error) {
	if !s.venues[u.item.EventID].zone(p.entry).Leased {
		return false, nil
	}
	return ports(app.Whole(s.tx)).LetInElsewhere(app.Whole(s.tx), Claim{
		ZoneID: p.entry, TokenID: s.caller.TokenID, OrderID: u.item.OrderID, SaleItemID: u.item.SaleItemID, EventID: u.item.EventID, Seats: u.item.Claims(),
	})
}

func (s *attending) row(p *party, u *guestUnit, when time.Time, back bool) *Scan {
	row := &Scan{
		EventID: u.item.EventID, ZoneID: p.entry, ItemID: u.item.ID, SaleItemID: u.item.SaleItemID,
		Status: Valid, Out: back, TakenBack: back, ScannedOn: when, At: s.now,
		UserID: s.caller.UserID, TokenID: s.caller.TokenID, Uploaded: true,
	}
	s.rows = append(s.rows, row)
	s.moves[u.item.ID] = &uploadMove{state: &u.state, rows: []*Scan{row}}
	return row
}
