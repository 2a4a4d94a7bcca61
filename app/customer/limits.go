package customer

// Limits of this area, in characters.
const (
	MaxName    = 255 // name, and each part of it
	MaxPhone   = 40
	MaxAddress = 255 // each part of an address
	maxTitle   = 50
	maxVAT     = 60
	// An external id is a key of an index: it has to fit into one.
	maxExternal = 160
	maxPhone    = 999 // the largest calling code
	maxAge      = 150 // years
)

// manyNames is of how many customers nobody reads the names to answer one request.
const manyNames = 5_000
