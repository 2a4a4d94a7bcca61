package catalog

import (
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Timeslot is a window inside an event with stock of its own.
type Timeslot struct {
	ID                 int64      `msgpack:"id"`
	EventID            int64      `msgpack:"e"`
	Name               string     `msgpack:"n,omitempty"`
	Start              time.Time  `msgpack:"s"`
	End                time.Time  `msgpack:"en"`
	OnSaleFrom         *time.Time `msgpack:"of,omitempty"`
	OnSaleUntil        *time.Time `msgpack:"ou,omitempty"`
	HideWhenOffSale    bool       `msgpack:"ho,omitempty"`
	HideWhenOutOfStock bool       `msgpack:"hs,omitempty"`
	Texts              Texts      `msgpack:"tx,omitempty"`
	CreatedAt          time.Time  `msgpack:"ca"`
	UpdatedAt          time.Time  `msgpack:"ua"`
	DeletedAt          *time.Time `msgpack:"da,omitempty"`
}

var timeslotByEvent = indexes.NewBy("event", kv.Int, func(t *Timeslot) []int64 { return []int64{t.EventID} })

// timeslotByStart has those that stand by when they begin.
var timeslotByStart = indexes.NewBy("start", kv.Time, func(t *Timeslot) []time.Time {
	if t.DeletedAt != nil {
		return nil
	}
	return []time.Time{t.Start}
})

// Timeslots is the table of timeslots.
var Timeslots = timeslotTable.Table

var timeslotTable = indexes.Define(indexes.Spec[Timeslot]{
	Name: "timeslots", Version: 1, Shared: true,
	Person: indexes.Nobody("what is sold, and when"),
	Shown:  func(r app.Reader, t *Timeslot) (bool, error) { return ShownAt(r, t.EventID) },
	ID:     func(t *Timeslot) *int64 { return &t.ID },
	Stamp:  func(tx app.Tx, old, t *Timeslot) { app.Stamp(tx, old == nil, &t.CreatedAt, &t.UpdatedAt) },
}, timeslotByEvent.Index, timeslotByStart.Index)
