package catalog

import (
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// The types of schedules.
const (
	RepeatingSchedule = "repeating" // the same show on many dates
	MixedSchedule     = "mixed"
)

// ScheduleTypes lists them.
var ScheduleTypes = []string{RepeatingSchedule, MixedSchedule}

// Schedule is a run of events that belong together. The events name it.
type Schedule struct {
	ID          int64      `msgpack:"id"`
	Name        string     `msgpack:"n"`
	Description string     `msgpack:"d,omitempty"`
	Type        string     `msgpack:"t"`
	Texts       Texts      `msgpack:"tx,omitempty"`
	CreatedAt   time.Time  `msgpack:"ca"`
	UpdatedAt   time.Time  `msgpack:"ua"`
	DeletedAt   *time.Time `msgpack:"da,omitempty"`
}

func (s *Schedule) check() error {
	if s.Name == "" || !slices.Contains(ScheduleTypes, s.Type) {
		return fmt.Errorf("schedule %d: has no name or no known type", s.ID)
	}
	return nil
}

var (
	scheduleListed = indexes.NewBy("listed", kv.Int, func(s *Schedule) []int64 { return []int64{bitIf(s.DeletedAt != nil, deleted)} }).Counted().Ascending()
	// eventBySchedule has the events of schedules by their start.
	eventBySchedule = indexes.NewBy("schedule", kv.PairOf(kv.Int, kv.Time), func(e *Event) []classTime {
		if e.ScheduleID == 0 || e.DeletedAt != nil {
			return nil
		}
		return []classTime{{A: e.ScheduleID, B: e.Start}}
	})
)

// Schedules is the table of schedules.
var Schedules = scheduleTable.Table

var scheduleTable = indexes.Define(indexes.Spec[Schedule]{
	Name: "event_schedules", Version: 1, Shared: true,
	Person: indexes.Nobody("what is sold, and when"),
	Shown:  func(r app.Reader, s *Schedule) (bool, error) { return s.shown(r) },
	ID:     func(s *Schedule) *int64 { return &s.ID },
	Stamp:  func(tx app.Tx, old, s *Schedule) { app.Stamp(tx, old == nil, &s.CreatedAt, &s.UpdatedAt) },
	Check:  (*Schedule).check,
}, scheduleListed.Index)
