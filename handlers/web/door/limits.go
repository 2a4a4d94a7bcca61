package door

const (
	// maxAsk is the most that a scanner sends at once, in bytes: an upload of a batch.
	maxAsk = 256 << 10
	// maxUpload is how many scans one upload of a phone has.
	maxUpload = 200
	// maxAtOnce is how many requests of one phone run at a time.
	maxAtOnce = 4
	// maxFound is how many tickets a search shows.
	maxFound = 20
	// maxShownEvents is how many events the list shows.
	maxShownEvents = 100
)
