package door

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"

	"marquee/app/door"
	"marquee/app/entry"
	"marquee/app/office"
	"marquee/handlers/web/office/screen"
	"marquee/handlers/web/page"
)

// liveScreen answers with what of the doors has changed since it was shown.
func liveScreen(t *page.Template) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/door/live", Needs: door.Supervisors, Live: true,
		File: func(v *screen.Visit) error {
			d, err := office.ReadDoor(v.R.Context(), v.App, v.Caller, v.ID("id"))
			if err != nil {
				return err
			}
			v.Zone = d.Location()
			l, err := liveParts(v, t, &d)
			if err != nil {
				return err
			}
			return v.Answer(l)
		},
	}
}

// liveParts are the parts that go on.
func liveParts(v *screen.Visit, t *page.Template, d *office.Door) (*screen.Live, error) {
	return v.Parts(t, v.Path("/events/%d/door/live", d.ID), d.Moves(), map[string]any{
		"kpis": kpisOf(v, d), "quiet": quietOf(v, d), "gates": gatesOf(v, d), "phones": phonesOf(v, d), "doubles": doublesOf(v, d), "away": awayOf(v, d),
	})
}

// kpisOf are the figures of the doors.
func kpisOf(v *screen.Visit, d *office.Door) []screen.Figure {
	first := &d.Zones[0]
	away, inside := int64(0), d.Day.Refused[entry.AlreadyIn]+d.Day.Refused[entry.ScansInExceeded]
	for _, n := range d.Day.Refused {
		away += n
	}
	turned := screen.Figure{Label: v.View.T("office.gate_away_today"), Values: []string{v.View.Number(away)}}
	if inside > 0 {
		turned.Beside = v.View.T("office.gate_were_inside", "n", inside)
	}
	pace := screen.Figure{Label: v.View.T("office.gate_ten_minutes"), Values: []string{v.View.Number(d.Entered())}}
	if d.Entered() > 0 {
		pace.Beside = v.View.T("office.gate_a_minute_n", "n", tenth(v, d.Entered()))
	}
	coming := screen.Figure{Label: v.View.T("office.gate_to_come"), Values: []string{v.View.Number(d.ToCome())}}
	if until := d.Until(); !until.IsZero() {
		coming.Beside = v.View.T("office.gate_until", "clock", v.View.Lang.Clock(until.In(v.Zone).Round(5*time.Minute)))
	}
	return []screen.Figure{
		{Label: v.View.T("office.gate_inside"), Values: []string{v.View.Number(first.Tally.Present(first.Mode))}, Beside: v.View.T("office.gate_expected", "n", v.View.Number(d.Expected))},
		pace, turned, coming,
	}
}

// tenth is a tenth of a number, with one decimal.
func tenth(v *screen.Visit, n int64) string {
	mark := "."
	if v.View.Lang != "en" {
		mark = ","
	}
	return v.View.Number(n/10) + mark + screen.Number(n%10)
}

// quietOf are the phones that were not heard of lately, as sentences.
func quietOf(v *screen.Visit, d *office.Door) (all []string) {
	for i := range d.Phones {
		p := &d.Phones[i]
		if !p.Quiet(d.Now) {
			continue
		}
		if p.Contact.At == nil {
			continue // nobody has heard of it since the start: it may not be switched on
		}
		all = append(all, v.View.T("office.gate_quiet", "phone", nameOf(p), "clock", v.View.Lang.Clock(p.Contact.At.In(v.Zone))))
	}
	return all
}

func nameOf(p *door.Phone) string { return cmp.Or(p.Name, p.Gate) }

// gateRow is what the phones of a gate do.
type gateRow struct {
	Name, Pace, In, Away, Phones string
	Meter                        screen.Meter
	Quiet                        bool
}

func gatesOf(v *screen.Visit, d *office.Door) (all []gateRow) {
	most := int64(1)
	for _, g := range d.Gates {
		most = max(most, g.Scans)
	}
	for _, g := range d.Gates {
		all = append(all, gateRow{
			Name: cmp.Or(g.Name, v.View.T("office.gate_elsewhere")), Pace: tenth(v, g.Scans), In: v.View.Number(g.Passed.In), Away: v.View.Number(g.Passed.Refused),
			Phones: v.View.T("office.live_used_of", "n", v.View.Number(g.Phones-g.Quiet), "of", v.View.Number(g.Phones)),
			Meter:  v.Meter(g.Scans, &most), Quiet: g.Quiet > 0,
		})
	}
	return all
}

// phoneRow is a phone in a list.
type phoneRow struct {
	Name, Gate, Heard, Did, Waits, To string
	Quiet                             bool
}

// phonesOf are the phones that scan.
func phonesOf(v *screen.Visit, d *office.Door) (all []phoneRow) {
	for i := range d.Phones {
		p := &d.Phones[i]
		if !p.Device.Scans(d.Now) {
			continue
		}
		row := phoneRow{
			Name: nameOf(p), Gate: p.Gate, To: v.Path("/events/%d/door/phones/%d", d.ID, p.ID), Quiet: p.Quiet(d.Now),
			Heard: v.View.T("office.gate_unheard"), Did: v.View.T("office.gate_let_in_n", "n", d.Day.By[p.TokenID].In),
		}
		if p.Contact.At != nil {
			row.Heard = v.View.T("office.gate_heard", "clock", v.View.Lang.Clock(p.Contact.At.In(v.Zone)))
		}
		if p.Contact.Waits != nil && *p.Contact.Waits > 0 {
			row.Waits = v.View.T("office.gate_waits", "n", *p.Contact.Waits)
		}
		all = append(all, row)
	}
	return all
}

// doublesBody are the tickets that came in twice; nobody looked at the first ones yet.
type doublesBody struct {
	Open int
	Rows []doubleRow
	// Action is where it is sent that somebody looked at one.
	Action string
}

type doubleRow struct {
	ID               string
	Name, Code, What string
	Why              string
	Seen             string
}

func doublesOf(v *screen.Visit, d *office.Door) *doublesBody {
	body := &doublesBody{Action: v.Path("/events/%d/door?", d.ID) + url.Values{screen.DoQuery: {seenOperation}}.Encode()}
	all := slices.Clone(d.Doubles)
	slices.SortStableFunc(all, func(a, b door.Double) int {
		return cmp.Compare(len(filled(v, a.SeenAt)), len(filled(v, b.SeenAt)))
	})
	for i := range all[:min(len(all), maxDoubles)] {
		x := &all[i]
		row := doubleRow{ID: screen.Number(x.ID), Name: x.SaleName, Code: screen.GroupedCode(x.Barcode), What: placeOf(v, &x.First) + ", " + placeOf(v, &x.Second), Why: x.Reason, Seen: filled(v, x.SeenAt)}
		if body.Rows = append(body.Rows, row); x.SeenAt == nil {
			body.Open++
		}
	}
	return body
}

// seenOperation notes that somebody looked at one.
const seenOperation = "POST entry-doubles/seen"

// maxDoubles is how many are shown.
const maxDoubles = 20

// filled is a moment in words, empty for none.
func filled(v *screen.Visit, at *time.Time) string {
	if at == nil {
		return ""
	}
	return v.MomentOf(at.In(v.Zone))
}

// placeOf is where and when somebody passed.
func placeOf(v *screen.Visit, m *door.Move) string {
	return strings.TrimSpace(cmp.Or(m.Gate, m.By) + " " + v.View.Lang.Clock(m.At.In(v.Zone)))
}

// awayRow is somebody who was turned away.
type awayRow struct{ Clock, Why, What string }

func awayOf(v *screen.Visit, d *office.Door) (all []awayRow) {
	for i := range d.Away {
		x := &d.Away[i]
		what := []string{}
		for _, text := range []string{x.SaleName, cmp.Or(x.Gate, x.By)} {
			if text != "" {
				what = append(what, text)
			}
		}
		key := "office.gate_why_" + x.Status.String()
		if x.Status == entry.Denied && x.Detail == entry.HistoricBarcode {
			key = "office.gate_why_historicBarcode"
		}
		all = append(all, awayRow{v.View.Lang.Clock(x.At.In(v.Zone)), v.View.T(key), strings.Join(what, ", ")})
	}
	return all
}
