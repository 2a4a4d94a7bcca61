package catalog

import "marquee/app"

// Maybe is [app.Maybe].
type Maybe[T any] = app.Maybe[T]

// Is is [app.Is].
func Is[T any](v T) Maybe[T] { return app.Is(v) }

// Cleared is [app.Cleared].
func Cleared[T any]() Maybe[T] { return app.Cleared[T]() }

// given is a Maybe of a field that cannot be cleared.
func given[T any](v *T) Maybe[T] { return Maybe[T]{Given: v != nil, Value: v} }

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
