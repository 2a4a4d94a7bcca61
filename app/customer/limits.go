package customer

// Limits of this area, in characters.
const (
	MaxName    = 255 // name, and each part of it
	MaxPhone   = 40
	MaxAddress = 255 // each part of an address
	maxPhone   = 999 // the largest calling code
	maxAge     = 150 // years
)
