package report

import (
	"time"

	"marquee/app"
	"marquee/app/company"
)

// Lately is what an event sold of late, up to the last fold.
type Lately struct {
	// Minutes are the units sold in each of some minutes, the last of which is not over, and From
	// is when the first one began.
	Minutes []int64
	From    time.Time
	// Today is how many were sold today, and Net what these brought by currency.
	Today int64
	Net   map[int64]int64
}

// In is how many were sold within the last minutes.
func (l *Lately) In(minutes int) (n int64) {
	for _, sold := range l.Minutes[max(0, len(l.Minutes)-minutes):] {
		n += sold
	}
	return n
}

// LatelyAt is what an event sold of late: minute by minute, and since midnight on its clocks. What
// is counted in units is what counts tells; money is of all.
func LatelyAt(r app.Reader, event int64, now time.Time, long int, counts func(saleItem int64) bool) (Lately, error) {
	last := minuteOf(now)
	out := Lately{Minutes: make([]int64, long), From: time.Unix((last-int64(long)+1)*60, 0), Net: map[int64]int64{}}
	own, err := company.SettingsOf(r)
	if err != nil {
		return out, err
	}
	g, zone := read(r), zonesOf(r).of(event)
	err = g.each(salesCube, event, span{last - int64(long) + 1, last + 1}, zone, minutes, func(k *cellKey, s *sums) {
		if k.Dims[bySaleItem] != 0 && shows(own.Demo, k.Dims[bySimulated]) && counts(k.Dims[bySaleItem]) {
			out.Minutes[k.Period-last+int64(long)-1] += s[live]
		}
	})
	if err != nil {
		return out, err
	}
	day := dayOf(now, zone)
	return out, g.piece(salesCube, event, piece{days, day, day + 1}, func(k *cellKey, s *sums) {
		if k.Dims[bySaleItem] == 0 || !shows(own.Demo, k.Dims[bySimulated]) {
			return
		}
		if counts(k.Dims[bySaleItem]) {
			out.Today += s[live]
		}
		out.Net[k.Dims[byCurrency]] += s.net()
	})
}
