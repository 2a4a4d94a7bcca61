package entry

import (
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
	"marquee/kv"
)

// Scan is one row of the scan log: an admission, a leaving, or a refusal. Rows
// are only ever appended; of those that are there only words go, and what they
// count for.
type Scan struct {
	ID      int64 `msgpack:"id"`
	EventID int64 `msgpack:"e"`
	ZoneID  int64 `msgpack:"z"`
	// ItemID is the order item; 0 when the code was unknown.
	ItemID     int64 `msgpack:"i"`
	SaleItemID int64 `msgpack:"si"`
	// Batch is the id of the first row of the same request; 0 on that row itself.
	Batch int64 `msgpack:"ba"`
	// Code is what was read, kept where it led to no item.
	Code   string `msgpack:"c"`
	Status Status `msgpack:"s"`
	Detail string `msgpack:"d"`
	Out    bool   `msgpack:"o"`
	// Held: the ticket itself could pass; another one of its request could not.
	Held bool `msgpack:"h"`
	// UUID is the device's key of the request, or of the row it uploaded.
	UUID      string    `msgpack:"u"`
	ScannedOn time.Time `msgpack:"t"`
	At        time.Time `msgpack:"a"` // when the store learned of it
	UserID    int64     `msgpack:"us"`
	TokenID   int64     `msgpack:"tk"`
	GateID    int64     `msgpack:"g"`
	Latitude  string    `msgpack:"la"`
	Longitude string    `msgpack:"lo"`
	// Secure: the code rotated, or the device claimed so.
	Secure bool `msgpack:"se"`
	// Forced: a rule was overridden by the user, for the reason in Detail.
	Forced bool `msgpack:"fo"`
	// Refused: the user asked to override and may not.
	Refused bool `msgpack:"re"`
	// Uploaded by a device that was offline.
	Uploaded bool `msgpack:"up"`
	// Duplicate: another device had admitted the ticket already.
	Duplicate bool `msgpack:"du"`
	// Clamped: an upload gave a time at which no scan of the event can have been.
	Clamped bool `msgpack:"cl"`
	// TakenBack: somebody took back that the guest had come.
	TakenBack bool `msgpack:"tb"`
	// Automatic: the zone let everybody out at a set time.
	Automatic bool `msgpack:"au"`
	// Provisional: the device knew no such ticket, and let it in by its signature.
	Provisional bool `msgpack:"pv"`
	// Undone: it counts no more, because what its device did was taken back.
	Undone bool `msgpack:"un"`
	// FormerID is who held the ticket then and gave it away since, where staff may have written
	// something down; 0 for most.
	FormerID int64 `msgpack:"fc"`
}

// step is what a row means for the state of its ticket.
func (s *Scan) step() step { return step{s.ScannedOn, s.Out, s.ID, s.TakenBack} }

// after tells whether the row comes behind another in time, if there is one.
func (s *Scan) after(o *Scan) bool { return o == nil || s.step().compare(o.step()) > 0 }

func (s *Scan) bits() int64 {
	var f int64
	for i, b := range s.flags() {
		if *b {
			f |= 1 << i
		}
	}
	return f
}

// flags lists the truths of a row in the order of their bits; new ones go last.
func (s *Scan) flags() []*bool {
	return []*bool{&s.Out, &s.Held, &s.Secure, &s.Forced, &s.Refused, &s.Uploaded, &s.Duplicate, &s.Clamped, &s.TakenBack, &s.Automatic, &s.Provisional, &s.Undone}
}

func (s *Scan) stepBack() int64 {
	if s.Batch == 0 {
		return 0
	}
	return s.ID - s.Batch
}

// learned is At where it differs from ScannedOn, as only uploads do.
func (s *Scan) learned() time.Time {
	if s.At.Equal(s.ScannedOn) {
		return time.Time{}
	}
	return s.At
}

// EncodeMsgpack writes an array; the batch as a step back from the id. What few rows have
// stands at the end, where they have it.
func (s *Scan) EncodeMsgpack(e *indexes.Encoder) {
	n := 17
	if s.FormerID != 0 {
		n++
	}
	e.Array(n)
	for _, n := range [...]int64{s.ID, s.EventID, s.ZoneID, s.ItemID, s.SaleItemID, s.stepBack(), int64(s.Status), s.bits()} {
		e.Int(n)
	}
	for _, t := range [...]string{s.Code, s.Detail, s.UUID} {
		e.Text(t)
	}
	e.Time(s.ScannedOn)
	e.Time(s.learned())
	for _, n := range [...]int64{s.UserID, s.TokenID, s.GateID} {
		e.Int(n)
	}
	e.Text(joinPosition(s.Latitude, s.Longitude))
	if s.FormerID != 0 {
		e.Int(s.FormerID)
	}
}

// DecodeMsgpack reads what EncodeMsgpack wrote.
func (s *Scan) DecodeMsgpack(d *indexes.Decoder) error {
	var back, status, bits int64
	var position string
	f := d.Array()
	for _, v := range [...]*int64{&s.ID, &s.EventID, &s.ZoneID, &s.ItemID, &s.SaleItemID, &back, &status, &bits} {
		f.Int(v)
	}
	for _, v := range [...]*string{&s.Code, &s.Detail, &s.UUID} {
		f.Text(v)
	}
	f.Time(&s.ScannedOn)
	f.Time(&s.At)
	if s.At.IsZero() {
		s.At = s.ScannedOn
	}
	for _, v := range [...]*int64{&s.UserID, &s.TokenID, &s.GateID} {
		f.Int(v)
	}
	f.Text(&position)
	f.Int(&s.FormerID)
	s.Status = Status(status)
	if back > 0 {
		s.Batch = s.ID - back
	}
	for i, b := range s.flags() {
		*b = bits&(1<<i) != 0
	}
	s.Latitude, s.Longitude = splitPosition(position)
	return f.Close()
}

// scanByUpload finds the rows of uploads by the device's own key: each is kept once.
var scanByUpload = indexes.NewUnique("upload", kv.String, func(s *Scan) []string {
	if !s.Uploaded || s.UUID == "" {
		return nil
	}
	return []string{s.UUID}
})

// scanByDouble finds admissions of tickets that another device had let in already, by event.
var scanByDouble = indexes.NewBy("double", kv.Int, func(s *Scan) []int64 {
	if !s.Duplicate || s.Out {
		return nil
	}
	return []int64{s.EventID}
})

// scanByWords finds the rows of a ticket in which staff may have written something down,
// whether they let it in or not.
var scanByWords = indexes.NewBy("words", kv.Int, func(s *Scan) []int64 {
	if s.ItemID == 0 || !s.wroteDown() {
		return nil
	}
	return []int64{s.ItemID}
})

// scanByFormer finds those of who held the ticket before.
var scanByFormer = indexes.NewBy("former", kv.Int, func(s *Scan) []int64 {
	if s.FormerID == 0 || !s.wroteDown() {
		return nil
	}
	return []int64{s.FormerID}
})

// wroteDown tells whether the detail may be somebody's words.
func (s *Scan) wroteDown() bool {
	return s.Detail != "" && (s.Forced || s.Refused || s.Uploaded && s.Detail != HistoricBarcode)
}

// Scans is the scan log.
var Scans = scanTable.Table

var scanTable = indexes.Define(indexes.Spec[Scan]{
	Name: "scans", Version: 1,
	Person:    indexes.Cleared((*Scan).forget, "Code: led to no ticket", "UUID: the call of a device", "Latitude: where the gate stands", "Longitude: where the gate stands"),
	Unaudited: "a journal",
	Shown:     func(r app.Reader, s *Scan) (bool, error) { return catalog.ShownAt(r, s.EventID) },
	ID:        func(s *Scan) *int64 { return &s.ID },
	Wrote:     app.Wrote(func(p *Ports) func(app.Tx, []indexes.Change[Scan]) error { return p.ScanSaved }),
}, scanByUpload.Index, scanByDouble.Index, scanByWords.Index, scanByFormer.Index)
