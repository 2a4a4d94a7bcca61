package waitingroom

import (
	"context"
	"math"
	"slices"
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

// Forget begins all lines anew: another node of a cluster had them.
func (m *all) Forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.rooms)
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
	// held: of what is left to nobody, some may come back from baskets.
	held   bool
	stepAt time.Time
}

// shopper is somebody inside.
type shopper struct{ since, seen time.Time }

// set changes the settings while nobody moves, and has them read anew. Who is inside
// stays there.
func (m *room) set(change func() error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	err := change()
	m.read = m.read && err != nil
	return err
}

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
	if m.line.Paused {
		return nil
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

// occupied is how many are inside, or on their way: of those who were just called as many
// as came of those before them, because some have gone, and some never were people.
func (m *room) occupied(now time.Time) int64 {
	from := m.marks.by(now.Add(-expected))
	called := m.line.Called - from - m.insideFrom(from, m.line.Called)
	before := m.marks.by(now.Add(-expected - showsOver))
	shows := 1.0
	if n := from - before; n >= leastShows {
		shows = max(.1, float64(m.insideFrom(before, from))/float64(n))
	}
	return int64(len(m.inside)) + int64(math.Ceil(float64(called)*shows))
}

// insideFrom counts who is inside of some places.
func (m *room) insideFrom(from, to int64) (n int64) {
	for p := range m.inside {
		if from <= p && p < to {
			n++
		}
	}
	return n
}

// count reads how many can still be let in by what the event sells.
func (m *room) count(ctx context.Context, a *app.App, c *app.Caller, now time.Time) error {
	var left *int64
	err := a.View(ctx, c, app.Sell, func(r app.Reader) error {
		all, err := catalog.SharedSaleItemsOfEvent(r, m.line.EventID)
		if err != nil {
			return err
		}
		stock, err := catalog.ReadLeft(r, now)
		if err != nil {
			return err
		}
		all = slices.DeleteFunc(all, func(s *catalog.SaleItem) bool { return !admits(s) })
		if left, err = stock.OfAll(all); err != nil || left == nil || *left > 0 {
			return err
		}
		m.held, err = stock.Held(all)
		return err
	})
	if m.left = -1; left != nil {
		m.left = *left
	}
	return err
}

// admits tells whether a sale item is what people stand in line for, and no extra.
func admits(s *catalog.SaleItem) bool {
	return s.Type == catalog.Ticket || s.Type == catalog.SeasonTicket || s.Type == catalog.Bundle
}
