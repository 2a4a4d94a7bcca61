package shop

import (
	"encoding/json"
	"html/template"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"marquee/app/shop"
	"marquee/app/waitingroom"
	"marquee/handlers/web/page"
)

// queueBody is what the page of the line shows.
type queueBody struct {
	queueNews
	Name, Since string
	// Draw is the hour of the draw, empty without one. It is over unless Early. DrawLater: it
	// is on another day, which Draw says too.
	Draw      template.HTML
	DrawLater bool
	Lost      bool
	Early     bool
	Few       string
	Ask       string // where a script asks how it goes
	// StayAt and LeaveAt are where one goes who waits for what is sold out, or does not.
	StayAt, LeaveAt string
}

// queueNews is what changes while somebody waits, in the words of the page.
type queueNews struct {
	State  waitingroom.State `json:"state"`
	Before string            `json:"before"`
	Passed int64             `json:"passed"` // percent of the way
	Turn   string            `json:"turn"`
	Pace   string            `json:"pace"`
	At     string            `json:"at"`
	Title  string            `json:"title"`
	Again  int               `json:"again"` // seconds
}

// queued shows what stands behind the line of an event to those whose turn it is, and
// the line to everybody else.
func (s *Shop) queued(show func(*visit) error) func(*visit) error {
	return func(v *visit) error {
		q, err := v.stand(true)
		if err != nil {
			return err
		}
		if q.State == waitingroom.Open {
			return show(v)
		}
		id, _ := v.number("event")
		if v.r.Method != http.MethodGet {
			return v.goOn(v.path("/events/%d", id))
		}
		return s.showQueue(v, id, q)
	}
}

// stand asks where the visitor stands in the line of an event.
func (v *visit) stand(enter bool) (waitingroom.Standing, error) {
	id, err := v.number("event")
	if err != nil {
		return waitingroom.Standing{}, err
	}
	name := "queue-" + decimal(id)
	q, err := waitingroom.Visit(v.r.Context(), v.app(), v.buyer, waitingroom.Ask{
		EventID: id, Ticket: v.shop.site.Cookie(v.r, name), Enter: enter,
		MayJoin: func() error { return v.shop.joined.Take(v.r, v.app().Now()) },
	})
	if err == nil && q.New {
		v.shop.site.SetCookie(v.w, v.r, name, q.Ticket, queueMemory)
	}
	return q, err
}

func (s *Shop) showQueue(v *visit, id int64, q waitingroom.Standing) error {
	e, _, err := shop.ReadEvent(v.r.Context(), v.app(), v.buyer, shop.Ask{EventID: id})
	if err != nil {
		return err
	}
	body := &queueBody{queueNews: v.news(q), Name: e.Name, Lost: q.Lost, Early: q.State == waitingroom.Early, Ask: v.path("/events/%d/queue", id)}
	if !q.OpensAt.IsZero() {
		opens := q.OpensAt.In(e.Start.Location())
		if body.Draw = v.view.Time(opens); opens.Format(time.DateOnly) != v.app().Now().In(e.Start.Location()).Format(time.DateOnly) {
			body.Draw, body.DrawLater = v.view.Moment(opens), true
		}
	}
	if q.State == waitingroom.SoldOut {
		body.StayAt, body.LeaveAt = v.path("/events/%d", id), v.path("/events/%d/queue/leave", id)
	}
	if q.State == waitingroom.Waiting && q.Left > 0 && q.Left <= q.Before {
		body.Few = v.view.T("shop.queue_few", "n", q.Left)
	}
	v.view.Title, v.view.Unlisted, v.view.Refresh = body.Title, true, queueRefresh
	return v.show(s.queue, body)
}

// leaveQueue gives a place up: the browser forgets it, and nobody comes when it is called.
func (s *Shop) leaveQueue(v *visit) error {
	if _, err := page.Form(v.w, v.r); err != nil {
		return err
	}
	id, err := v.number("event")
	if err != nil {
		return err
	}
	s.site.ClearCookie(v.w, v.r, "queue-"+decimal(id))
	return v.goOn(v.path(""))
}

// news are where somebody stands in the words of the page.
func (v *visit) news(q waitingroom.Standing) queueNews {
	now := v.app().Now().In(v.company.Location())
	n := queueNews{State: q.State, Before: v.view.Number(q.Before), At: now.Format("15:04:05") + " (" + v.view.Lang.Zone(now) + ")", Again: again(q, now)}
	if q.Came > 0 {
		n.Passed = 100 * (q.Came - q.Before) / max(1, q.Came)
	}
	if !q.From.IsZero() {
		n.Turn = v.view.T("shop.queue_range", "from", v.view.Clock(q.From.In(now.Location())), "to", v.view.TimeText(q.To.In(now.Location())))
	}
	if q.PerMinute >= 1 {
		n.Pace = v.view.T("shop.queue_pace", "n", v.view.Number(int64(q.PerMinute)))
	}
	switch q.State {
	case waitingroom.Early:
		n.Title = v.view.T("shop.queue_early")
	case waitingroom.Open:
		n.Title = v.view.T("shop.queue_turn")
	case waitingroom.SoldOut:
		n.Title = v.view.T("shop.queue_sold_out")
	default:
		n.Title = v.view.T("shop.queue_in_line") + ", " + n.Before
	}
	return n
}

// again is after how many seconds a page asks again: those at the end of a long line less
// often, and those who wait for a draw right after it.
func again(q waitingroom.Standing, now time.Time) int {
	switch wait := q.OpensAt.Sub(now); {
	case q.State == waitingroom.Early && wait < queueSlow*time.Second:
		return max(1, int(wait.Seconds())+1) + rand.IntN(queueSlow) // not all at once
	case q.State == waitingroom.Early || q.State == waitingroom.SoldOut || q.Before > queueLong:
		return queueSlow
	}
	return queueQuick
}

// tellQueue answers a script that asks how it goes.
func (s *Shop) tellQueue(v *visit) error {
	if _, known, _ := strings.Cut(v.shop.site.Cookie(v.r, "queue-"+v.r.PathValue("event")), "."); known == "" {
		return nothing() // who asks has a number from the page
	}
	q, err := v.stand(false)
	if err != nil {
		return err
	}
	text, err := json.Marshal(v.news(q))
	if err != nil {
		return err
	}
	v.w.Header().Set("Content-Type", "application/json")
	_, err = v.w.Write(text)
	return err
}
