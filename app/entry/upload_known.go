package entry

import (
	"strconv"
	"strings"
	"time"

	"marquee/app"
)

// logged is the scan that the log has under a uuid: a row that was uploaded, or what a live
// one was answered; neither where it is new.
type logged struct {
	row  *Scan
	live *ScanResult
	// further: the uuid is that of a further ticket of a live scan.
	further bool
}

// findLogged finds it. The phone that waited in vain for the answer about several tickets
// decides by itself, and brings each of them in a row of its own: the first under the uuid
// of the scan, the others under further ones.
func findLogged(a *app.App, r app.Reader, uuid string) (l logged, err error) {
	s, uploaded, err := scanByUpload.Find(r, uuid)
	if err != nil || uploaded {
		return logged{row: &s}, err
	}
	if l.live, err = liveScan(a, r, uuid); err != nil || l.live != nil {
		return l, err
	}
	if first, ok := furtherOf(uuid); ok {
		l.further = true
		l.live, err = liveScan(a, r, first)
	}
	return l, err
}

// Refused tells whether the log has a scan under the uuid of a row, and the reason for which it
// has it as refused by the device.
func Refused(a *app.App, r app.Reader, uuid string) (known bool, detail string, err error) {
	if uuid == "" {
		return false, "", nil
	}
	l, err := findLogged(a, r, uuid)
	if l.row != nil && l.row.Status == Failed {
		detail = l.row.Detail
	}
	return l.known(), detail, err
}

func (l *logged) known() bool { return l.row != nil || l.live != nil }

// liveScan is what a live scan was answered that let somebody through, nil where none did.
func liveScan(a *app.App, r app.Reader, uuid string) (*ScanResult, error) {
	res, found, err := app.AnswerTo[ScanResult](a, r, scanKind, uuid)
	if err != nil || !found {
		return nil, err
	}
	return &res, nil
}

// furtherOf takes the uuid of a further ticket of a scan apart, as in "uuid/1".
func furtherOf(uuid string) (first string, ok bool) {
	at := strings.LastIndexByte(uuid, '/')
	if at < 1 {
		return "", false
	}
	n, err := strconv.Atoi(uuid[at+1:])
	return uuid[:at], err == nil && n > 0
}

// Moved is a ticket that a scan let through.
type Moved struct {
	ItemID int64 `msgpack:"i"`
	Out    bool  `msgpack:"o,omitempty"`
}

// moved tells whether a live scan let the ticket of a row through, at its gate in its
// direction.
func (r *ScanResult) moved(s *Scan) bool {
	for _, m := range r.Moved {
		if m.ItemID == s.ItemID && m.Out == s.Out && r.ZoneID == s.ZoneID {
			return true
		}
	}
	return false
}

// sameMove tells whether a row is about the ticket of another that is kept, at one gate in
// one direction. Whom a device let in, and refuses later under the same uuid, is in; whom it
// refused and then lets in would be lost.
func (s *Scan) sameMove(o *Scan) bool {
	return s.ItemID == o.ItemID && s.Code == o.Code && s.ZoneID == o.ZoneID && s.Out == o.Out && (s.Status != Failed || o.Status == Failed)
}

// takeBack undoes that a scan let a ticket in under the uuid of a row: its device never heard of
// that, and turned the guest away. It tells whether it did. What moved the ticket since stands,
// and so does what a gate did that nobody can leave.
func (u *uploading) takeBack(s *Scan, zone *Zone) (bool, error) {
	state := u.tickets[s.ItemID]
	if state == nil || s.Out {
		return false, nil
	}
	rows, err := Scans.GetMany(app.Whole(u.tx), state.ScanIDs)
	if err != nil {
		return false, err
	}
	var last *Scan
	for i := range rows {
		if rows[i].ZoneID == zone.ID && rows[i].after(last) {
			last = &rows[i]
		}
	}
	// A ticket of which nothing else is known never came. Another one left at once, and keeps
	// what it did before.
	never := len(rows) == 1
	if last == nil || last.Out || last.Uploaded || !sameScan(last.UUID, s.UUID) || !never && zone.Mode == ScanIn {
		return false, nil
	}
	back := *s
	back.UUID, back.Status, back.Detail, back.Out, back.TakenBack, back.Clamped = "", Valid, "", true, never, false
	back.ScannedOn = last.ScannedOn.Add(time.Microsecond) // whatever came behind it stays there
	u.rows = append(u.rows, &back)
	u.move(&back)
	return true, nil
}

// sameScan tells whether the uuid of a row is that of a live scan, or of a further ticket of it.
func sameScan(live, row string) bool {
	first, further := furtherOf(row)
	return live == row || further && live == first
}
