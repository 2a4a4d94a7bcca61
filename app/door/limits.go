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
	// MaxLinks and MaxDevices are how many an event may have at a time: links that phones can
	// still join by, phones that have not ended.
	MaxLinks   = 1_000
	MaxDevices = 5_000
	// MaxStarts and MaxMade are how many phones without a link one user may start within an
	// hour, and how many links make.
	MaxStarts = 60
	MaxMade   = 120
	// pause is what each scan of a phone costs of the time that it has been scanning, and burst
	// how many may come at once: two a second are more than any steward does, and a family or a
	// school class passes together.
	pause = 500 * time.Millisecond
	burst = 200
	// arrivals is how many scans that a phone made before may arrive at once: those of a long
	// day without a network.
	arrivals = 5_000
	// alarmEvery is how often a phone that scans too fast is written down anew.
	alarmEvery = time.Minute
	// paceMinutes is of how many minutes it is told how many scans a phone made.
	paceMinutes = 10
	// quietAfter is after how long without a word a phone has no network: one that has asks more
	// often, whether anybody scans or not.
	quietAfter = 2 * time.Minute
	// undoBatch is of how many tickets one transaction takes back what a phone did with them.
	undoBatch = 100
	// MaxName is the longest name of a gate or a phone, in characters.
	MaxName = 60
	// leaseTerm is how long a phone lets tickets in alone before it has to be heard of again.
	leaseTerm = 4 * time.Hour
	// maxTaken is how many leases that were taken away a zone remembers.
	maxTaken = 100
	// maxDoubles is how many tickets that came in twice are listed.
	maxDoubles = 200
	// refusalsLooked is among how many of the newest rows of the log those are looked for who were
	// turned away, and maxRefusals how many of these are listed.
	refusalsLooked = 300
	maxRefusals    = 5
	// maxEntered is how many admissions a phone is told of where they used a ticket up.
	maxEntered = 5
	// endsAfter is how long after its event a device goes on, to bring what it has.
	endsAfter = 24 * time.Hour
)
