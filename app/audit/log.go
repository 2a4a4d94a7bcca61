package audit

import (
	"slices"
	"strconv"

	"marquee/app"
	"marquee/indexes"
)

// Log is the auditor of the box office.
type Log struct{}

// ordinary are the abilities whose commands make records of their own that say who made
// them and when, in great numbers.
var ordinary = []app.Ability{app.Authenticated, app.Anyone, app.Sell, app.ScanZones, app.AdmitGuests, app.Override}

// isOrdinary tells whether one of these abilities is enough for a command.
func isOrdinary(needs app.Requirement) bool {
	switch n := needs.(type) {
	case app.Ability:
		return slices.Contains(ordinary, n)
	case app.AnyOf:
		return slices.ContainsFunc(n, func(a app.Ability) bool { return slices.Contains(ordinary, a) })
	}
	return false
}

// Begin implements app.Auditor. What buyers do in the shop is no matter of staff.
func (Log) Begin(c *app.Caller, needs app.Requirement, via app.Via) app.Recorder {
	if c == nil {
		return &recording{via: via}
	}
	if c.Guest {
		return nil
	}
	return &recording{via: via, userID: c.UserID, tokenID: c.TokenID, ordinary: isOrdinary(needs)}
}

// recording is what one attempt of a transaction did so far.
type recording struct {
	via             app.Via
	userID, tokenID int64
	// ordinary: only what is noted counts.
	ordinary bool
	objects  []Object
	size     int
	more     int64
}

// Listens implements app.Recorder.
func (g *recording) Listens() bool { return !g.ordinary }

// Wrote implements app.Recorder.
func (g *recording) Wrote(table indexes.Declared, pk []byte, old, rec any) {
	if table.Unaudited() != "" {
		return
	}
	if len(g.objects) >= MaxObjects || g.size >= maxSize {
		g.more++
		return
	}
	d := differ{personal: table.Person().People(), secret: table.Secret}
	g.add(Object{Type: table.Name(), Key: d.keyOf(table.Label(pk)), Did: didOf(old, rec), Fields: d.diff(old, rec)})
}

// Note implements app.Recorder.
func (g *recording) Note(table string, id int64, what string) {
	if len(g.objects) >= MaxObjects {
		g.more++
		return
	}
	g.objects = append(g.objects, Object{Type: table, Key: strconv.FormatInt(id, 10), Did: Noted, Fields: []Field{{Name: "note", After: clip(what)}}})
}

// add takes what happened to a record to what happened to it before in the same
// transaction.
func (g *recording) add(o Object) {
	i := slices.IndexFunc(g.objects, func(was Object) bool { return was.Type == o.Type && was.Key == o.Key && was.Did != Noted })
	switch {
	case i >= 0:
		g.objects[i].follow(o)
	case o.Did != Edited || len(o.Fields) > 0:
		g.objects = append(g.objects, o)
	}
	for _, f := range o.Fields {
		g.size += len(f.Before) + len(f.After)
	}
}

// follow puts a later change of the same record on top.
func (o *Object) follow(next Object) {
	switch {
	case o.Did == Deleted && next.Did == Created:
		o.Did = Edited
	case o.Did != Created || next.Did == Deleted:
		o.Did = next.Did
	}
	for _, f := range next.Fields {
		i := slices.IndexFunc(o.Fields, func(was Field) bool { return was.Name == f.Name })
		if i < 0 {
			o.Fields = append(o.Fields, f)
			continue
		}
		o.Fields[i].After = f.After
	}
	o.Fields = slices.DeleteFunc(o.Fields, func(f Field) bool { return f.Before == f.After && f.Before != masked })
}

func didOf(old, rec any) Did {
	switch {
	case old == nil:
		return Created
	case rec == nil:
		return Deleted
	}
	return Edited
}

// Finish implements app.Recorder.
func (g *recording) Finish(tx app.Tx) error {
	g.objects = slices.DeleteFunc(g.objects, func(o Object) bool { return o.Did == Edited && len(o.Fields) == 0 })
	if len(g.objects) == 0 && g.more == 0 {
		return nil
	}
	e := Entry{
		Outcome: Changed, UserID: g.userID, TokenID: g.tokenID, Through: g.via.Through, Operation: g.via.Operation,
		Address: g.via.Address, Device: g.via.Device, Objects: g.objects, More: g.more,
	}
	if tx.Company() != 0 {
		return post(tx, e)
	}
	companies, err := ports(tx).Concerned(tx, g.objects)
	if err != nil {
		return err
	}
	for _, id := range companies {
		if err := post(app.InCompany(tx, id), e); err != nil {
			return err
		}
	}
	return nil
}
