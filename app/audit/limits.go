package audit

import "time"

// Limits of this package.
const (
	// MaxPage is how many entries one page of the list holds at most.
	MaxPage = 100
	// MaxObjects is how many records one entry tells of, MaxFields how many fields of each,
	// and MaxText how many bytes of a value. What is beyond is counted or cut.
	MaxObjects = 50
	MaxFields  = 60
	MaxText    = 300
	// maxSize is about how many bytes of values one entry holds.
	maxSize = 32 << 10

	// Kept is how long an entry is kept, forgetEvery the pause between two looks for older
	// ones, and forgetBatch how many one transaction removes.
	Kept        = 3 * 365 * 24 * time.Hour
	forgetEvery = time.Hour
	forgetBatch = 500

	// MaxRefused is how many refused attempts of one token are written down one by one
	// within an hour, and MaxRefusedCompany how many of one company. Beyond, they are
	// counted, and the count is written down every SummaryEvery.
	MaxRefused        = 60
	MaxRefusedCompany = 600
	SummaryEvery      = 10 * time.Minute
	refusedEvery      = time.Second
	// lastTimeout is how long writing down the last ones may take when the box office stops.
	lastTimeout = 5 * time.Second
	// maxGathered is how many different attempts wait to be written down.
	maxGathered = 1_000

	// maxDepth is how deep values within values are shown.
	maxDepth = 8
)
