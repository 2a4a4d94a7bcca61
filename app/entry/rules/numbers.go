package rules

import (
	"errors"
	"math"
	"time"
)

// A phone hands an Ask over as a row of numbers and gets its Decision as another: that
// needs no parser on either side, and keeps the program that phones load small. Every
// number is a float64, which holds whole numbers of up to 53 bits. Times are microseconds
// since 1970, days are 20270601, truths are 1 and 0, nothing is NaN, and a list begins
// with its length.

// The numbers of texts in a row are their places in these lists.
var (
	modes      = []string{ScanIn, ScanInOut, ScanAuto}
	directions = []string{Any, In, Out, Auto}
	details    = []string{NoDetail, HistoricBarcode, ItemDoesNotQualify, OutsideOfValidity, OrderLocked, SoldInDemoMode}
)

// The limits of a row of numbers.
const (
	// MaxNumbers is the longest row that is read: some 20,000 tickets' worth.
	MaxNumbers = 1 << 18
	// maxDepth is how deep add-ons hang on each other.
	maxDepth = 4
)

// errNumbers refuses a row that is none.
var errNumbers = errors.New("rules: the row of numbers is no request")

// DecideNumbers is Decide for a phone.
func DecideNumbers(row []float64) ([]float64, error) {
	a, err := ParseAsk(row)
	if err != nil {
		return nil, err
	}
	return decisionRow(&a, Decide(a)), nil
}

// decisionRow is the decision, what would change it, and the verdict on each ticket.
func decisionRow(a *Ask, d Decision) []float64 {
	remedy := a.Remedy(a.Tickets[d.Speaker], d.Overall)
	row := append(outcomeRow(nil, d.Overall), float64(d.Speaker), float64(remedy.Kind), moment(remedy.At), truth(remedy.Override))
	row = append(row, float64(len(d.Each)))
	for _, o := range d.Each {
		row = outcomeRow(row, o)
	}
	return row
}

func outcomeRow(row []float64, o Outcome) []float64 {
	return append(row, float64(o.Status), float64(index(details, o.Detail)), truth(o.Out), truth(o.Forced))
}

func index(all []string, s string) int {
	for i := range all {
		if all[i] == s {
			return i
		}
	}
	return 0
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func moment(t *time.Time) float64 {
	if t == nil {
		return math.NaN()
	}
	return float64(t.UnixMicro())
}

// ParseAsk reads a row that a phone made.
func ParseAsk(row []float64) (a Ask, err error) {
	if len(row) > MaxNumbers {
		return a, errNumbers
	}
	r := &reader{row: row}
	a.Zone = r.zone()
	a.Attendance, a.Direction = r.int(), r.text(directions)
	if now := r.time(); now != nil {
		a.Now = *now
	} else {
		r.bad = true
	}
	if day := r.day(); day != nil {
		a.Day = *day
	}
	for _, flag := range []*bool{&a.Confirmed, &a.IgnoreCapacity, &a.IgnoreAge, &a.IgnoreCode, &a.IgnoreLease, &a.IgnoreInside, &a.Codes.SignedOnly, &a.Codes.StaticToo, &a.Codes.Provisional} {
		*flag = r.bool()
	}
	for n := r.count(); n > 0; n-- {
		if a.Disabled == nil {
			a.Disabled = map[int64]bool{}
		}
		a.Disabled[r.int()] = true
	}
	a.Tickets = r.tickets(0)
	if r.bad || len(r.row) > 0 || len(a.Tickets) == 0 {
		return Ask{}, errNumbers
	}
	return a, nil
}

// reader takes a row apart and remembers whether it could.
type reader struct {
	row []float64
	bad bool
}

func (r *reader) next() float64 {
	if len(r.row) == 0 {
		r.bad = true
		return 0
	}
	v := r.row[0]
	r.row = r.row[1:]
	return v
}

// int reads a whole number; anything else is none.
func (r *reader) int() int64 {
	v := r.next()
	if !(math.Abs(v) <= 1<<53) || v != math.Trunc(v) {
		r.bad = true
		return 0
	}
	return int64(v)
}

// maybe reads a whole number, or nothing.
func (r *reader) maybe() *int64 {
	if len(r.row) > 0 && math.IsNaN(r.row[0]) {
		r.next()
		return nil
	}
	v := r.int()
	return &v
}

func (r *reader) bool() bool { return r.int() == 1 }

// within reads a number that is at most a limit.
func (r *reader) within(limit int) int {
	v := r.int()
	if v < 0 || v > int64(limit) {
		r.bad = true
		return 0
	}
	return int(v)
}

// count reads the length of a list, each entry of which is a number at least.
func (r *reader) count() int {
	n := r.within(MaxNumbers)
	if n > len(r.row) {
		r.bad = true
		return 0
	}
	return n
}

func (r *reader) text(all []string) string { return all[r.within(len(all)-1)] }

func (r *reader) time() *time.Time {
	v := r.maybe()
	if v == nil {
		return nil
	}
	t := time.UnixMicro(*v)
	return &t
}

func (r *reader) day() *Day {
	v := r.maybe()
	if v == nil {
		return nil
	}
	return &Day{int(*v / 10000), int(*v / 100 % 100), int(*v % 100)}
}

func (r *reader) zone() (z Zone) {
	z.Mode, z.Entry = r.text(modes), r.bool()
	z.ScansInMax, z.Capacity = r.maybe(), r.maybe()
	z.MinAge, z.MaxAge = r.maybe(), r.maybe()
	z.Opening, z.Closing = r.time(), r.time()
	z.Precision, z.IgnoreValidity = r.bool(), r.bool()
	for n := r.count(); n > 0; n-- {
		z.SaleItemIDs = append(z.SaleItemIDs, r.int())
	}
	return z
}

func (r *reader) tickets(depth int) (all []Ticket) {
	n := r.count()
	if depth > maxDepth {
		r.bad = r.bad || n > 0
		return nil
	}
	for ; n > 0 && !r.bad; n-- {
		all = append(all, r.ticket(depth))
	}
	return all
}

func (r *reader) ticket(depth int) (t Ticket) {
	t.Code = CodeKind(r.within(int(StaleCode)))
	t.Shown, t.Step, t.Used, t.Elsewhere = Form(r.within(int(Rotating))), r.int(), r.int(), r.bool()
	t.Item.Issued = Form(r.within(int(Rotating)))
	t.Item.SaleItemID, t.Item.Kind = r.int(), Kind(r.within(int(KindGuest)))
	for _, flag := range []*bool{&t.Item.Sold, &t.Item.Frozen, &t.Item.Void, &t.Item.Undecided, &t.Item.Barred, &t.Item.Demo} {
		*flag = r.bool()
	}
	t.Item.From, t.Item.To = r.time(), r.time()
	t.Item.Grace = time.Duration(r.int()) * time.Microsecond
	t.State = State{r.bool(), r.int()}
	t.Born = r.day()
	t.AddOns = r.tickets(depth + 1)
	return t
}
