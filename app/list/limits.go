package list

// The limits of a page.
const (
	// MaxCounted is up to how many rows a list is counted that no counter knows.
	MaxCounted = 10_000
	// maxGathered is how many records are read and sorted for one page.
	maxGathered = 10_000
	// fewGathered is the same where following the walk may cost next to nothing.
	fewGathered = 1_000
	// maxWalked is how many index entries are looked at for one page, some 40 ms; a record that
	// is read to decide about it is worth as many of them as readWorth says.
	maxWalked = 150_000
	readWorth = 18
	// atOnce is how long the pages are that Each reads, and fewPages how many more than needed, as
	// pages may stop early.
	atOnce   = 1_000
	fewPages = 3
	// maxSifted is how many rows of a list without cursors may be skipped where each is looked at.
	maxSifted = 100_000
	// MaxMembers is how many ids are put together of a filter that is not the walk; of one
	// that names more, each record of the walk is asked.
	MaxMembers = 100_000
	// together is how many records are read in one go, and walkedAtOnce how many index entries:
	// then others have their turn.
	together     = 64
	walkedAtOnce = 1_000
	// maxCursor is the length of a cursor in bytes; its text is a third longer.
	maxCursor = 6 << 10
)
