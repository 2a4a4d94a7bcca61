package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"marquee/app/entry"
	"marquee/app/report/chart"
)

// around is how long before and after an event its gates are shown.
const around = 6 * time.Hour

// night is the time of the event that a picture of its gates shows.
func (d *drafted) night() (from, until time.Time, by Interval, err error) {
	from, until = d.bounds(d.event.Start.Add(-around), d.event.End.Add(around))
	if d.from == nil && until.Before(from) { // it has not begun
		from = until
	}
	switch long := until.Sub(from); {
	case long <= maxMinutes:
		by = ByQuarterHour
	case long <= 31*maxMinutes:
		by = ByHour
	default:
		by = ByDay
	}
	return from, until, by, by.fits("until", from, until)
}

// attendance is who is inside of each zone: who came in less who went out since the first
// scan.
func (d *drafted) attendance() error {
	from, until, by, err := d.night()
	if err != nil {
		return err
	}
	zones, _, err := entry.TalliesOf(d.r, d.event.ID)
	if err != nil {
		return err
	}
	t := d.timeline(by, from, until)
	g := read(d.r)
	before, moves := map[int64]int64{}, map[int64][]int64{}
	for i := range zones {
		moves[zones[i].ID] = make([]int64, len(t.starts))
	}
	if first := minuteOf(t.starts[0]); first > 0 {
		err = g.each(gateCube, d.event.ID, span{until: first}, d.zone, days, func(k *cellKey, s *sums) {
			before[k.Dims[gateZone]] += moved(k, s)
		})
	}
	if err == nil {
		err = g.each(gateCube, d.event.ID, t.span, d.zone, by.levelIn(d.zone, from), func(k *cellKey, s *sums) {
			if at, of := t.column(k), moves[k.Dims[gateZone]]; at >= 0 && of != nil {
				of[at] += moved(k, s)
			}
		})
	}
	d.out.Columns, d.out.Form = t.columns(d.language), chart.Lines
	for i := range zones {
		inside, of := before[zones[i].ID], moves[zones[i].ID]
		for at := range of {
			inside += of[at]
			of[at] = max(0, inside)
		}
		d.out.Series = append(d.out.Series, chart.Series{Name: zones[i].Name, Values: of})
	}
	return err
}

// moved is how many more are inside.
func moved(k *cellKey, s *sums) int64 {
	switch k.Dims[gateOutcome] {
	case wentIn:
		return s[gateCount]
	case wentOut:
		return -s[gateCount]
	}
	return 0
}

// aGate is a gate of a zone; 0 is that of scans that name none.
type aGate struct{ zone, gate int64 }

// gates are the scans of each gate.
func (d *drafted) gates() error {
	from, until, by, err := d.night()
	if err != nil {
		return err
	}
	zones, _, err := entry.TalliesOf(d.r, d.event.ID)
	if err != nil {
		return err
	}
	names, scans := map[int64]string{}, map[aGate]*[wasRefused + 1]int64{}
	for i := range zones {
		names[zones[i].ID], scans[aGate{zone: zones[i].ID}] = zones[i].Name, new([wasRefused + 1]int64)
	}
	t := d.timeline(by, from, until)
	err = read(d.r).each(gateCube, d.event.ID, t.span, d.zone, days, func(k *cellKey, s *sums) {
		at := aGate{k.Dims[gateZone], k.Dims[gateGate]}
		if scans[at] == nil {
			scans[at] = new([wasRefused + 1]int64)
		}
		if way := k.Dims[gateOutcome]; way >= wentIn && way <= wasRefused {
			scans[at][way] += s[gateCount]
		}
	})
	d.out.Head, d.out.Form = d.words.gate, chart.Bars
	all := slices.SortedFunc(maps.Keys(scans), func(a, b aGate) int { return cmp.Or(cmp.Compare(a.zone, b.zone), cmp.Compare(a.gate, b.gate)) })
	in, out, refused := make([]int64, len(all)), make([]int64, len(all)), make([]int64, len(all))
	for i, at := range all {
		name := cmp.Or(names[at.zone], fmt.Sprint(at.zone))
		if at.gate != 0 {
			name += fmt.Sprintf(" · %s %d", d.words.gate, at.gate)
		}
		d.out.Columns = append(d.out.Columns, chart.Column{Label: name, Short: name})
		in[i], out[i], refused[i] = scans[at][wentIn], scans[at][wentOut], scans[at][wasRefused]
	}
	d.out.Series = []chart.Series{{Name: d.words.in, Values: in}, {Name: d.words.out, Values: out}}
	d.out.Beside = &chart.Series{Name: d.words.refused, Values: refused}
	return err
}
