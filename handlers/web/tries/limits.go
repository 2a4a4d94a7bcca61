package tries

const (
	// maxAddresses is how many addresses are counted.
	maxAddresses = 10_000
	// maxGuess is how long a code is that is remembered as of no use, in bytes. None is longer.
	maxGuess = 200
)
