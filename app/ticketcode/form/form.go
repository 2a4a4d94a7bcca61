package form

// Form is how the code of a ticket is shown. The number is stored; a larger one is harder
// to copy.
type Form uint8

// The forms.
const (
	Plain Form = iota
	Signed
	Rotating
)
