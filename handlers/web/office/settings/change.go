package settings

import (
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/audit"
	"marquee/app/list"
	"marquee/handlers/web/office/screen"
)

// changeBody is one entry of what was changed.
type changeBody struct {
	All     string
	Facts   []screen.MoneyLine
	Objects []changedObject
	More    string
}

// changedObject is a record with its fields before and after.
type changedObject struct {
	Name, Did string
	// To is the page of the record, empty: it has none, or the reader does not get it.
	To     string
	Fields []changedField
}

// changedField is a field in words.
type changedField struct{ Name, Before, After string }

// maxLinked is of how many records of an entry it is found out whether they have a page.
const maxLinked = 20

// showChange shows an entry, which is found by its time: entries of one moment are few.
func showChange(v *screen.Visit) error {
	micros, err := strconv.ParseInt(v.R.URL.Query().Get("at"), 10, 64)
	if err != nil {
		return app.Missing("page")
	}
	from := time.UnixMicro(micros).UTC()
	until := from.Add(time.Microsecond)
	page, err := readChanges(v, audit.Filter{From: &from, Until: &until}, list.Request{Limit: audit.MaxPage})
	if err != nil {
		return err
	}
	for i := range page.Rows {
		if e := &page.Rows[i]; e.Seq == v.ID("number") {
			v.Body.It = changeOf(v, e)
			return nil
		}
	}
	return app.Missing("page")
}

func changeOf(v *screen.Visit, e *entryRow) *changeBody {
	v.View.Title = v.View.T("office.change_number", "n", e.Seq)
	b := &changeBody{All: v.Path("/settings/changed")}
	for _, f := range [][2]string{
		{"office.when", v.View.Lang.Moment(e.At.In(v.Zone))}, {"office.who", e.by(v)}, {"office.change_through", e.Through},
		{"office.change_operation", e.Operation}, {"office.change_address", e.Address}, {"office.change_device", e.Device},
	} {
		if f[1] != "" {
			b.Facts = append(b.Facts, screen.MoneyLine{Text: v.View.T(f[0]), Amount: f[1]})
		}
	}
	for i := range e.Objects {
		o := &e.Objects[i]
		shown := changedObject{Name: nameOf(v, o), Did: v.View.T("office.did_" + o.Did.String())}
		if i < maxLinked && o.Did != audit.Deleted {
			shown.To = recordAt(v, o)
		}
		for _, f := range o.Fields {
			shown.Fields = append(shown.Fields, changedField{fieldName(v, f.Name), valueOf(v, f.Before), valueOf(v, f.After)})
		}
		b.Objects = append(b.Objects, shown)
	}
	if e.More > 0 {
		b.More = v.View.T("office.change_more", "n", e.More)
	}
	return b
}
