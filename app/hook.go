package app

import "fmt"

// Hook is how an area is told of something by an area above it. The upper area
// declares the hook and fires it in its own transaction; who listens is written
// down where the areas are put together:
//
//	var EventCreated = app.NewHook[*Event]("event created") // in catalog
//	catalog.EventCreated.Tells(entry.MakeEntryZone)         // in areas
//
// The declaration never changes: listeners belong to the App that a transaction
// comes from, and a hook that nobody listens to does nothing.
type Hook[T any] struct{ name string }

// NewHook declares a hook. The name is for people.
func NewHook[T any](name string) *Hook[T] { return &Hook[T]{name} }

// Tells connects listeners, which are called in this order. They run in the
// transaction that fires the hook and may run more than once, like everything in
// a transaction.
func (h *Hook[T]) Tells(listeners ...func(tx Tx, v T) error) Connection {
	return Connection{h, h.name, listeners}
}

// Fire tells every listener; the first error stops and rolls back.
func (h *Hook[T]) Fire(tx Tx, v T) error {
	of, ok := tx.(interface{ owner() *App })
	if !ok {
		return nil // a migration tells nobody
	}
	listeners, _ := of.owner().connected[h].([]func(Tx, T) error)
	for _, l := range listeners {
		if err := l(tx, v); err != nil {
			return err
		}
	}
	return nil
}

// Question is how an area asks an area below it, which it must not import, about
// what is stored: the upper area declares the question, and the answer is
// connected where the areas are put together. A question that nobody answers has
// the zero answer.
type Question[In, Out any] struct{ name string }

// NewQuestion declares a question. The name is for people.
func NewQuestion[In, Out any](name string) *Question[In, Out] { return &Question[In, Out]{name} }

// AnsweredBy connects the answer.
func (q *Question[In, Out]) AnsweredBy(answer func(r Reader, in In) (Out, error)) Connection {
	return Connection{q, q.name, answer}
}

// Ask gives the answer as it is in this snapshot.
func (q *Question[In, Out]) Ask(r Reader, in In) (out Out, err error) {
	answer, ok := Of(r).connected[q].(func(Reader, In) (Out, error))
	if !ok {
		return out, nil
	}
	return answer(r, in)
}

// Connection ties a Hook or a Question to what lower areas do about it.
type Connection struct {
	point any
	name  string
	to    any
}

// distinct refuses two effects of one name: what is stored of one would reach the other.
func distinct(all []Effect) {
	names := map[string]bool{}
	for _, e := range all {
		if name := e.EffectName(); names[name] {
			panic(fmt.Sprintf("app: two effects are called %q", name))
		}
		names[e.EffectName()] = true
	}
}

// connect makes the connections of an App. Each point is connected once, so that
// the order of its listeners stands in one line.
func connect(all []Connection) map[any]any {
	connected := make(map[any]any, len(all))
	for _, c := range all {
		if _, twice := connected[c.point]; twice {
			panic(fmt.Sprintf("app: %q is connected twice", c.name))
		}
		connected[c.point] = c.to
	}
	return connected
}
