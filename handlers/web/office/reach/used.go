package reach

import (
	"context"
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/codes"
	"marquee/handlers/web/office/screen"
)

// used is when a code was used, day by day.
type used struct {
	Text string
	Bars []usedBar
	// From is the first day of the picture.
	From  string
	Width string
}

// usedBar is a day of the picture, with where it stands there.
type usedBar struct {
	Day, Uses    string
	X, Y, Height string
}

// usedDays is how many days are drawn, and barStep how far apart they stand; barHigh is the tallest.
const (
	usedDays = 14
	barStep  = 24
	barHigh  = 40
)

// usedOf draws the last days on which a code was used, nil: it never was.
func usedOf(v *screen.Visit, c *codeRow, read func(context.Context, *app.App, *app.Caller, codes.Key) (codes.Usage, error)) (*used, error) {
	if c.uses == 0 {
		return nil, nil
	}
	u, err := read(v.R.Context(), v.App, v.Caller, codes.Key{ID: c.ID})
	if err != nil {
		return nil, err
	}
	out := &used{Text: v.View.T("office.code_used_times", "n", u.Uses), Width: fmt.Sprint(usedDays * barStep)}
	if off := v.Amounts(u.Off); len(off) > 0 && !u.Partly {
		out.Text = v.View.T("office.code_given_away", "n", u.Uses, "amount", joined(off))
	}
	by, most := map[string]int64{}, int64(1)
	for _, d := range u.Days {
		by[d.Date] = d.Uses
	}
	now := v.App.Now().In(v.Company.Location())
	for i := range usedDays {
		most = max(most, by[dayBefore(now, usedDays-1-i).Format(time.DateOnly)])
	}
	for i := range usedDays {
		day := dayBefore(now, usedDays-1-i)
		n := by[day.Format(time.DateOnly)]
		high := max(1, n*barHigh/most)
		out.Bars = append(out.Bars, usedBar{
			Day: v.View.Lang.DayMonth(day), Uses: v.View.Number(n), X: fmt.Sprint(i * barStep), Y: fmt.Sprint(barHigh - high), Height: fmt.Sprint(high),
		})
	}
	out.From = out.Bars[0].Day
	return out, nil
}

func dayBefore(now time.Time, days int) time.Time {
	y, m, d := now.Date()
	return time.Date(y, m, d-days, 12, 0, 0, 0, now.Location())
}

// joined are amounts of several currencies, each by itself.
func joined(amounts []string) (text string) {
	for i, a := range amounts {
		if i > 0 {
			text += " + "
		}
		text += a
	}
	return text
}
