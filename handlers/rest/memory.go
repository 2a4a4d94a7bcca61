package rest

import (
	"net/http"
	"sync"

	"marquee/app"
	"marquee/app/admission"
)

// Memory bounds what requests take of it, whatever they ask for: the bodies that are being
// read, and the answers that nobody reads. The API and the pages have one together.
type Memory struct {
	// bodies are those that are being read, beyond the first bytes of each: whoever sends large
	// bodies and never ends them takes it from other large bodies, and not from scans and log-ins.
	bodies *admission.Class
	unread unread
}

func newMemory(all *admission.Classes) *Memory {
	return &Memory{
		all.Of("bytes of bodies", admission.Limits{Places: bodyMemory, Each: bodyMemoryEach}),
		unread{class: all.Of("bytes of answers unread", admission.Limits{Places: maxUnreadAll, Each: maxUnread})},
	}
}

type memoryOnce struct {
	once   sync.Once
	memory *Memory
}

var memories = app.NewPerApp(func() *memoryOnce { return new(memoryOnce) })

// MemoryOf is that of an app.
func MemoryOf(a *app.App) *Memory {
	m := memories.Of(a)
	m.once.Do(func() { m.memory = newMemory(app.Classes(a)) })
	return m.memory
}

// Body reads the body of a request, at most so many bytes of it, out of the budget. Call
// forget when it is used; it is never nil.
func (m *Memory) Body(w http.ResponseWriter, r *http.Request, most int64) (body []byte, forget func(), err error) {
	b := &reading{budget: m.bodies, key: admission.Key{Name: NetworkOf(r)}}
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
		key := admission.Key{Name: class + " at " + NetworkOf(r)}
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
