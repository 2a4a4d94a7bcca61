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
)

// ScanRequest asks to let tickets through the gate of a zone, in or out.
type ScanRequest struct {
	// UUID is the device's key of the request: repeating it changes nothing.
	UUID string
	// Barcodes or Tags name the tickets; tags go first, barcodes are then ignored.
	Barcodes, Tags []string
	ZoneID         int64
	// Disabled are sale items the device does not take.
	Disabled map[int64]bool
	// Direction is in, out, auto or empty.
	Direction string
	// Confirmed marks the barcodes as the operator's final choice.
	Confirmed           bool
	Latitude, Longitude string
	// Secure is what the device claims; it is noted and lowers no rule.
	Secure bool
	// IgnoreAge and IgnoreCapacity count only for callers who may override scans.
	// For others the rule stands, and the log notes the attempt.
	IgnoreAge, IgnoreCapacity bool
}

// scanKind is the kind under which answers to scans are remembered.
const scanKind = "zones.scan"

// ScanZone lets the tickets of a request through, all or none (domain 22.4). A
// refusal is a result like an admission: it is kept in the log. An error means
// that nothing happened. A request whose uuid was admitted before gets the same
// result again, from whichever device it comes and whatever it names.
func ScanZone(ctx context.Context, a *app.App, c *app.Caller, in ScanRequest) (ScanResult, error) {
	codes, err := in.codes()
	if err != nil {
		return ScanResult{}, err
	}
	var res ScanResult
	var refused bool
	err = a.Update(ctx, c, func(tx app.Tx) error {
		var err error
		res, refused, err = in.run(a, tx, c, codes)
		return err
	})
	if err == nil && refused {
		a.Log().Warn("a scan asked to override a rule without the right to",
			"user", c.UserID, "zone", in.ZoneID, "status", res.Status.String())
	}
	return res, err
}

// run is one request in a transaction. It also tells whether a wish to override
// was not granted and would have made the difference.
func (in *ScanRequest) run(a *app.App, tx app.Tx, c *app.Caller, codes []string) (res ScanResult, refused bool, err error) {
	res, done, err := app.Remembered[ScanResult](a, tx, scanKind, in.UUID)
	if err != nil || done {
		return res, false, err
	}
	g, err := openGate(tx, *in, c, tx.Now())
	if err != nil {
		return res, false, err
	}
	if err := g.loadAll(tx, codes, len(in.Tags) > 0); err != nil {
		return res, false, err
	}
	d := decideScan(g.ask())
	if res, err = g.store(tx, d); err != nil {
		return res, false, err
	}
	if res.Status != Valid {
		return res, g.overreach, nil
	}
	return res, false, app.Remember(a, tx, scanKind, in.UUID, res)
}

// CheckZone tells what ScanZone would answer for one ticket, and changes nothing.
// It asks no question, so a precise zone never wants a confirmation here.
func CheckZone(ctx context.Context, a *app.App, c *app.Caller, in ScanRequest) (ScanResult, error) {
	in.UUID = ""
	codes, err := in.codes()
	if err != nil {
		return ScanResult{}, err
	}
	if len(codes) > 1 {
		return ScanResult{}, app.Field(in.field(), "must not have more than %d entries", 1)
	}
	var res ScanResult
	err = a.View(ctx, c, func(r app.Reader) error {
		g, err := openGate(r, in, c, later(a.Now(), r.SafeTime()))
		if err != nil {
			return err
		}
		if err := g.loadAll(r, codes, len(in.Tags) > 0); err != nil {
			return err
		}
		res, err = g.result(r, decideScan(g.ask()))
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

// field names where the codes of a request came from.
func (in *ScanRequest) field() string {
	if len(in.Tags) > 0 {
		return "nfcIds"
	}
	return "barcodes"
}

// codes gives what names the tickets, each once (domain 22.4 step 3).
func (in *ScanRequest) codes() ([]string, error) {
	codes, clean := in.Barcodes, strings.TrimSpace
	if len(in.Tags) > 0 {
		codes, clean = in.Tags, normalTag
	}
	var p app.Problems
	if len(codes) == 0 {
		p.Add(in.field(), "is required")
	}
	checkCode(&p, "uuid", in.UUID)
	once := make([]string, 0, min(len(codes), MaxIdentifiers))
	for i, raw := range codes {
		code := clean(raw)
		at := in.field() + "." + strconv.Itoa(i)
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

// normalTag brings an NFC tag into the form in which it is stored: upper case,
// without separators (domain 22.6).
func normalTag(tag string) string {
	return strings.ToUpper(strings.Map(func(r rune) rune {
		if r == ':' || r == '-' || r == ' ' {
			return -1
		}
		return r
	}, tag))
}

func printable(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}
