package shop

const (
	// MaxAnnounced is how many events one front page looks at.
	MaxAnnounced = 200
	// maxFaces is how many companies strangers meet at the address of the server.
	maxFaces = 20
	// maxAccount is how many orders an account shows.
	maxAccount = 50
	// maxDates is how many dates of a schedule are looked at.
	maxDates = 200
	// maxShownDates is how many other dates the page of an event names.
	maxShownDates = 30
	// scarce is how few units are left when the pages say how many.
	scarce = 20
)
