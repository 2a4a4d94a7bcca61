package seating

import "time"

// Limits of this area.
const (
	// MaxSpaces is how many seats and general admission areas a plan has.
	MaxSpaces = 60_000
	// MaxPlans is how many plans the venues of a company have together, and MaxPage how
	// many of them one page of the list holds.
	MaxPlans = 2_000
	MaxPage  = 100
	// pieceSize is how many spaces, or parts, one stored record holds.
	pieceSize = 500
	// maxGroup is how many seats a row or table has: it lies within one piece.
	maxGroup = pieceSize
	// The parts of one plan.
	maxBands   = 200
	maxAreas   = 500
	maxLabels  = 500 // of stands, gates and stairs each
	maxBlocks  = 5_000
	maxGroups  = 15_000 // rows and tables together
	maxGeneral = 500
	// maxWays is how many gates, or stairs, lead to a block, and how many areas a general
	// admission area lies in.
	maxWays = 20
	// maxName is the length of a name or key, in characters.
	maxName = 100
	// MaxCapacity is how many people one general admission area takes.
	MaxCapacity = 1_000_000
	// maxCoordinate bounds x and y, in the units of the plan; a thousandth is kept.
	maxCoordinate = 1_000_000
	// maxProblems is how many mistakes of a plan are told at once.
	maxProblems = 100

	// batchPieces is how many pieces one transaction stores, copies, marks or deletes.
	batchPieces = 4
	// makingLease is how long a plan that is being made is left to whoever makes it.
	makingLease = 15 * time.Second
	// finishEvery is how often plans are looked for that were left half made.
	finishEvery = 5 * time.Second
	// releaseEvery is how often holds are looked for whose time is over.
	releaseEvery = 15 * time.Second
	// maxRevisions is how many later revisions of a plan are kept; the first always is.
	maxRevisions = 100
	// maxTold is how many spaces are named of those that change.
	maxTold = 100

	// MaxMarked is how many spaces one call names to change their status.
	MaxMarked = 1_000
	// MaxHolds is how many holds an event has, and maxHoldUsers who may sell from one.
	MaxHolds     = 100
	maxHoldUsers = 100

	// cachedSpaces is how many spaces of charts are kept in memory, some 100 bytes each.
	cachedSpaces = 300_000
	// maxRuns is how many groups of neighbours an order is split into before its last
	// seats are chosen one by one.
	maxRuns = 4
	// maxPasses is how often all seats are looked through for these.
	maxPasses = 4
)
