package door

import "time"

// Limits of this area.
const (
	// MaxPhones is for how many phones a link can be good.
	MaxPhones = 100
	// MinOpen and MaxOpen bound how long it is, DefaultOpen is how long without a wish.
	MinOpen     = time.Minute
	DefaultOpen = 10 * time.Minute
	MaxOpen     = 7 * 24 * time.Hour
	// MaxLinks and MaxDevices are how many an event may ever have.
	MaxLinks   = 1_000
	MaxDevices = 5_000
	// MaxName is the longest name of a gate or a phone, in characters.
	MaxName = 60
	// leaseTerm is how long a phone lets tickets in alone before it has to be heard of again.
	leaseTerm = 4 * time.Hour
	// maxTaken is how many leases that were taken away a zone remembers.
	maxTaken = 100
	// maxDoubles is how many tickets that came in twice are listed.
	maxDoubles = 200
	// maxEntered is how many admissions a phone is told of where they used a ticket up.
	maxEntered = 5
	// endsAfter is how long after its event a device goes on, to bring what it has.
	endsAfter = 24 * time.Hour
)
