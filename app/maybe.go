package app

// Maybe is a field of a change: one that is not Given stays as it is, a nil
// Value clears it.
type Maybe[T any] struct {
	Given bool
	Value *T
}

// Is makes a Maybe that sets a value.
func Is[T any](v T) Maybe[T] { return Maybe[T]{Given: true, Value: &v} }

// Cleared makes a Maybe that clears the field.
func Cleared[T any]() Maybe[T] { return Maybe[T]{Given: true} }

// Put writes a change into a field whose zero value means empty.
func (m Maybe[T]) Put(dst *T) {
	if !m.Given {
		return
	}
	var zero T
	*dst = zero
	if m.Value != nil {
		*dst = *m.Value
	}
}

// Point writes a change into an optional field.
func (m Maybe[T]) Point(dst **T) {
	if m.Given {
		*dst = m.Value
	}
}
