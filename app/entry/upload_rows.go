package entry

import (
	"errors"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/ticketcode/form"
	"marquee/indexes"
)

// uploading is a piece of an upload in its transaction. Everything is looked up once:
// each event, each code, each ticket, each user.
type uploading struct {
	app    *app.App
	tx     app.Tx
	caller *app.Caller
	now    time.Time
	uploadPart

	venues  map[int64]*uploadVenue // by event; nil where there is none
	codes   map[codeAt]*uploadCode
	tickets map[int64]*TicketState // by item, whichever code led to it
	steps   map[int64]int64        // the newest that let an item in
	users   map[int64]bool         // who belongs to the company
	uuids   map[string]*Scan       // rows of this piece with a uuid
	claimed map[*Scan]time.Time    // when rows say that they were, of those whose times cannot be right
	rows    []*Scan                // to be stored, in the order of the request
	moves   map[int64]*uploadMove  // those that move a ticket, by ticket
	history int                    // rows of the log that were read
	whole   bool                   // however many these are: it cannot be kept in pieces
}

// uploadVenue is an event with its gates.
type uploadVenue struct {
	zones       []Zone
	first, last time.Time // a scan lies between them
	gains       map[int64]tallies
}

// uploadMove is a ticket with the rows that move it.
type uploadMove struct {
	state *TicketState
	rows  []*Scan
}

// keepOrder keeps apart what was brought to one moment, because it cannot have been when its
// rows say: the latest of them has the moment, and the others come right before it. Who stepped
// out and came in again is inside, also where the clock of the device is ahead.
func (m *uploadMove) keepOrder(claimed map[*Scan]time.Time) {
	var rows []*Scan
	for _, s := range m.rows {
		if _, moved := claimed[s]; moved {
			rows = append(rows, s)
		}
	}
	slices.SortStableFunc(rows, func(a, b *Scan) int { return claimed[b].Compare(claimed[a]) })
	var moment, at time.Time
	for i, s := range rows {
		switch {
		case i == 0 || !s.ScannedOn.Equal(moment):
			moment, at = s.ScannedOn, s.ScannedOn
		case claimed[s].Before(claimed[rows[i-1]]):
			at = at.Add(-time.Microsecond)
		}
		s.ScannedOn = at
	}
}

// uploadCode is a code with what it leads to.
type uploadCode struct {
	order.Shown
	known bool // as a ticket of a gate
}

func newUploading(a *app.App, tx app.Tx, c *app.Caller) *uploading {
	return &uploading{
		app: a, tx: tx, caller: c, now: tx.Now(),
		venues: map[int64]*uploadVenue{}, codes: map[codeAt]*uploadCode{}, tickets: map[int64]*TicketState{}, steps: map[int64]int64{}, users: map[int64]bool{},
		uuids: map[string]*Scan{}, claimed: map[*Scan]time.Time{}, moves: map[int64]*uploadMove{},
	}
}

// keep stores those of a piece of the rows that are new, and moves tickets and counters
// once each.
func (u *uploading) keep(rows []UploadRow, piece []int) error {
	for _, i := range piece {
		if err := u.take(int64(i), &rows[i]); err != nil {
			return err
		}
	}
	return u.write()
}

// write stores the rows that were added, and moves what they move.
func (u *uploading) write() error {
	if len(u.rows) == 0 {
		return nil
	}
	if err := app.TakeRows(u.tx, u.caller, len(u.rows)); err != nil {
		return err
	}
	first, err := scanTable.NextIDs(u.tx, len(u.rows))
	if err != nil {
		return err
	}
	for i, s := range u.rows {
		s.ID = first + int64(i)
	}
	for _, m := range u.moves {
		m.keepOrder(u.claimed)
	}
	if err := u.moveTickets(); err != nil {
		return err
	}
	if err := scanTable.InsertNext(u.tx, u.rows...); err != nil {
		return err
	}
	return u.moveCounters()
}

// take makes one row of the log, unless it is there already.
func (u *uploading) take(i int64, in *UploadRow) error {
	venue, err := u.venue(in.EventID)
	if err != nil {
		return err
	}
	if venue == nil {
		u.miss(i, in, UnknownEvent)
		return nil
	}
	zone := venue.zone(in.ZoneID)
	if zone == nil {
		u.miss(i, in, UnknownZone)
		return nil
	}
	s, err := u.scan(i, in, venue, zone)
	if err != nil {
		return err
	}
	l, same, err := u.logged(&s)
	if err == nil && same && in.Refused && in.Unheard && l.live != nil {
		var back bool
		if back, err = u.takeBack(&s, zone); back {
			l = logged{} // what the device says is new
		}
	}
	if err != nil || l.known() {
		u.Result.Skipped += bit(same)
		if l.known() && !same {
			u.miss(i, in, UUIDReused)
		}
		return err
	}
	u.add(i, in, &s)
	return nil
}

// add decides what a new row stands for.
func (u *uploading) add(i int64, in *UploadRow, s *Scan) {
	u.rows = append(u.rows, s)
	if s.UUID != "" {
		u.uuids[s.UUID] = s
	}
	if at := in.ScannedOn.UTC().Truncate(time.Microsecond); !at.Equal(s.ScannedOn) {
		u.claimed[s] = at
	}
	switch {
	case in.Refused:
		s.Detail = in.Detail
		u.Result.Kept++
	case s.ItemID == 0:
		s.Status = Denied
		u.miss(i, in, UnknownBarcode)
	default:
		u.move(s)
		u.Result.Kept++
		if in.Provisional && u.tickets[s.ItemID].Gone {
			u.note(i, in, NotGood)
		}
	}
}

// move has a row move its ticket.
func (u *uploading) move(s *Scan) {
	m := u.moves[s.ItemID]
	if m == nil {
		m = &uploadMove{state: u.tickets[s.ItemID]}
		u.moves[s.ItemID] = m
	}
	m.rows = append(m.rows, s)
}

func (u *uploading) miss(i int64, in *UploadRow, reason string) {
	u.Result.Misses = append(u.Result.Misses, UploadMiss{i, in.UUID, reason})
}

func (u *uploading) note(i int64, in *UploadRow, reason string) {
	u.Result.Notes = append(u.Result.Notes, UploadMiss{i, in.UUID, reason})
}

// logged finds a scan that is in the log already, uploaded or live, and tells whether it
// is the same one: a device that gives one uuid to several guests must hear of it.
func (u *uploading) logged(s *Scan) (l logged, same bool, err error) {
	if s.UUID == "" {
		return l, false, nil
	}
	if earlier := u.uuids[s.UUID]; earlier != nil {
		return logged{row: earlier}, earlier.sameMove(s), nil
	}
	l, err = findLogged(u.app, u.tx, s.UUID)
	switch {
	case err != nil:
	case l.row != nil:
		return l, l.row.sameMove(s), nil
	case l.live == nil, l.live.moved(s):
		return l, l.live != nil, nil
	case l.further: // it is a uuid like any other
		return logged{}, false, nil
	default:
		return l, len(l.live.Moved) == 0, nil
	}
	return l, false, err
}

// venue reads an event with its zones, deleted ones too: a scan from before still
// counts.
func (u *uploading) venue(eventID int64) (*uploadVenue, error) {
	if v, read := u.venues[eventID]; read {
		return v, nil
	}
	zones, err := allZonesOf(u.tx, eventID)
	if err != nil || len(zones) == 0 {
		u.venues[eventID] = nil
		return nil, err
	}
	e, err := catalog.EventByID(u.tx, eventID)
	if app.KindOf(err) == app.NotFound { // hidden from the caller
		u.venues[eventID] = nil
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	v := &uploadVenue{zones: zones, first: e.Start.Add(-uploadMargin), last: e.End.Add(uploadMargin), gains: map[int64]tallies{}}
	u.venues[eventID] = v
	return v, nil
}

// zone finds a gate; 0 is the event's own.
func (v *uploadVenue) zone(id int64) *Zone {
	for i := range v.zones {
		if v.zones[i].ID == id || id == 0 && v.zones[i].Entry {
			return &v.zones[i]
		}
	}
	return nil
}

// clamp gives the nearest moment at which a scan can have been.
func (v *uploadVenue) clamp(at, now time.Time) time.Time {
	if at = v.since(at, now); at.After(v.last) {
		at = v.last
	}
	return at
}

// since gives the nearest moment that is not before the event's first, nor in the future.
func (v *uploadVenue) since(at, now time.Time) time.Time {
	at = at.UTC().Truncate(time.Microsecond)
	if at.Before(v.first) {
		at = v.first
	}
	if at.After(now) {
		at = now
	}
	return at
}

// scan makes the log's row; its ItemID is 0 when the barcode leads nowhere. An old barcode
// says so in the row: refused it leads nowhere, but who was let in with it is in with the
// ticket that it was of.
func (u *uploading) scan(i int64, in *UploadRow, venue *uploadVenue, zone *Zone) (Scan, error) {
	s := Scan{
		EventID: zone.EventID, ZoneID: zone.ID, Status: statusOf(in), Out: in.Out, UUID: in.UUID,
		ScannedOn: venue.clamp(in.ScannedOn, u.now), At: u.now,
		UserID: u.caller.UserID, TokenID: u.caller.TokenID, GateID: in.GateID,
		Latitude: in.Latitude, Longitude: in.Longitude, Secure: in.Secure, Uploaded: true,
	}
	if s.Provisional = in.Provisional; in.Forced && !in.Refused {
		s.Forced, s.Refused = u.caller.Can(app.OverrideScans), !u.caller.Can(app.OverrideScans)
		s.Detail = clip(in.Detail, MaxDetail)
	}
	if off := s.ScannedOn.Sub(in.ScannedOn).Abs(); off > clockTolerance {
		s.Clamped = true
		u.note(i, in, ScannedOnAdjusted)
	}
	if err := u.name(i, in, &s); err != nil {
		return s, err
	}
	c, err := u.code(in.Barcode, zone.EventID, s.ScannedOn)
	if err != nil {
		return s, err
	}
	if c.Replaced && s.Detail == "" {
		s.Detail = HistoricBarcode
	}
	if c.known && c.Item.At(zone.EventID) && !(c.Replaced && in.Refused) {
		s.ItemID, s.SaleItemID, s.Secure = c.Item.ID, c.Item.SaleItemID, s.Secure || c.Step != 0
		if !in.Out && !in.Refused {
			u.steps[s.ItemID] = max(u.steps[s.ItemID], c.Step)
		}
		return s, nil
	}
	s.Code = clip(in.Barcode, maxLoggedCode)
	return s, nil
}

// statusOf is what a device says of a row: whether its ticket is good is not asked.
func statusOf(in *UploadRow) Status {
	if in.Refused {
		return Failed
	}
	return Valid
}

// name puts a row under the name of who scanned, if the caller may say so.
func (u *uploading) name(i int64, in *UploadRow, s *Scan) error {
	if in.ScannedBy == 0 || in.ScannedBy == u.caller.UserID {
		return nil
	}
	ours := false
	if u.caller.Can(app.OverrideScans) {
		var read bool
		var err error
		if ours, read = u.users[in.ScannedBy]; !read {
			if ours, err = company.Belongs(u.tx, in.ScannedBy); err != nil {
				return err
			}
			u.users[in.ScannedBy] = ours
		}
	}
	if !ours {
		u.note(i, in, ScannedByIgnored)
		return nil
	}
	s.UserID = in.ScannedBy
	return nil
}

// code looks a code up, once for each step of time: which digits of a rotating one were
// right depends on when it was read.
func (u *uploading) code(text string, event int64, at time.Time) (*uploadCode, error) {
	key := codeAt{text, event, 0}
	if _, _, rotates := form.SplitRotating(text); rotates {
		key.step = form.StepAt(at)
	}
	if c := u.codes[key]; c != nil {
		return c, nil
	}
	c := &uploadCode{}
	var err error
	if c.Shown, err = readAt(u.tx, text, event, at); err != nil {
		return nil, err
	}
	if c.Replaced {
		if c.Item, err = u.heir(c.Heir, event); err != nil {
			return nil, err
		}
	}
	if c.Item.ID != 0 {
		c.known, err = u.ticket(c.Item.ID)
	}
	u.codes[key] = c
	return c, err
}

// heir finds the item that has the ticket of a replaced code now: the last of those at an
// event that took each other's place.
func (u *uploading) heir(id, event int64) (heir order.Item, err error) {
	for id != 0 {
		it, err := order.Items.Get(app.Whole(u.tx), id)
		if errors.Is(err, indexes.ErrNotFound) {
			return heir, nil
		}
		if err != nil {
			return heir, err
		}
		if id = it.SuccessorID; it.At(event) {
			heir = it
		}
	}
	return heir, nil
}

// ticket reads the state of an item once; it is false for what no gate knows.
func (u *uploading) ticket(id int64) (bool, error) {
	if u.tickets[id] != nil {
		return true, nil
	}
	state, known, err := findState(u.tx, id)
	if known {
		u.tickets[id] = &state
	}
	return known, err
}

// codeAt is a code that was read at a step of time, 0 where that does not matter.
type codeAt struct {
	text        string
	event, step int64
}
