package rest

import (
	"net/http"

	"marquee/app"
)

// Memory bounds what requests take of it, whatever they ask for: the bodies that are being
// read, and the answers that nobody reads. The API and the pages have one together.
type Memory struct {
	bodies bodyBudget
	unread unread
}

var memories = app.NewPerApp(func() *Memory { return new(Memory) })

// MemoryOf is that of an app.
func MemoryOf(a *app.App) *Memory { return memories.Of(a) }

// Body reads the body of a request, at most so many bytes of it, out of the budget. Call
// forget when it is used; it is never nil.
func (m *Memory) Body(w http.ResponseWriter, r *http.Request, most int64) (body []byte, forget func(), err error) {
	b := &reading{budget: &m.bodies}
	body, err = b.read(w, r, most)
	return body, b.forget, err
}

// SmallBody is how long a body is that takes nothing of the budget, in bytes.
const SmallBody = firstBody

// Drawn lets a handler draw its answers, and sends them when it is done: however slowly a
// client reads, the handler has given back whatever it held. Who has too many answers unread
// is refused by refuse, or without a body where that is nil. Each class counts for itself.
func (m *Memory) Drawn(class string, next func(d *Drawing, r *http.Request), refuse func(d *Drawing, r *http.Request, err error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := callerKey{address: NetworkOf(r), class: class}
		d := newDrawing()
		if err := m.unread.room(key); err == nil {
			next(d, r)
		} else if refuse != nil {
			refuse(d, r, err)
		} else {
			d.Header().Set("Retry-After", "1")
			d.WriteHeader(http.StatusTooManyRequests)
		}
		defer m.unread.hold(w, key, len(d.body))()
		d.send(w)
	})
}
