package entry

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/entry/rules"
	"marquee/app/order"
)

// ScanRequest asks to let tickets through the gate of a zone, in or out.
type ScanRequest struct {
	// UUID is the device's key of the request: repeating it changes nothing.
	UUID string
	// Barcodes or Tags name the tickets; tags go first, barcodes are then ignored.
	Barcodes, Tags []string
	// With is the barcode of a ticket that is inside and brings those of its order: they need
	// no better code than theirs. Empty: nobody brings them.
	With   string
	ZoneID int64
	// Disabled are sale items the device does not take.
	Disabled map[int64]bool
	// Direction is in, out, auto or empty.
	Direction string
	// Confirmed marks the barcodes as the operator's final choice.
	Confirmed           bool
	Latitude, Longitude string
	// GateID is the gate of the plan where the device stands, 0: not said. It is kept, and
	// decides nothing.
	GateID int64
	// Secure is what the device claims; it is noted and lowers no rule.
	Secure bool
	// IgnoreAge and IgnoreCapacity count only for callers who may override scans.
	// For others the rule stands, and the log notes the attempt.
	IgnoreAge, IgnoreCapacity bool
	// IgnoreCode takes a ticket in an easier form than its event does, likewise.
	IgnoreCode bool
	// IgnoreLease takes one that another phone alone lets in, likewise.
	IgnoreLease bool
	// IgnoreInside lets in who is inside already, likewise: only for who was told so.
	IgnoreInside bool
	// Once: the device asks under the UUID once. When it brought its own decision, because it
	// waited in vain, the request comes too late, wherever it was meanwhile.
	Once bool
	// Reason is why a rule was overridden; the log keeps it where one was.
	Reason string

	one bool // it names one ticket, in fields that are no lists
}

// scanKind is the kind under which answers to scans are remembered.
const scanKind = "zones.scan"

// ScanZone lets the tickets of a request through, all or none. A
// refusal is a result like an admission: it is kept in the log. An error means
// that nobody was let through. A request that was admitted before gets the same result
// again under its uuid, from whichever device it comes; another request under that
// uuid is refused, and the log says so.
func ScanZone(ctx context.Context, a *app.App, c *app.Caller, in ScanRequest) (ScanResult, error) {
	s, err := newScanning(a, c, in)
	if err != nil {
		return ScanResult{}, err
	}
	err = a.Update(ctx, c, scanners, s.run)
	if err == nil && s.refusal != nil {
		a.NoteReuse(c, s.refusal)
		return ScanResult{}, s.refusal
	}
	if err == nil && s.overreach {
		a.Log().Warn("a scan asked to override a rule without the right to",
			"user", c.UserID, "zone", in.ZoneID, "status", s.res.Status.String())
	}
	return s.res, err
}

// scanning is one request on its way through a transaction.
type scanning struct {
	app    *app.App
	caller *app.Caller
	in     ScanRequest
	codes  []string
	call   app.Call

	res ScanResult
	// overreach: a wish to override was not granted and would have made the
	// difference.
	overreach bool
	// refusal of the uuid; the log then has rows that say so.
	refusal error
}

// scanAsks is what a scan wants done. Where it is made, when, on which device, and
// whether the operator has confirmed it, may differ when it is sent again.
type scanAsks struct {
	ZoneID    int64    `msgpack:"z"`
	Direction string   `msgpack:"w,omitempty"`
	Tags      bool     `msgpack:"t,omitempty"`
	Codes     []string `msgpack:"c"`
}

// newScanning checks what does not need the store.
func newScanning(a *app.App, c *app.Caller, in ScanRequest) (*scanning, error) {
	codes, err := in.codes()
	if err != nil {
		return nil, err
	}
	call, err := in.call(codes)
	return &scanning{app: a, caller: c, in: in, codes: codes, call: call}, err
}

func (in *ScanRequest) call(codes []string) (app.Call, error) {
	asks := scanAsks{ZoneID: in.ZoneID, Direction: in.Direction, Tags: len(in.Tags) > 0, Codes: slices.Clone(codes)}
	for i, code := range codes {
		if !asks.Tags {
			asks.Codes[i] = order.CanonicalBarcode(code)
		}
	}
	slices.Sort(asks.Codes)
	return app.NewCall(scanKind, in.UUID, &asks)
}

// scanners are those who scan, and those who run the event.
var scanners = app.AnyOf{app.ScanZones, app.EditEvents}

// run is the request in its transaction, which may run more than once.
func (s *scanning) run(tx app.Tx) error {
	s.overreach, s.refusal = false, nil
	known, done, err := app.Answered[ScanResult](s.app, tx, s.call)
	if s.res = known; done || err != nil && !app.Reused(err) {
		return err
	}
	s.refusal = err
	g, err := openGate(tx, s.in, s.caller, tx.Now(), tx.Wall())
	if err != nil {
		return err
	}
	if err := g.loadAll(tx, s.codes, len(s.in.Tags) > 0); err != nil {
		return err
	}
	d := rules.Decide(g.ask())
	if s.refusal == nil && d.Overall.Status == Valid {
		if done, err := s.brought(tx, g); done || err != nil {
			return err
		}
	}
	if s.refusal != nil {
		d = g.denyAll(uuidReused)
	}
	if n := g.madeUp(d); n > 0 {
		if err := app.TakeRows(tx, s.caller, n); err != nil {
			return err
		}
	}
	if s.res, err = g.store(tx, d); err != nil {
		return err
	}
	if s.res.Status != Valid {
		s.overreach = g.overreach
		return nil
	}
	if slices.ContainsFunc(d.Each, func(o rules.Outcome) bool { return o.Forced }) {
		app.Note(tx, "zones", g.zone.ID, "let in against a rule of the zone")
	}
	for i := range g.tickets {
		s.res.Moved = append(s.res.Moved, Moved{g.tickets[i].item.ID, d.Each[i].Out})
	}
	return app.Remember(s.app, tx, s.call, s.res)
}

// brought tells whether the device has brought the scan in an upload already, because it waited
// in vain for the answer: a request that comes so late must not send out who came in by it, nor
// let in who was turned away.
func (s *scanning) brought(tx app.Tx, g *gate) (done bool, err error) {
	if s.in.UUID == "" || !s.in.Once && !slices.ContainsFunc(g.tickets, func(f found) bool { return len(f.state.ScanIDs) > 0 }) {
		return false, nil
	}
	row, found, err := scanByUpload.Find(tx, s.in.UUID)
	if err == nil && found && row.Status == Failed && s.in.Once {
		s.refusal = app.Reuse(scanKind)
	}
	if err != nil || !found || row.Status != Valid {
		return false, err
	}
	if g.tickets[0].item.ID != row.ItemID || g.zone.ID != row.ZoneID {
		s.refusal = app.Reuse(scanKind)
		return false, nil
	}
	s.res, err = g.result(tx, rules.Decision{Overall: rules.Outcome{Status: Valid, Out: row.Out}})
	for i := range g.tickets {
		s.res.Moved = append(s.res.Moved, Moved{g.tickets[i].item.ID, row.Out})
	}
	return true, err
}

// denyAll refuses every ticket for a reason that lies in the request.
func (g *gate) denyAll(detail string) rules.Decision {
	o := rules.Outcome{Status: Denied, Detail: detail}
	return rules.Decision{Each: slices.Repeat([]rules.Outcome{o}, len(g.tickets)), Overall: o}
}

// CheckZone tells what ScanZone would answer for one ticket, and changes nothing.
func CheckZone(ctx context.Context, a *app.App, c *app.Caller, in ScanRequest) (ScanResult, error) {
	in.UUID, in.one = "", true
	codes, err := in.codes()
	if err != nil {
		return ScanResult{}, err
	}
	if len(codes) > 1 {
		return ScanResult{}, app.Field(in.field(), "must not have more than %d entries", 1)
	}
	var res ScanResult
	err = a.View(ctx, c, scanners, func(r app.Reader) error {
		g, err := openGate(r, in, c, later(a.Now(), r.SafeTime()), a.Now())
		if err != nil {
			return err
		}
		if err := g.loadAll(r, codes, len(in.Tags) > 0); err != nil {
			return err
		}
		res, err = g.result(r, rules.Decide(g.ask()))
		return err
	})
	return res, err
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// field names where the codes of a request came from, and fieldOf where one of them did.
func (in *ScanRequest) field() string {
	name := "barcode"
	if len(in.Tags) > 0 {
		name = "nfcId"
	}
	if in.one {
		return name
	}
	return name + "s"
}

func (in *ScanRequest) fieldOf(i int) string {
	if in.one {
		return in.field()
	}
	return in.field() + "." + strconv.Itoa(i)
}

// codes gives what names the tickets, each once.
func (in *ScanRequest) codes() ([]string, error) {
	codes, clean := in.Barcodes, strings.TrimSpace
	if len(in.Tags) > 0 {
		codes, clean = in.Tags, normalTag
	}
	var p app.Problems
	if utf8.RuneCountInString(in.Reason) > MaxDetail || !printable(in.Reason) {
		p.Add("reason", "must not be longer than %d characters", MaxDetail)
	}
	if len(codes) == 0 {
		p.Add(in.field(), "is required")
	}
	checkCode(&p, "uuid", in.UUID)
	checkCode(&p, "with", in.With)
	once := make([]string, 0, min(len(codes), MaxIdentifiers))
	for i, raw := range codes {
		code := clean(raw)
		at := in.fieldOf(i)
		if !checkCode(&p, at, raw) || slices.Contains(once, code) {
			continue
		}
		if code == "" {
			p.Add(at, "is required")
			continue
		}
		if once = append(once, code); len(once) > MaxIdentifiers {
			p.Add(in.field(), "must not have more than %d entries", MaxIdentifiers)
			break
		}
	}
	return once, p.Err()
}

// checkCode refuses what can be no barcode, tag or uuid: it is never stored.
func checkCode(p *app.Problems, field, code string) bool {
	switch {
	case utf8.RuneCountInString(code) > MaxCode:
		p.Add(field, "must not be longer than %d characters", MaxCode)
		return false
	case !printable(code):
		p.Add(field, "contains characters that are not allowed")
		return false
	}
	return true
}

// normalTag brings an NFC tag into the form in which it is stored.
func normalTag(tag string) string { return order.NormalTag(tag) }

func printable(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}
