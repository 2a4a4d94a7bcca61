package queue

import (
	"context"
	"sync"
	"time"

	"marquee/app"
	"marquee/app/catalog"
)

// rooms are the lines that somebody came to.
var rooms = app.NewPerApp(func() *all { return &all{rooms: map[place]*room{}} })

type place struct{ company, event int64 }

type all struct {
	mu    sync.Mutex
	rooms map[place]*room
}

// of finds the room of an event.
func (m *all) of(company, event int64) *room {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := place{company, event}
	r := m.rooms[key]
	if r == nil {
		if len(m.rooms) >= maxKnown {
			m.clean()
		}
		r = &room{inside: map[int64]*shopper{}}
		m.rooms[key] = r
	}
	return r
}

// clean forgets events that have no line.
func (m *all) clean() {
	for key, r := range m.rooms {
		if r.mu.TryLock() {
			if !r.line.On {
				delete(m.rooms, key)
			}
			r.mu.Unlock()
		}
	}
}

// forget has a line read anew, for its settings have changed. Who is inside stays there.
func (m *all) forget(company, event int64) {
	m.mu.Lock()
	r := m.rooms[place{company, event}]
	m.mu.Unlock()
	if r != nil {
		r.mu.Lock()
		r.read = false
		r.mu.Unlock()
	}
}

// room is a line and who is inside.
type room struct {
	mu   sync.Mutex
	read bool // line is that of the store
	line Line
	// given is how many numbers were given out.
	given  int64
	inside map[int64]*shopper // by place
	marks  marks
	part   float64 // of the shoppers, while commits are slow
	left   int64
	stepAt time.Time
}

// shopper is somebody inside.
type shopper struct{ since, seen time.Time }

// load reads the line. Numbers go on behind all that may have been given out.
func (m *room) load(ctx context.Context, a *app.App, company, event int64) error {
	if m.read {
		return nil
	}
	var l Line
	err := a.ViewCompany(ctx, company, func(r app.Reader) (err error) {
		l, _, err = lines.Find(r, event)
		return err
	})
	if err != nil {
		return err
	}
	if string(l.Key) != string(m.line.Key) { // another line, or the first look at it
		m.given, m.inside, m.part, m.left, m.stepAt = l.Booked, map[int64]*shopper{}, 1, -1, time.Time{}
		// Who was called before has come, or comes as if called just now.
		m.marks = marks{{a.Now().Add(-expected), l.Called}}
	} else {
		l.Called = max(l.Called, m.line.Called)
	}
	m.line, m.read = l, true
	return nil
}

// save writes what the store has to know, and tells how long the commit took.
func (m *room) save(ctx context.Context, a *app.App, company int64) (took time.Duration, err error) {
	booked, called, drawn, key := m.line.Booked, m.line.Called, m.line.Drawn, string(m.line.Key)
	from := a.Now()
	// Whoever asked may have gone; everybody else needs it.
	err = a.UpdateCompany(context.WithoutCancel(ctx), company, func(tx app.Tx) error {
		l, found, err := lines.Find(tx, m.line.EventID)
		if err != nil || !found || string(l.Key) != key {
			return err
		}
		l.Booked, l.Called = max(l.Booked, booked), max(l.Called, called)
		if l.Drawn == nil {
			l.Drawn = drawn
		}
		return lines.Put(tx, &l)
	})
	return a.Now().Sub(from), err
}

// draw fixes who was there before the hour.
func (m *room) draw(ctx context.Context, a *app.App, company int64) error {
	if m.line.OpensAt == nil || m.line.Drawn != nil || a.Now().Before(*m.line.OpensAt) {
		return nil
	}
	n := m.given
	m.line.Drawn = &n
	_, err := m.save(ctx, a, company)
	if err != nil {
		m.line.Drawn = nil
	}
	return err
}

// join gives out a number.
func (m *room) join(ctx context.Context, a *app.App, company int64) (int64, error) {
	if m.given >= m.line.Booked {
		m.line.Booked = m.given + max(leastBlock, min(m.given/8, mostBlock))
		if _, err := m.save(ctx, a, company); err != nil {
			m.line.Booked = m.given
			return 0, err
		}
	}
	m.given++
	return m.given - 1, nil
}

// advance calls people in, once in a step. Who comes when nobody waits is called at once.
func (m *room) advance(ctx context.Context, a *app.App, c *app.Caller, now time.Time) error {
	passed := now.Sub(m.stepAt)
	if passed < 0 || m.stepAt.IsZero() {
		passed = step
	}
	alone := m.line.Called == m.given-1
	if passed < step && !alone || m.waitsForDraw() {
		return nil
	}
	if passed >= step {
		m.stepAt = now
		m.leave(now)
		if err := m.count(ctx, a, c, now); err != nil {
			return err
		}
	}
	n := moment{
		waiting: m.given - m.line.Called, inside: m.occupied(now), shoppers: m.line.Shoppers, slow: m.part,
		left: m.left, steps: min(passed.Seconds()/step.Seconds(), filling),
	}.next()
	if n == 0 {
		return nil
	}
	m.line.Called += n
	m.marks = m.marks.add(now, m.line.Called)
	if passed < step {
		return nil // the next step writes it
	}
	took, err := m.save(ctx, a, c.CompanyID)
	m.part = slower(m.part, took)
	return err
}

func (m *room) waitsForDraw() bool { return m.line.OpensAt != nil && m.line.Drawn == nil }

// leave lets go who has been idle or inside for too long.
func (m *room) leave(now time.Time) {
	for p, s := range m.inside {
		if now.Sub(s.seen) > maxIdle || now.Sub(s.since) > maxInside {
			delete(m.inside, p)
		}
	}
}

// occupied is how many are inside, or on their way.
func (m *room) occupied(now time.Time) int64 {
	from, n := m.marks.by(now.Add(-expected)), int64(0)
	for p := range m.inside {
		if p < from {
			n++
		}
	}
	return n + m.line.Called - from
}

// count reads how many units are left.
func (m *room) count(ctx context.Context, a *app.App, c *app.Caller, now time.Time) error {
	left := int64(0)
	err := a.ViewCompany(ctx, c.CompanyID, func(r app.Reader) error {
		left = 0
		all, err := catalog.SharedSaleItemsOfEvent(r, m.line.EventID)
		if err != nil {
			return err
		}
		stock, err := catalog.ReadLeft(r, now)
		if err != nil {
			return err
		}
		for _, s := range all {
			n, err := stock.Of(s)
			if err != nil {
				return err
			}
			if n == nil {
				left = -1
				return nil
			}
			left += max(0, *n)
		}
		return nil
	})
	m.left = left
	return err
}
