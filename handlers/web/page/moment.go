package page

import (
	"html/template"
	"time"
)

// Times of day are on the clocks of the place that they are about, and say whose these are: who
// reads them may be anywhere. A browser on the same clocks leaves that out by a style of its own,
// see zones.ts. Where no markup can stand, they say it always.

// Time is a time of day: 20:00 (Berlin time).
func (v *View) Time(t time.Time) template.HTML { return v.on(t, v.Lang.Clock(t)) }

// Moment is a day with its time: 1 June, 20:00 (Berlin time).
func (v *View) Moment(t time.Time) template.HTML { return v.on(t, v.Lang.ShortMoment(t)) }

// Meeting is Moment with the day's name: Fri 1 June, 20:00 (Berlin time).
func (v *View) Meeting(t time.Time) template.HTML {
	return v.on(t, v.Lang.ShortWeekday(t)+" "+v.Lang.ShortMoment(t))
}

// Hours are from one time to another one on the same clocks, as the words for both say it.
func (v *View) Hours(t time.Time, words string) template.HTML { return v.on(t, words) }

func (v *View) on(t time.Time, words string) template.HTML {
	return template.HTML(template.HTMLEscapeString(words)) + v.Zone(t)
}

// Zone says by itself whose clocks a time is on.
func (v *View) Zone(t time.Time) template.HTML {
	zone := template.HTMLEscapeString(t.Location().String())
	return template.HTML(` <span class="zone" data-zone="` + zone + `">(` + template.HTMLEscapeString(v.Lang.Zone(t)) + `)</span>`)
}

// TimeText is Time where no markup can stand.
func (v *View) TimeText(t time.Time) string { return v.onText(t, v.Lang.Clock(t)) }

// MomentText is Moment where no markup can stand.
func (v *View) MomentText(t time.Time) string { return v.onText(t, v.Lang.ShortMoment(t)) }

// DateText is a day of a year with its time, where no markup can stand.
func (v *View) DateText(t time.Time) string { return v.onText(t, v.Lang.Moment(t)) }

func (v *View) onText(t time.Time, words string) string { return words + " (" + v.Lang.Zone(t) + ")" }
