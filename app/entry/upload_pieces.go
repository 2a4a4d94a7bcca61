package entry

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/ticketcode/form"
)

// uploadWork is an upload on its way through its transactions. Each keeps one piece of
// the rows: a gate that scans meanwhile waits for a piece, not for all of them.
type uploadWork struct {
	app    *app.App
	caller *app.Caller
	in     Upload
	call   app.Call
	most   int // rows of a piece

	pieces [][]int      // rows that are still to be kept
	parts  []uploadPart // what became of the others
	whole  *UploadResult
}

// uploadPart is what became of one piece. It is stored under the uuid of the upload and
// the rows of the piece: an upload that comes again after a crash goes on where it was,
// even when its scans have no uuids.
type uploadPart struct {
	Result UploadResult `msgpack:"r"`
	Moved  []movedZone  `msgpack:"z,omitempty"`
}

// movedZone is a zone of an event whose counters an upload moved.
type movedZone struct {
	EventID int64 `msgpack:"e"`
	ZoneID  int64 `msgpack:"z"`
}

func newUploadWork(a *app.App, c *app.Caller, in Upload, call app.Call, most int) *uploadWork {
	return &uploadWork{app: a, caller: c, in: in, call: call, most: most, pieces: in.pieces(most)}
}

// do keeps one piece after the other.
func (w *uploadWork) do(ctx context.Context) (UploadResult, error) {
	if len(w.in.Rows) > w.most {
		if err := w.app.View(ctx, w.caller, scanners, w.look); err != nil {
			return UploadResult{}, err
		}
	}
	for w.whole == nil {
		if err := w.step(ctx); err != nil {
			return UploadResult{}, err
		}
	}
	return *w.whole, nil
}

// look finds out on a snapshot, for which nobody waits, whether a long upload was
// answered before, or is more than its token may have stored now.
func (w *uploadWork) look(r app.Reader) error {
	known, done, err := app.Answered[UploadResult](w.app, r, w.call)
	switch {
	case done:
		w.whole = &known
		return nil
	case err != nil && !app.Reused(err):
		return err
	}
	if app.MayTakeRows(w.app, r, w.caller, len(w.in.Rows)) == nil {
		return nil
	}
	n, err := w.unknown(r)
	if err != nil {
		return err
	}
	return app.MayTakeRows(w.app, r, w.caller, n)
}

// unknown counts the rows that the log does not have by their uuids.
func (w *uploadWork) unknown(r app.Reader) (n int, err error) {
	seen := map[string]bool{}
	for i := range w.in.Rows {
		uuid := w.in.Rows[i].UUID
		known := seen[uuid]
		if uuid != "" && !known {
			seen[uuid] = true
			l, err := findLogged(w.app, r, uuid)
			if err != nil {
				return 0, err
			}
			known = l.known()
		}
		if !known {
			n++
		}
	}
	return n, nil
}

// step keeps the next piece, or halves it where it is too much at once. Halves may share a
// ticket: its state is the same, but of two rows that repeat each other it is the one in the
// second half that counts as the double, whatever their times.
func (w *uploadWork) step(ctx context.Context) error {
	var part uploadPart
	var whole *UploadResult
	err := w.app.Update(ctx, w.caller, scanners, func(tx app.Tx) (err error) {
		part, whole, err = w.run(tx)
		return err
	})
	first, rest := w.pieces[0], w.pieces[1:]
	switch half := len(first) / 2; {
	case errors.Is(err, errLongHistory) && half > 0:
		w.pieces = append([][]int{first[:half], first[half:]}, rest...)
		return nil
	case err != nil:
		return err
	}
	w.pieces, w.parts, w.whole = rest, append(w.parts, part), whole
	return nil
}

// run is a step in its transaction, which may run more than once. With the last piece, or
// when the upload was answered before, it gives the whole answer.
func (w *uploadWork) run(tx app.Tx) (part uploadPart, whole *UploadResult, err error) {
	known, done, err := app.Answered[UploadResult](w.app, tx, w.call)
	if done {
		return part, &known, nil
	}
	other := app.Reused(err) && w.in.named()
	if err != nil && !other {
		return part, nil, err
	}
	if len(w.pieces) > 1 {
		part, err = w.piece(tx)
		return part, nil, err
	}
	u := newUploading(w.app, tx, w.caller)
	u.whole = !w.in.knownAgain()
	if err := u.keep(w.in.Rows, w.pieces[0]); err != nil {
		return part, nil, err
	}
	res, err := u.join(append(slices.Clone(w.parts), u.uploadPart))
	if err != nil || other {
		return part, &res, err
	}
	return part, &res, app.Remember(w.app, tx, w.call, res)
}

// piece keeps a piece that others follow, once.
func (w *uploadWork) piece(tx app.Tx) (uploadPart, error) {
	rows := w.pieces[0]
	call := w.call.Part(strconv.Itoa(rows[0]) + "+" + strconv.Itoa(len(rows)))
	part, done, err := app.Answered[uploadPart](w.app, tx, call)
	other := app.Reused(err) && w.in.named()
	if done || err != nil && !other {
		return part, err
	}
	u := newUploading(w.app, tx, w.caller)
	if err := u.keep(w.in.Rows, rows); err != nil || other {
		return u.uploadPart, err
	}
	return u.uploadPart, app.Remember(w.app, tx, call, u.uploadPart)
}

// join makes one answer of those of all pieces.
func (u *uploading) join(parts []uploadPart) (res UploadResult, err error) {
	var moved []movedZone
	for i := range parts {
		p := &parts[i].Result
		res.Kept, res.Skipped = res.Kept+p.Kept, res.Skipped+p.Skipped
		res.Misses, res.Notes = append(res.Misses, p.Misses...), append(res.Notes, p.Notes...)
		moved = append(moved, parts[i].Moved...)
	}
	for _, told := range [][]UploadMiss{res.Misses, res.Notes} {
		slices.SortStableFunc(told, func(a, b UploadMiss) int { return cmp.Compare(a.Index, b.Index) })
	}
	res.Over, err = u.over(moved)
	return res, err
}

// over lists the zones that hold more people than they may, of those that were moved.
func (u *uploading) over(moved []movedZone) (all []OverCapacity, err error) {
	slices.SortFunc(moved, func(a, b movedZone) int {
		return cmp.Or(cmp.Compare(a.EventID, b.EventID), cmp.Compare(a.ZoneID, b.ZoneID))
	})
	for _, m := range slices.Compact(moved) {
		venue, err := u.venue(m.EventID)
		if err != nil {
			return nil, err
		}
		if venue == nil {
			continue
		}
		z := venue.zone(m.ZoneID)
		if z == nil || z.Capacity == nil {
			continue
		}
		c, err := counterOf(u.tx, z.ID, 0)
		if err != nil {
			return nil, err
		}
		if c.Attendance > *z.Capacity {
			all = append(all, OverCapacity{z.ID, *z.Capacity, c.Attendance})
		}
	}
	return all, nil
}

// pieces cuts the rows into pieces of about so many, each in the order of the request.
// What concerns each other stays together, however much it is: the state of a ticket and
// its doubles follow from all of its rows, and of rows with one uuid the first counts.
// Rows that nobody would know again are one piece: they are kept at once, or not at all.
func (in *Upload) pieces(most int) (all [][]int) {
	if !in.knownAgain() {
		most = len(in.Rows)
	}
	var piece []int
	for _, group := range in.groups() {
		if len(piece) > 0 && len(piece)+len(group) > most {
			all, piece = append(all, piece), nil
		}
		piece = append(piece, group...)
	}
	all = append(all, piece)
	for _, piece := range all {
		slices.Sort(piece)
	}
	return all
}

// groups are the rows that concern each other.
func (in *Upload) groups() (all [][]int) {
	t := ties{leader: make([]int, len(in.Rows)), first: map[string]int{}}
	for i := range in.Rows {
		t.leader[i] = i
		t.tie(i, "ticket "+barcodeIn(in.Rows[i].Barcode))
		if uuid := in.Rows[i].UUID; uuid != "" {
			t.tie(i, "scan "+uuid)
		}
	}
	at := map[int]int{}
	for i := range in.Rows {
		leader := t.of(i)
		if _, known := at[leader]; !known {
			at[leader], all = len(all), append(all, nil)
		}
		all[at[leader]] = append(all[at[leader]], i)
	}
	return all
}

// ties find what belongs together because it shares a name: each group has a leader, its
// first.
type ties struct {
	leader []int
	first  map[string]int // with a name
}

func (t *ties) of(i int) int {
	for t.leader[i] != i {
		t.leader[i] = t.leader[t.leader[i]]
		i = t.leader[i]
	}
	return i
}

func (t *ties) tie(i int, name string) {
	other, known := t.first[name]
	if !known {
		t.first[name] = i
		return
	}
	a, b := t.of(i), t.of(other)
	t.leader[max(a, b)] = min(a, b)
}

// barcodeIn is the barcode that a code in any form says. Nobody needs to believe it: it
// keeps what may be one ticket together.
func barcodeIn(text string) string {
	if s, ok := form.ReadSigned(text); ok {
		return s.Barcode
	}
	if barcode, _, ok := form.SplitRotating(text); ok {
		text = barcode
	}
	return order.CanonicalBarcode(text)
}
