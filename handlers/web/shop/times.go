package shop

import (
	"net/url"
	"slices"

	"marquee/app/company"
	"marquee/app/shop"
)

// timesBody is what the page of times shows.
type timesBody struct {
	shop.Event
	Currency company.Currency
	Days     []dayView
	// Day is the one that was chosen, Times its times, Chosen the time.
	Day     *dayView
	Times   []timeView
	Chosen  *timeView
	Rows    []row
	Heading string
	Stub    *stub
	Problem string
}

type dayView struct {
	shop.Day
	To, Weekday, Number, Note string
	On, Empty                 bool
}

type timeView struct {
	shop.Slot
	To, From, Until string
	On, Few         bool
}

func (s *Shop) showTimes(v *visit) error {
	id, err := v.number("event")
	if err != nil {
		return err
	}
	body, err := v.timesBody(id)
	if err != nil {
		return err
	}
	return v.show(s.times, body)
}

func (v *visit) timesBody(id int64) (*timesBody, error) {
	v.at("/events/%d/times", id)
	e, b, err := v.readEvent(id)
	if err != nil {
		return nil, err
	}
	if _, err := v.customer(); err != nil {
		return nil, err
	}
	if len(e.Slots) == 0 {
		return nil, nothing()
	}
	body := &timesBody{Event: e, Currency: v.company.Currency(), Stub: v.stub(b)}
	at := v.path("/events/%d/times", id)
	days := e.Days()
	day := v.chosenDay(days)
	for i := range days {
		d := &days[i]
		view := dayView{Day: *d, On: i == day, Weekday: v.view.Lang.ShortWeekday(d.Date), Number: d.Date.Format("2"), To: v.to(at, d.Date.Format("2006-01-02"), 0)}
		view.Note = v.view.T("shop.sold_out")
		if n := d.Open(); n > 0 {
			view.Note = v.view.T("shop.times", "n", n)
		} else {
			view.Empty = true
		}
		body.Days = append(body.Days, view)
	}
	body.Day = &body.Days[day]
	slot := v.r.URL.Query().Get("slot")
	for _, t := range body.Day.Slots {
		view := timeView{
			Slot: t, On: decimal(t.ID) == slot && t.State == shop.OnSale, From: v.view.Clock(t.Start), Until: v.view.Clock(t.End),
			To: v.to(at, body.Day.Date.Format("2006-01-02"), t.ID),
		}
		view.Few = t.Left != nil && *t.Left < few
		body.Times = append(body.Times, view)
		if view.On {
			body.Chosen = &view
		}
	}
	body.fill(v)
	v.view.Title, v.view.Back = v.view.T("shop.choose_time")+" · "+e.Name, v.path("/events/%d", id)
	return body, nil
}

// chosenDay is the day in the address, else the first on which something can be had.
func (v *visit) chosenDay(days []shop.Day) int {
	wanted := v.r.URL.Query().Get("day")
	if n := slices.IndexFunc(days, func(d shop.Day) bool { return d.Date.Format("2006-01-02") == wanted }); n >= 0 {
		return n
	}
	return max(0, slices.IndexFunc(days, func(d shop.Day) bool { return d.Open() > 0 }))
}

// to is the address of a day, or of a time of it.
func (v *visit) to(at, day string, slot int64) string {
	q := url.Values{"day": {day}}
	if slot != 0 {
		q.Set("slot", decimal(slot))
	}
	if code := v.code(); code != "" {
		q.Set("code", code)
	}
	return at + "?" + q.Encode()
}

// fill shows what is sold for the time that was chosen.
func (b *timesBody) fill(v *visit) {
	b.Heading = v.view.T("shop.choose_time_on", "day", v.view.Lang.Weekday(b.Day.Date))
	if b.Chosen == nil {
		return
	}
	signIn := v.path("/account")
	if v.buyer.CustomerID != 0 {
		signIn = ""
	}
	for _, it := range b.Chosen.Items {
		b.Rows = append(b.Rows, row{Item: it, Currency: b.Currency, Action: b.Chosen.To, SignInAt: signIn})
	}
}

// slots is the row of an event that leads to its times.
func (v *visit) slots(e *shop.Event, cur company.Currency) *slotsView {
	out := &slotsView{To: v.path("/events/%d/times", e.ID), SoldOut: true}
	if code := v.code(); code != "" {
		out.To += "?code=" + url.QueryEscape(code)
	}
	var low *int64
	for _, d := range e.Days() {
		if n := d.Open(); n > 0 {
			out.N, out.Days, out.SoldOut = out.N+n, out.Days+1, false
		}
		for _, s := range d.Slots {
			for i := range s.Items {
				if p := s.Items[i].Price; s.Items[i].State == shop.OnSale && (low == nil || p < *low) {
					low = &p
				}
			}
		}
	}
	if low != nil {
		out.From = v.view.T("shop.from_price", "price", v.view.Amount(cur, *low))
	}
	return out
}
