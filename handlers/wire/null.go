package wire

import "time"

// OrNull writes a zero value as null.
func OrNull[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// Shown is OrNull without a copy, for lists: it points into the record.
func Shown[T comparable](v *T) *T {
	var zero T
	if *v == zero {
		return nil
	}
	return v
}

// Value is the zero value when there is none.
func Value[T any](p *T) T {
	var none T
	if p == nil {
		return none
	}
	return *p
}

// Moment is nil for the zero time.
func Moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
