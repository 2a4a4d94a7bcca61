package catalog

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

// put writes a change into a field whose zero value means empty.
func (m Maybe[T]) put(dst *T) {
	if !m.Given {
		return
	}
	var zero T
	*dst = zero
	if m.Value != nil {
		*dst = *m.Value
	}
}

// point writes a change into an optional field.
func (m Maybe[T]) point(dst **T) {
	if m.Given {
		*dst = m.Value
	}
}

// set writes a value into a field that cannot be cleared.
func set[T any](dst *T, v *T) {
	if v != nil {
		*dst = *v
	}
}

// flip writes a yes into a field that stores the exception.
func flip(dst *bool, v *bool) {
	if v != nil {
		*dst = !*v
	}
}
