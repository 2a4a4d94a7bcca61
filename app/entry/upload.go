package entry

import (
	"context"
	"slices"
	"strconv"
	"time"

	"marquee/app"
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
	// ScannedBy is the user who scanned; 0 is the caller. Another user's name needs
	// zones.override, else the row stands under the caller's.
	ScannedBy int64
	// ScannedOn lies within a day of the event and not in the future; another time
	// counts as the nearest that does.
	ScannedOn time.Time
	// Refused: the device did not let the ticket through, for the reason in Detail.
	Refused bool
	Detail  string
	Out     bool
	// Forced: a supervisor let the ticket in against a rule, for the reason in Detail. It
	// counts for callers who may override scans.
	Forced bool
	// Provisional: the device knew no such ticket, and went by its signature.
	Provisional bool
	// Unheard: the device refused by itself, after it had asked under the uuid in vain. Whom a
	// scan let in by that, nobody heard of it.
	Unheard bool
}

// UploadResult tells what became of an upload. It is stored under its uuid.
type UploadResult struct {
	Kept    int64 `msgpack:"k"`
	Skipped int64 `msgpack:"s"` // known already
	// Misses are rows that could not be kept as what they say.
	Misses []UploadMiss `msgpack:"m"`
	// Notes are about rows that were kept, but not quite as they came.
	Notes []UploadMiss `msgpack:"n,omitempty"`
	// Over lists the zones that the upload left above their capacity.
	Over []OverCapacity `msgpack:"o,omitempty"`
}

// UploadMiss is a row with the reason why it led to no ticket, or what was changed
// before it was kept.
type UploadMiss struct {
	Index  int64  `msgpack:"i"`
	UUID   string `msgpack:"u"`
	Reason string `msgpack:"r"`
}

// OverCapacity is a zone with more people inside than it holds.
type OverCapacity struct {
	ZoneID     int64 `msgpack:"z"`
	Capacity   int64 `msgpack:"c"`
	Attendance int64 `msgpack:"a"`
}

// The reasons why a row of an upload leads nowhere.
const (
	UnknownEvent   = "unknownEvent"
	UnknownZone    = "unknownZone"
	UnknownBarcode = "unknownBarcode"
	// UUIDReused: a scan of another ticket, zone or direction is known under the uuid
	// of the row.
	UUIDReused = "uuidReused"
)

// The notes about rows that were kept.
const (
	// ScannedOnAdjusted: the time lay outside of the event, or in the future.
	ScannedOnAdjusted = "scannedOnAdjusted"
	// NotGood: a ticket that was let in by its signature alone is not good, or not any more.
	NotGood = "ticketNotGood"
	// ScannedByIgnored: the caller may not name another user, or there is none.
	ScannedByIgnored = "scannedByIgnored"
)

// uploadKind is the kind under which answers to uploads are remembered.
const uploadKind = "entry.tickets"

// UploadScans keeps what devices did while they were offline. It applies no rule of
// the gate: whoever was let in is in, even two devices at once and above a capacity,
// and the log and the result say so. What a ticket's state is follows from the times
// of the scans, so an upload that comes late does not undo what is newer. Rows that
// lead nowhere are told and do not hold the others back. A long upload is kept piece by
// piece: one that failed may have kept some of its rows, and finds them when it is sent
// again under its uuid or theirs. One without such uuids is kept whole or not at all.
func UploadScans(ctx context.Context, a *app.App, c *app.Caller, in Upload) (UploadResult, error) {
	return uploadScans(ctx, a, c, in, pieceRows)
}

// uploadScans keeps about so many rows in one transaction.
func uploadScans(ctx context.Context, a *app.App, c *app.Caller, in Upload, most int) (UploadResult, error) {
	if err := in.check(); err != nil {
		return UploadResult{}, err
	}
	call, err := in.call()
	if err != nil {
		return UploadResult{}, err
	}
	res, err := newUploadWork(a, c, in, call, most).do(ctx)
	if err == nil {
		res.report(a, c)
		if slices.ContainsFunc(res.Misses, func(m UploadMiss) bool { return m.Reason == UUIDReused }) {
			a.NoteReuse(c, app.Reuse(uploadKind))
		}
	}
	return res, err
}

// report tells the operator of what an upload should not have said.
func (r *UploadResult) report(a *app.App, c *app.Caller) {
	for _, z := range r.Over {
		a.Log().Warn("an upload left a zone above its capacity",
			"user", c.UserID, "zone", z.ZoneID, "capacity", z.Capacity, "attendance", z.Attendance)
	}
	if n := len(r.Notes); n > 0 {
		a.Log().Warn("an upload had rows with times outside of their event or in the name of others",
			"user", c.UserID, "token", c.TokenID, "rows", n)
	}
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

// knownAgain tells whether every row is known when the upload is sent again after it failed
// in the middle: by the uuid of the upload, or by its own.
func (in *Upload) knownAgain() bool { return in.UUID != "" || in.named() }

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

// RowOutcome is what became of one row of an upload.
type RowOutcome struct {
	UUID string
	// Stored as an admission or a leaving; else as a refusal, or not at all.
	Scanned bool
	// Detail is the reason of a refusal, or what was changed.
	Detail string
}

// Outcomes tells what became of each row, in the order of the request.
func (r *UploadResult) Outcomes(rows []UploadRow) []RowOutcome {
	all := make([]RowOutcome, len(rows))
	for i := range rows {
		all[i] = RowOutcome{UUID: rows[i].UUID, Scanned: !rows[i].Refused}
		if rows[i].Refused {
			all[i].Detail = rows[i].Detail
		}
	}
	for _, n := range r.Notes {
		if n.Index < int64(len(all)) && all[n.Index].Detail == "" {
			all[n.Index].Detail = n.Reason
		}
	}
	for _, m := range r.Misses {
		if m.Index < int64(len(all)) {
			all[m.Index].Scanned, all[m.Index].Detail = false, m.Reason
		}
	}
	return all
}

// DuplicatesAmong tells which rows of an upload, by their uuids, are of tickets that
// another device let in too.
func DuplicatesAmong(r app.Reader, rows []UploadRow) (map[string]bool, error) {
	all := map[string]bool{}
	for i := range rows {
		if rows[i].UUID == "" {
			continue
		}
		s, found, err := scanByUpload.Find(r, rows[i].UUID)
		if err != nil {
			return nil, err
		}
		if found && s.Duplicate {
			all[s.UUID] = true
		}
	}
	return all, nil
}
