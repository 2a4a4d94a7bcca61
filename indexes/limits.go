package indexes

// The limits of this package.
const (
	// BatchSize is how many records or entries a rebuild or a migration
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
