package massrefund

import (
	"time"

	"marquee/app/sales/rules"
)

// Limits of this area.
const (
	// every is the pause between two looks at a run that waits for gateways.
	every = 30 * time.Second
	// batch is how many sold items are looked at, and the most orders whose results are
	// written, in one transaction; onlineBatch is the most where a gateway is asked: those
	// that are asked about at the same time. So many items as batchItems end a step, too.
	batch       = 200
	onlineBatch = rules.RefundsAtOnce
	batchItems  = 500
	// maxTried is how many steps a dry run does.
	maxTried = 5
	// firstPause is how long a gateway is left alone that decided about nothing. It doubles
	// up to lastPause.
	firstPause = 10 * time.Second
	lastPause  = 5 * time.Minute
	// MaxPage is the most runs, or orders of a run, that one answer lists.
	MaxPage = 100
	// maxProblem bounds what is kept of a reason, in bytes.
	maxProblem = 300
)
