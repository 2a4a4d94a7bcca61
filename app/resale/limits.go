package resale

import "time"

// Limits of this area.
const (
	// MaxPage is how many listings one page of the list holds at most.
	MaxPage = 100
	// MaxContracts is how many items one listing has.
	MaxContracts = 100
	// maxRecent is how many listings a seller begins within recently: each writes to the
	// order, and mails.
	maxRecent = 20
	recently  = time.Hour
	// MaxShown is how many listings of an event are shown beside what it sells.
	MaxShown = 40
	// maxLooked is how many items of these listings are looked at, whatever becomes of them.
	maxLooked = 400
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
	// returnTimeout is how long one attempt to pay a seller over a gateway may take, and
	// maxReturns how many there are before it is a dead letter. While another refund of the
	// seller's order is not finished, each attempt waits for it.
	returnTimeout = 60 * time.Second
	maxReturns    = 100
)

// returnPauses are those between the attempts.
var returnPauses = []time.Duration{time.Second, 5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, 30 * time.Minute, time.Hour, 3 * time.Hour}
