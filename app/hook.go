package app

// Hook is how an area hears of something in an area above it: the upper area
// declares the hook, the lower adds to it in an init function, and the upper
// fires it inside its own transaction.
type Hook[T any] struct {
	listeners []func(tx Tx, v T) error
}

// Add registers a listener. It runs in the transaction that fires the hook and
// may run more than once, like everything in a transaction.
func (h *Hook[T]) Add(listener func(tx Tx, v T) error) {
	h.listeners = append(h.listeners, listener)
}

// Fire tells every listener; the first error stops and rolls back.
func (h *Hook[T]) Fire(tx Tx, v T) error {
	for _, l := range h.listeners {
		if err := l(tx, v); err != nil {
			return err
		}
	}
	return nil
}
