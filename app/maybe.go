package app

import "slices"

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

// PutList writes a change into a list, without repeats and in the order that was sent.
func PutList[T comparable](m Maybe[[]T], dst *[]T) {
	if !m.Given {
		return
	}
	*dst = nil
	if m.Value != nil {
		*dst = Distinct(*m.Value)
	}
}

// Distinct leaves out repeats and keeps the order.
func Distinct[T comparable](all []T) []T {
	var once []T
	for _, one := range all {
		if !slices.Contains(once, one) {
			once = append(once, one)
		}
	}
	return once
}

// Set writes a value into a field that cannot be cleared; nil leaves it.
func Set[T any](dst, v *T) {
	if v != nil {
		*dst = *v
	}
}
