package waitingroom

import (
	"context"
	"time"

	"marquee/app"
)

// State is how somebody stands in a line.
type State string

// The states.
const (
	Open    State = "open"     // there is no line, or the visitor is in
	Early   State = "early"    // before the draw
	Waiting State = "waiting"  // in the line
	Paused  State = "paused"   // in the line, which stands still: what is not sold is in baskets
	SoldOut State = "sold-out" // in the line, for what others give back
	Stopped State = "stopped"  // in the line, which staff have paused
	Lost    State = "lost"     // called, and did not come or stayed too long; who only asks hears it
)

// Standing is where somebody stands.
type Standing struct {
	State State
	// Ticket is what the browser has to keep, empty without a line. New: it is another one
	// than it had.
	Ticket string
	New    bool
	// Lost: the visitor was called, and did not come or stayed too long.
	Lost bool
	// OpensAt is the hour of the draw.
	OpensAt time.Time
	// Before is how many people stand before the visitor, of how many that ever came.
	Before, Came int64
	// PerMinute is how many are called within a minute; 0: not known yet.
	PerMinute float64
	// From and To are between when it is most likely the visitor's turn; zero: not known.
	From, To time.Time
	// WaitsUntil is until when a place waits for who was called and is not yet in.
	WaitsUntil time.Time
	// Left is how many units can be had; below 0: nobody counts them.
	Left int64
}

// Ask is a visit to an event.
type Ask struct {
	EventID int64
	Ticket  string // that the browser kept
	// Enter: the visitor wants to come in; else only to know.
	Enter bool
	// MayJoin is asked before a number is given out.
	MayJoin func() error
}

// Visit tells a visitor where they stand, and lets them in when it is their turn.
func Visit(ctx context.Context, a *app.App, c *app.Caller, in Ask) (out Standing, err error) {
	if err := c.Need(app.Sell); err != nil {
		return out, err
	}
	m := rooms.Of(a).of(c.CompanyID, in.EventID)
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.load(ctx, a, c.CompanyID, in.EventID); err != nil || !m.line.On {
		return Standing{State: Open}, err
	}
	now := a.Now()
	if err := m.draw(ctx, a, c.CompanyID); err != nil {
		return out, err
	}
	number, known := m.line.number(in.Ticket)
	if known = known && number < m.given; known && m.lost(number, now) {
		if !in.Enter {
			return Standing{State: Lost}, nil
		}
		known, out.Lost = false, true
	}
	if !known {
		if err := in.MayJoin(); err != nil {
			return out, err
		}
		if number, err = m.join(ctx, a, c.CompanyID); err != nil {
			return out, err
		}
		out.New = true
	}
	if err := m.advance(ctx, a, c, now); err != nil {
		return out, err
	}
	out.Ticket = m.line.ticket(number)
	m.stand(&out, number, in.Enter, now)
	return out, nil
}

// lost tells that a number had its turn and let it pass, or used it up.
func (m *room) lost(number int64, now time.Time) bool {
	if m.waitsForDraw() {
		return false
	}
	p := m.line.place(number)
	s := m.inside[p]
	if s != nil {
		return now.Sub(s.since) > maxInside || now.Sub(s.seen) > maxIdle
	}
	return p < m.marks.by(now.Add(-waitsFor))
}

// stand says where a number stands, and takes it in.
func (m *room) stand(out *Standing, number int64, enter bool, now time.Time) {
	out.Left = m.left
	if m.waitsForDraw() {
		out.State, out.OpensAt, out.Came = Early, *m.line.OpensAt, m.given
		return
	}
	p := m.line.place(number)
	if p < m.line.Called {
		out.State = Open
		switch s := m.inside[p]; {
		case s != nil:
			s.seen = now
		case enter && !out.New: // a browser that keeps its number, and no program that keeps asking
			m.inside[p] = &shopper{now, now}
		case !enter:
			out.WaitsUntil = m.marks.when(p, now).Add(waitsFor)
		}
		return
	}
	out.State, out.Before, out.Came = Waiting, p-m.line.Called, m.given
	switch {
	case m.left == 0 && m.held:
		out.State = Paused
	case m.left == 0:
		out.State = SoldOut
	case m.line.Paused:
		out.State = Stopped
	}
	out.PerMinute = m.marks.perMinute(now, m.line.Called)
	if out.PerMinute > 0 && out.State == Waiting {
		wait := float64(out.Before+1) / out.PerMinute * float64(time.Minute)
		out.From, out.To = now.Add(time.Duration(wait*.85)).Truncate(time.Minute), now.Add(time.Duration(wait*1.3)).Truncate(time.Minute).Add(time.Minute)
	}
}

// Overview is how a line goes.
type Overview struct {
	Line
	Came, Waiting, Inside int64
	PerMinute             float64
	// Slowed: commits are slow, so fewer are called than may be inside.
	Slowed bool
}

// Look tells a promoter how a line goes.
func Look(ctx context.Context, a *app.App, c *app.Caller, eventID int64) (out Overview, err error) {
	err = a.View(ctx, c, app.ViewEvents, func(r app.Reader) error { return needEvent(r, eventID) })
	if err != nil {
		return out, err
	}
	return look(ctx, a, c.CompanyID, eventID)
}

func look(ctx context.Context, a *app.App, company, eventID int64) (out Overview, err error) {
	m := rooms.Of(a).of(company, eventID)
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.load(ctx, a, company, eventID); err != nil {
		return out, err
	}
	now := a.Now()
	out = Overview{Line: m.line, Came: m.given, PerMinute: m.marks.perMinute(now, m.line.Called), Slowed: m.line.On && m.part < 1}
	if out.EventID = eventID; out.Shoppers == 0 {
		out.Shoppers = DefaultShoppers
	}
	if out.Waiting = m.given - m.line.Called; m.waitsForDraw() {
		out.Waiting = m.given
	}
	for _, s := range m.inside {
		if now.Sub(s.seen) <= maxIdle && now.Sub(s.since) <= maxInside {
			out.Inside++
		}
	}
	return out, nil
}
