package till

const (
	// MaxPage is how many shops one page of the list holds at most.
	MaxPage = 250
	// MaxTills is how many shops a company may ever have, deleted ones too: they are
	// short, and read together.
	MaxTills = 1000
	// MaxUsers is how many users one shop may name.
	MaxUsers = 500

	maxName    = 255               // characters
	maxOffline = 1_000_000_000_000 // minor units
)
