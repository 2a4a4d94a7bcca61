package lookup

const (
	// Most is how many of each kind are found.
	Most = 8
	// MaxQuery is how long a search is, in characters.
	MaxQuery = 255
	// ordersTold is up to how many orders of a customer are counted.
	ordersTold = 50
	// shortest is how many bytes the longest word has at least: a single letter of an alphabet
	// is in everything.
	shortest = 2
)
