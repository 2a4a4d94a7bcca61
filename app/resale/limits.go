package resale

import "time"

// Limits of this area.
const (
	// MaxPage is how many listings one page of the list holds at most.
	MaxPage = 100
	// MaxContracts is how many items one listing has.
	MaxContracts = 100
	// MaxSettled is how many contracts one settlement names.
	MaxSettled = 20
	// MaxHours is how long before an event resale may begin or end, in hours.
	MaxHours = 8760
	// maxAbove is how far above a reference price sellers may be let go, in percent.
	maxAbove = 1000
	// expireEvery is how often listings are looked for whose time is up, expireBatch how
	// many are ended in one transaction.
	expireEvery = 10 * time.Second
	expireBatch = 50
)
