package door

import (
	"context"
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/entry"
	"marquee/app/list"
	"marquee/app/order"
)

// Verdict is what a phone is told about a scan.
type Verdict struct {
	entry.ScanResult
	// ItemID and SaleName are of the ticket that speaks, 0 and empty for a code that led
	// nowhere.
	ItemID   int64
	SaleName string
	// Last is how the ticket was moved last in the zone, nil when it never was.
	Last *Move
	// Entered are the latest admissions, newest first, where they used the ticket up.
	Entered []Move
	// ReplacedAt is when a code that is no longer good was replaced, and Cause why.
	ReplacedAt *time.Time
	Cause      order.BarcodeCause
}

// Move is one admission or leaving, as those at other gates are told of it.
type Move struct {
	At       time.Time
	Out      bool
	Gate, By string
}

// Scan lets tickets through one of the zones of the device.
func (p *Pass) Scan(ctx context.Context, a *app.App, in entry.ScanRequest) (Verdict, error) {
	if err := p.hurried(ctx, a, &in); err != nil {
		return Verdict{}, err
	}
	allContacts.Of(a).hear(p.Device.ID, a.Now(), func(h *heard) { h.scanned(h.at) })
	return p.ask(ctx, a, in, entry.ScanZone)
}

// Check tells what Scan would answer, and changes nothing.
func (p *Pass) Check(ctx context.Context, a *app.App, in entry.ScanRequest) (Verdict, error) {
	return p.ask(ctx, a, in, entry.CheckZone)
}

type scanning func(context.Context, *app.App, *app.Caller, entry.ScanRequest) (entry.ScanResult, error)

func (p *Pass) ask(ctx context.Context, a *app.App, in entry.ScanRequest, scan scanning) (v Verdict, err error) {
	if err := p.within(in.ZoneID); err != nil {
		return v, err
	}
	if v.ScanResult, err = scan(ctx, a, p.Caller, in); err != nil {
		return v, err
	}
	return v, p.tell(ctx, a, in.ZoneID, &v)
}

// within refuses zones that the device is not bound to, as if there were none.
func (p *Pass) within(zone int64) error {
	if slices.Contains(p.Device.ZoneIDs, zone) {
		return nil
	}
	return app.Missing("zone")
}

// tell adds what the phone tells beside the answer.
func (p *Pass) tell(ctx context.Context, a *app.App, zone int64, v *Verdict) error {
	return a.View(ctx, p.Caller, scanners, func(r app.Reader) error {
		if v.Barcode == "" {
			return nil // a tag that nobody wears
		}
		if v.Was != nil {
			v.ReplacedAt, v.Cause = &v.Was.ChangedAt, v.Was.Cause
			return nil
		}
		item, found, err := order.ItemAt(app.Whole(r), v.Barcode, p.Device.EventID) // as the gate did
		if err != nil || !found {
			return err
		}
		if !item.At(p.Device.EventID) {
			return nil
		}
		v.ItemID, v.SaleName = item.ID, item.SaleName
		row, err := entry.LatestScan(r, item.ID, zone)
		if err != nil || row == nil {
			return err
		}
		known := scanned{}
		m, err := known.of(r, row)
		if v.Last = &m; err != nil || v.Status != entry.ScansInExceeded {
			return err
		}
		v.Entered, err = known.admissions(r, item.ID, zone)
		return err
	})
}

// admissions are the latest of a ticket at a zone.
func (s scanned) admissions(r app.Reader, item, zone int64) (all []Move, err error) {
	rows, err := entry.AdmissionsAt(r, item, zone, maxEntered)
	for i := range rows {
		m, err := s.of(r, &rows[i])
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, err
}

// scanned names the gates and people of rows of the log, by token and user, each once.
type scanned map[[2]int64]Move

// of tells who moved a ticket at which gate: those of the phone, or the user.
func (s scanned) of(r app.Reader, row *entry.Scan) (Move, error) {
	key := [2]int64{row.TokenID, row.UserID}
	m, known := s[key]
	if !known {
		d, found, err := deviceByToken.Find(r, row.TokenID)
		if err != nil {
			return m, err
		}
		if m = (Move{Gate: d.Gate, By: d.Name}); !found {
			u, err := company.UserByID(app.ReadCompany(r, 0), row.UserID)
			if err != nil && app.KindOf(err) != app.NotFound {
				return m, err
			}
			m.By = u.Name
		}
		s[key] = m
	}
	m.At, m.Out = row.ScannedOn, row.Out
	return m, nil
}

// Uploaded is what became of an upload.
type Uploaded struct {
	entry.UploadResult
	// Duplicates are the scans, by uuid, of tickets that another phone let in too.
	Duplicates map[string]bool
}

// Upload keeps what the device did while it was offline, at its event and its zones. What is
// more than anybody can scan is set aside.
func (p *Pass) Upload(ctx context.Context, a *app.App, up entry.Upload) (out Uploaded, err error) {
	if err := p.own(up.Rows); err != nil {
		return out, err
	}
	if err := p.setAside(ctx, a, up.Rows); err != nil {
		return out, err
	}
	out, err = p.upload(ctx, a, up)
	if err == nil {
		p.brought(a, len(up.Rows))
	}
	return out, err
}

func (p *Pass) upload(ctx context.Context, a *app.App, up entry.Upload) (out Uploaded, err error) {
	if out.UploadResult, err = entry.UploadScans(ctx, a, p.Caller, up); err != nil {
		return out, err
	}
	err = a.View(ctx, p.Caller, scanners, func(r app.Reader) (err error) {
		out.Duplicates, err = entry.DuplicatesAmong(r, up.Rows)
		return err
	})
	return out, err
}

// Search finds tickets that may enter a zone of the device.
func (p *Pass) Search(ctx context.Context, a *app.App, zone int64, query string, limit int64) ([]entry.ZoneItem, error) {
	if err := p.within(zone); err != nil || strings.TrimSpace(query) == "" {
		return nil, err
	}
	page, err := entry.ListZoneItems(ctx, a, p.Caller, entry.ZoneItemQuery{ZoneID: zone, Query: query, Request: list.Request{Limit: limit}})
	return page.Items, err
}

func (p *Pass) own(rows []entry.UploadRow) error {
	for i := range rows {
		rows[i].EventID, rows[i].ScannedBy = p.Device.EventID, 0
		if err := p.within(rows[i].ZoneID); err != nil {
			return err
		}
	}
	return nil
}

// Revoked is the detail under which the log keeps what a device sent after its end. Behind it
// stands why a supervisor let somebody in against a rule.
const Revoked = "deviceRevoked"

// UploadAfterEnd keeps what a device sends after its end, whichever it was: as refusals, so that
// it moves nobody and the office can look at it. One that is still good is refused.
func UploadAfterEnd(ctx context.Context, a *app.App, secret string, up entry.Upload) (out Uploaded, err error) {
	switch _, err := Enter(ctx, a, secret); {
	case err == nil:
		return out, unauthenticated()
	case app.KindOf(err) != app.Unauthenticated:
		return out, err
	}
	c, err := company.CallerAfterEnd(ctx, a, company.ForDoor, secret)
	if err != nil {
		return out, err
	}
	p := &Pass{Caller: c}
	err = a.View(ctx, c, scanners, func(r app.Reader) (err error) {
		p.Device, err = deviceByToken.Get(r, c.TokenID)
		return missing(err, "device")
	})
	if err != nil {
		return out, err
	}
	for i := range up.Rows {
		refuse(&up.Rows[i], Revoked)
	}
	if err := p.own(up.Rows); err != nil {
		return out, err
	}
	return p.upload(ctx, a, up)
}

// refuse makes a refusal of a row, which moves nobody.
func refuse(row *entry.UploadRow, why string) {
	if row.Forced && row.Detail != "" {
		why += ": " + row.Detail
	}
	row.Refused, row.Detail, row.Unheard = true, why, false
}
