package entry

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/order"
)

// Upload is what a device did while it was offline.
type Upload struct {
	// UUID is the device's key of the request: repeating it changes nothing.
	UUID string
	Rows []UploadRow
}

// UploadRow is one scan of it.
type UploadRow struct {
	// UUID is the device's key of this scan: it is kept once, whichever request
	// brings it.
	UUID    string
	Barcode string
	EventID int64
	// ZoneID 0 is the event's Entry zone.
	ZoneID              int64
	Latitude, Longitude string
	Secure              bool
	GateID              int64
	// ScannedBy is the user who scanned; 0 is the caller.
	ScannedBy int64
	// ScannedOn in the future counts as now.
	ScannedOn time.Time
	// Refused: the device did not let the ticket through, for the reason in Detail.
	Refused bool
	Detail  string
	Out     bool
}

// UploadResult tells what became of an upload. It is stored under its uuid.
type UploadResult struct {
	Kept    int64        `msgpack:"k"`
	Skipped int64        `msgpack:"s"` // known already
	Misses  []UploadMiss `msgpack:"m"`
}

// UploadMiss is a row that leads to no ticket.
type UploadMiss struct {
	Index  int64  `msgpack:"i"`
	UUID   string `msgpack:"u"`
	Reason string `msgpack:"r"`
}

// The reasons why a row of an upload leads nowhere.
const (
	UnknownEvent   = "unknownEvent"
	UnknownZone    = "unknownZone"
	UnknownBarcode = "unknownBarcode"
)

// uploadKind is the kind under which answers to uploads are remembered.
const uploadKind = "entry.tickets"

// UploadScans keeps what devices did while they were offline (domain 22.5). It
// judges nothing: whoever was let in is in, even two devices at once, and the log
// says so. What a ticket's state is follows from the times of the scans, so an
// upload that comes late does not undo what is newer. Rows that lead nowhere are
// told and do not hold the others back.
func UploadScans(ctx context.Context, a *app.App, c *app.Caller, in Upload) (UploadResult, error) {
	if err := mayScan(c); err != nil {
		return UploadResult{}, err
	}
	if err := in.check(); err != nil {
		return UploadResult{}, err
	}
	call, err := in.call()
	if err != nil {
		return UploadResult{}, err
	}
	var res UploadResult
	err = a.Update(ctx, c, func(tx app.Tx) error {
		var done bool
		var err error
		res, done, err = app.Answered[UploadResult](a, tx, call)
		piece := app.Reused(err) && in.named()
		if done || err != nil && !piece {
			return err
		}
		u := &uploading{app: a, tx: tx, caller: c, zones: map[int64][]Zone{}, gains: map[int64]tallies{}, users: map[int64]bool{}}
		for i := range in.Rows {
			if err := u.row(int64(i), &in.Rows[i]); err != nil {
				return err
			}
		}
		if err := u.settle(); err != nil {
			return err
		}
		if res = u.res; piece {
			return nil
		}
		return app.Remember(a, tx, call, res)
	})
	return res, err
}

// uploadAsks is what an upload wants kept. When and where each scan was made may
// differ when it is sent again.
type uploadAsks struct {
	Rows []rowAsks `msgpack:"r"`
}

type rowAsks struct {
	UUID    string `msgpack:"u,omitempty"`
	Barcode string `msgpack:"b"`
	EventID int64  `msgpack:"e"`
	ZoneID  int64  `msgpack:"z,omitempty"`
	Out     bool   `msgpack:"o,omitempty"`
	Refused bool   `msgpack:"f,omitempty"`
}

func (in *Upload) call() (app.Call, error) {
	asks := uploadAsks{Rows: make([]rowAsks, len(in.Rows))}
	for i := range in.Rows {
		r := &in.Rows[i]
		asks.Rows[i] = rowAsks{r.UUID, order.CanonicalBarcode(r.Barcode), r.EventID, r.ZoneID, r.Out, r.Refused}
	}
	return app.NewCall(uploadKind, in.UUID, &asks)
}

// named tells whether every scan has a uuid of its own. Only then can an upload come
// again in other pieces under the same uuid: what is known already is passed over scan
// by scan.
func (in *Upload) named() bool {
	return !slices.ContainsFunc(in.Rows, func(r UploadRow) bool { return r.UUID == "" })
}

func (in *Upload) check() error {
	var p app.Problems
	checkCode(&p, "uuid", in.UUID)
	if len(in.Rows) > MaxUpload {
		p.Add("tickets", "must not have more than %d entries", MaxUpload)
		return p.Err()
	}
	for i := range in.Rows {
		at := "tickets." + strconv.Itoa(i)
		checkCode(&p, at+".uuid", in.Rows[i].UUID)
		if checkCode(&p, at+".barcode", in.Rows[i].Barcode) && in.Rows[i].Barcode == "" {
			p.Add(at+".barcode", "is required")
		}
		if !printable(in.Rows[i].Detail) {
			p.Add(at+".statusDetail", "contains characters that are not allowed")
		}
	}
	return p.Err()
}

// uploading is one upload in its transaction.
type uploading struct {
	app    *app.App
	tx     app.Tx
	caller *app.Caller
	zones  map[int64][]Zone  // by event
	gains  map[int64]tallies // by zone
	users  map[int64]bool    // who belongs to the company
	res    UploadResult
}

// row keeps one scan.
func (u *uploading) row(i int64, in *UploadRow) error {
	if known, err := u.known(in.UUID); err != nil || known {
		u.res.Skipped += bit(known)
		return err
	}
	zone, miss, err := u.zone(in)
	if err != nil || miss != "" {
		u.miss(i, in, miss)
		return err
	}
	s, err := u.scan(in, zone)
	if err != nil {
		return err
	}
	switch {
	case in.Refused:
		s.Status, s.Detail = Failed, in.Detail
		u.res.Kept++
		return Scans.Insert(u.tx, &s)
	case s.ItemID == 0:
		u.miss(i, in, UnknownBarcode)
		s.Status = Denied
		return Scans.Insert(u.tx, &s)
	}
	u.res.Kept++
	return u.admit(&s, zone)
}

func (u *uploading) miss(i int64, in *UploadRow, reason string) {
	if reason != "" {
		u.res.Misses = append(u.res.Misses, UploadMiss{i, in.UUID, reason})
	}
}

// known tells whether a scan is in the log already, uploaded or live.
func (u *uploading) known(uuid string) (bool, error) {
	if uuid == "" {
		return false, nil
	}
	_, uploaded, err := scanByUpload.Find(u.tx, uuid)
	if err != nil || uploaded {
		return uploaded, err
	}
	return app.WasAnswered(u.app, u.tx, scanKind, uuid)
}

// zone finds the gate of a row. One that was deleted since still counts.
func (u *uploading) zone(in *UploadRow) (*Zone, string, error) {
	zones, read := u.zones[in.EventID]
	if !read {
		var err error
		if zones, err = allZonesOf(u.tx, in.EventID); err != nil {
			return nil, "", err
		}
		u.zones[in.EventID] = zones
	}
	if len(zones) == 0 {
		return nil, UnknownEvent, nil
	}
	for i := range zones {
		if zones[i].ID == in.ZoneID || in.ZoneID == 0 && zones[i].Entry {
			return &zones[i], "", nil
		}
	}
	return nil, UnknownZone, nil
}

// scan makes the log's row; its ItemID is 0 when the barcode leads nowhere. An old
// barcode leads nowhere too, and the row says that it was one.
func (u *uploading) scan(in *UploadRow, zone *Zone) (Scan, error) {
	s := Scan{
		EventID: zone.EventID, ZoneID: zone.ID, Status: Valid, Out: in.Out, UUID: in.UUID,
		ScannedOn: earlier(in.ScannedOn, u.tx.Now()), At: u.tx.Now(),
		UserID: u.caller.UserID, TokenID: u.caller.TokenID, GateID: in.GateID,
		Latitude: in.Latitude, Longitude: in.Longitude, Secure: in.Secure, Uploaded: true,
	}
	if in.ScannedBy != 0 {
		belongs, err := u.belongs(in.ScannedBy)
		if err != nil {
			return s, err
		}
		if belongs {
			s.UserID = in.ScannedBy
		}
	}
	item, ok, err := order.ItemByBarcode(u.tx, in.Barcode)
	if err != nil {
		return s, err
	}
	if ok && item.EventID == zone.EventID {
		_, ok, err = findState(u.tx, item.ID)
		if err != nil || ok {
			s.ItemID, s.SaleItemID = item.ID, item.SaleItemID
			return s, err
		}
	}
	s.Code = clip(in.Barcode, maxLoggedCode)
	_, old, err := order.OldBarcodeByCode(u.tx, in.Barcode)
	if old {
		s.Detail = HistoricBarcode
	}
	return s, err
}

func earlier(a, b time.Time) time.Time {
	a = a.UTC().Truncate(time.Microsecond)
	if b.Before(a) {
		return b
	}
	return a
}

// belongs tells whether a user is of this company, so that no other's name shows.
func (u *uploading) belongs(id int64) (bool, error) {
	if yes, ok := u.users[id]; ok {
		return yes, nil
	}
	yes, err := company.Belongs(u.tx, id)
	u.users[id] = yes
	return yes, err
}

// admit moves the ticket of a row and notes what its zone gains.
func (u *uploading) admit(s *Scan, zone *Zone) error {
	state, err := TicketStates.Get(u.tx, s.ItemID)
	if err != nil {
		return err
	}
	late, gain, err := u.fit(&state, s, zone)
	if err != nil {
		return err
	}
	if err := Scans.Insert(u.tx, s); err != nil {
		return err
	}
	_, err = TicketStates.Update(u.tx, s.ItemID, func(t *TicketState) error {
		t.set(late)
		t.note(s)
		return nil
	})
	if u.gains[zone.ID] == nil {
		u.gains[zone.ID] = tallies{}
	}
	u.gains[zone.ID][s.SaleItemID] = u.gains[zone.ID][s.SaleItemID].plus(gain)
	return err
}

// fit places a row among those of its ticket by its time, and tells the state
// that follows and what the zone's counters gain.
func (u *uploading) fit(t *TicketState, s *Scan, zone *Zone) (ZoneState, Tally, error) {
	z := t.In(s.ZoneID)
	repeats := zone.Mode == ScanIn && (zone.ScansInMax == nil || *zone.ScansInMax > 1)
	if z.In+z.Out == 0 || s.ScannedOn.After(z.latest()) {
		s.Duplicate = z.In+z.Out > 0 && s.Out == !z.Inside && !repeats
		gain := z.take(s.step())
		return z, gain, nil
	}
	if len(t.ScanIDs) >= maxScanIDs {
		gain := z.count(s.Out)
		return z, gain, nil
	}
	steps, err := u.steps(t, s.ZoneID)
	if err != nil {
		return z, Tally{}, err
	}
	mine := s.step()
	mine.ID = math.MaxInt64
	s.Duplicate = doubles(steps, mine) && !repeats
	_, before := fold(s.ZoneID, slices.Clone(steps))
	after, sum := fold(s.ZoneID, append(steps, mine))
	return after, sum.minus(before), nil
}

// steps are the rows of a ticket in one zone.
func (u *uploading) steps(t *TicketState, zone int64) ([]step, error) {
	rows, err := Scans.GetMany(u.tx, t.ScanIDs)
	if err != nil {
		return nil, err
	}
	if len(rows) != len(t.ScanIDs) {
		return nil, errors.New("a row of the scan log is gone")
	}
	steps := make([]step, 0, len(rows)+1)
	for i := range rows {
		if rows[i].ZoneID == zone {
			steps = append(steps, rows[i].step())
		}
	}
	return steps, nil
}

// settle writes the counters of every zone that gained.
func (u *uploading) settle() error {
	var moved []*Zone
	for _, zones := range u.zones {
		for i := range zones {
			if len(u.gains[zones[i].ID]) > 0 {
				moved = append(moved, &zones[i])
			}
		}
	}
	slices.SortFunc(moved, func(a, b *Zone) int { return int(a.ID - b.ID) })
	for _, z := range moved {
		if _, err := u.gains[z.ID].store(u.tx, z); err != nil {
			return err
		}
	}
	return nil
}
