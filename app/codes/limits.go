package codes

const (
	// MaxPage is how many codes one page of a list holds at most.
	MaxPage = 100
	// MaxText is the length of a code, and MaxPrefix of what the codes of children begin
	// with, in characters.
	MaxText   = 50
	MaxPrefix = 20
	// MaxCodes is how many codes of a kind a company may have, children and deleted ones
	// included.
	MaxCodes = 100_000
	// MinChildren and MaxChildren bound the children of one code.
	MinChildren = 2
	MaxChildren = 10_000
	// maxGroups is for how many customer groups a code may be.
	maxGroups = 100
	// MaxUses bounds the numbers of uses.
	MaxUses = 1_000_000_000

	// MaxUsesRead is how many orders are read to tell when a code was used.
	MaxUsesRead = 5_000

	// Batch is how many children one transaction makes, deletes or restores: some 5 ms of
	// the writer.
	Batch = 200
	// drawnLength is how many random characters the code of a child ends with: 60 bits.
	drawnLength = 12
)
