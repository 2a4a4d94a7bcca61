package indexes

// The limits of this package.
const (
	// StaleBudget is how many stale entries one walk of a feed passes over
	// before it ends with a Pause error.
	StaleBudget = 2000
	// BatchSize is how many records or entries a rebuild, a migration or a trim
	// handles in one transaction.
	BatchSize = 500
	// MaxEntries is how many entries one record may have in one index.
	MaxEntries = 1000
	// maxShared is how many decoded records of one shared table are kept.
	maxShared = 4096
	// maxPosition is the longest resume position in bytes. As text it takes a third
	// more.
	maxPosition = 1 << 10
)
