package report

import (
	"errors"
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/report/sheet"
	"marquee/indexes"
	"marquee/kv"
)

// firstSaved is the number of the first report that a company saved: those before are
// reports that come with the program.
const firstSaved = 1000

// IsSaved tells whether a number is that of a report that a company saved.
func IsSaved(number int64) bool { return number >= firstSaved }

// Span is the time that a report is of which is asked for again and again: the day,
// week or month before the moment at which it is asked for.
type Span string

// The spans.
const (
	Everything Span = "all"
	LastDay    Span = "day"
	LastWeek   Span = "week" // from Monday on
	LastMonth  Span = "month"
)

// Values makes it an enumeration.
func (Span) Values() []string {
	return []string{string(Everything), string(LastDay), string(LastWeek), string(LastMonth)}
}

// Saved is a report that a company keeps: which one it is, and how it is asked for.
type Saved struct {
	ID   int64  `msgpack:"i"`
	Name string `msgpack:"n"`
	// Preset is the report that comes with the program, and the rest what Ask has.
	Preset   int64               `msgpack:"p"`
	Filter   map[string][]string `msgpack:"f,omitempty"`
	Headers  []string            `msgpack:"h,omitempty"`
	Replace  bool                `msgpack:"r,omitempty"`
	By       []string            `msgpack:"b,omitempty"`
	Interval Interval            `msgpack:"iv,omitempty"`
	Span     Span                `msgpack:"s"`
	Schedule *Schedule           `msgpack:"sc,omitempty"`
	// NextAt is when the schedule is due, nil without one.
	NextAt *time.Time `msgpack:"na,omitempty"`
	// By the clock it runs with the rights of who saved it: of the user, as they are then,
	// no more than those that the call had; of the operator, where UserID is 0.
	UserID int64         `msgpack:"u,omitempty"`
	Rights []app.Ability `msgpack:"a,omitempty"`
	// ByHandAt is when it was last made by hand.
	ByHandAt *time.Time `msgpack:"bh,omitempty"`
	// Revision is how often it was replaced.
	Revision int64 `msgpack:"v,omitempty"`

	CreatedAt time.Time `msgpack:"ca"`
	UpdatedAt time.Time `msgpack:"ua"`
}

// Number is its number among reports.
func (s *Saved) Number() int64 { return firstSaved - 1 + s.ID }

func (s *Saved) check() error {
	switch {
	case s.Name == "" || s.Preset < EventSales || s.Preset > ResaleContracts || s.Span == "":
		return fmt.Errorf("saved report %d: of nothing", s.ID)
	case (s.Schedule == nil) != (s.NextAt == nil):
		return fmt.Errorf("saved report %d: due without a schedule, or the other way round", s.ID)
	case s.Schedule != nil && len(s.Schedule.To) == 0 && !s.Schedule.Folder:
		return fmt.Errorf("saved report %d: for nobody", s.ID)
	}
	return nil
}

// savedDue finds reports whose time has come.
var savedDue = indexes.NewBy("due", kv.Time, func(s *Saved) []time.Time {
	if s.NextAt == nil {
		return nil
	}
	return []time.Time{*s.NextAt}
})

var savedReports = indexes.Define(indexes.Spec[Saved]{
	Name: "saved_reports", Version: 1,
	Person: indexes.Searched("names, filters and whom they are sent to"),
	ID:     func(s *Saved) *int64 { return &s.ID },
	Stamp:  func(tx app.Tx, old, s *Saved) { app.Stamp(tx, old == nil, &s.CreatedAt, &s.UpdatedAt) },
	Check:  (*Saved).check,
}, savedDue.Index)

// RunState is where a run stands. The number is stored.
type RunState int64

// The states of a run.
const (
	RunWaiting RunState = iota + 1
	RunDone
	RunFailed
)

var runStates = []string{"", "waiting", "done", "failed"}

func (s RunState) String() string {
	if s < RunWaiting || s > RunFailed {
		return ""
	}
	return runStates[s]
}

// Delivery is one run of a saved report: it was due, and what became of it.
type Delivery struct {
	ID      int64    `msgpack:"i"`
	SavedID int64    `msgpack:"s"`
	State   RunState `msgpack:"st"`
	// Due is the moment that it is of.
	Due time.Time `msgpack:"d"`
	// ByHand: somebody asked for it, no clock.
	ByHand bool `msgpack:"h,omitempty"`
	// File is its name in the folder, empty where it was put into none, and Rows how many
	// rows it had then.
	File string `msgpack:"f,omitempty"`
	Rows int64  `msgpack:"r,omitempty"`
	// Revision is that of the report when the run was done: what is mailed of it goes to
	// the addresses of then.
	Revision int64 `msgpack:"v,omitempty"`
	// Attempts is how often it was tried.
	Attempts int64 `msgpack:"at,omitempty"`
	// Next is of earlier releases: when the run was tried again, as the queue knows now. Nothing
	// reads it.
	Next    time.Time `msgpack:"n"`
	Problem string    `msgpack:"p,omitempty"`

	CreatedAt time.Time  `msgpack:"ca"`
	UpdatedAt time.Time  `msgpack:"ua"`
	EndedAt   *time.Time `msgpack:"e,omitempty"`
}

// Number is that of its report.
func (d *Delivery) Number() int64 { return firstSaved - 1 + d.SavedID }

func (d *Delivery) check() error {
	switch {
	case d.SavedID == 0 || d.State.String() == "" || d.Due.IsZero():
		return fmt.Errorf("report run %d: of nothing", d.ID)
	case (d.State == RunWaiting) != (d.EndedAt == nil):
		return fmt.Errorf("report run %d: is %s and has a wrong end", d.ID, d.State)
	case d.State == RunFailed && d.Problem == "":
		return errors.New("report run: one that failed has no reason")
	}
	return nil
}

// savedMoment is a saved report and a moment.
type savedMoment = kv.Pair2[int64, time.Time]

var (
	// deliveryOf holds that no moment of a report is run for twice.
	deliveryOf = indexes.NewUnique("of", kv.PairOf(kv.Int, kv.Time), func(d *Delivery) []savedMoment {
		return []savedMoment{{A: d.SavedID, B: d.Due}}
	})
	deliveryBySaved = indexes.NewBy("saved", kv.Int, func(d *Delivery) []int64 { return []int64{d.SavedID} })
	deliveryByAge   = indexes.NewBy("age", kv.Time, func(d *Delivery) []time.Time { return []time.Time{d.CreatedAt} })
)

var deliveries = indexes.Define(indexes.Spec[Delivery]{
	Name: "report_runs", Version: 1,
	Person: indexes.Nobody("reports, by number"),
	ID:     func(d *Delivery) *int64 { return &d.ID },
	Stamp:  func(tx app.Tx, old, d *Delivery) { app.Stamp(tx, old == nil, &d.CreatedAt, &d.UpdatedAt) },
	Check:  (*Delivery).check,
}, deliveryOf.Index, deliveryBySaved.Index, deliveryByAge.Index)

// Formats of files that are sent: those that people open.
var deliveredAs = []string{string(sheet.CSV), string(sheet.XLSX)}
