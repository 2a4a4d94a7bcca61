package letters

const (
	// MaxText is how many characters of a text are set; what is longer fits on no page.
	MaxText = 20000
	// MaxMarks is how many marks a letter may carry: writing needs four.
	MaxMarks = 6
	// maxCharacter is of how many characters one of those that people see may consist before a line may end within it.
	maxCharacter = 32
	// maxKnown is how many texts a Setter remembers.
	maxKnown = 2000
)
