package invoice

import (
	"cmp"
	"slices"
)

// Gross is the amount of a line with its tax, Tax that tax, Net the amount without.
func (l *Line) Gross() (n int64) {
	for _, u := range l.Units {
		n += u.Gross
	}
	return n
}

// Tax is the tax of a line.
func (l *Line) Tax() (n int64) {
	for _, u := range l.Units {
		n += u.Tax
	}
	return n
}

// Net is the amount of a line without its tax.
func (l *Line) Net() int64 { return l.Gross() - l.Tax() }

// Gross is what the document comes to: below zero for a correction that takes back.
func (d *Document) Gross() (n int64) {
	for i := range d.Lines {
		n += d.Lines[i].Gross()
	}
	return n
}

// Tax is the tax in it.
func (d *Document) Tax() (n int64) {
	for i := range d.Lines {
		n += d.Lines[i].Tax()
	}
	return n
}

// Net is what it comes to without tax.
func (d *Document) Net() int64 { return d.Gross() - d.Tax() }

// Due is what was to be paid of it when it was written.
func (d *Document) Due() int64 { return d.Gross() - d.Paid }

// Credits tells that the document takes back more than it adds.
func (d *Document) Credits() bool { return d.Gross() < 0 }

// RateSum is what a document has at one rate of tax.
type RateSum struct {
	Rate, Reverse int64
	Net, Tax      int64
}

// ByRate is the tax by rate, the highest first.
func (d *Document) ByRate() (all []RateSum) {
	for i := range d.Lines {
		l := &d.Lines[i]
		n := slices.IndexFunc(all, func(s RateSum) bool { return s.Rate == l.Rate && s.Reverse == l.Reverse })
		if n < 0 {
			n, all = len(all), append(all, RateSum{Rate: l.Rate, Reverse: l.Reverse})
		}
		all[n].Net += l.Net()
		all[n].Tax += l.Tax()
	}
	slices.SortFunc(all, func(a, b RateSum) int {
		return cmp.Or(cmp.Compare(b.Rate, a.Rate), cmp.Compare(b.Reverse, a.Reverse))
	})
	return all
}
