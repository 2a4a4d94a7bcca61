package order

// Limits of this area.
const (
	// MaxPage is how many rows one page of a list holds at most.
	MaxPage = 100

	// maxPending is how many orders of a customer that wait at one event are counted:
	// whoever has more is beyond every limit of it.
	maxPending = 300

	// maxHeldAt is how much of an event that a customer holds is looked at.
	maxHeldAt = 500

	// maxLookedAt is how many orders of a customer, the newest first, are looked at for one
	// that stands.
	maxLookedAt = 300

	// maxAnswered is how many orders of a customer, the newest first, are looked at for
	// answers to questions.
	maxAnswered = 100

	// maxFormer is how many former purchasers of an order are known.
	maxFormer = 10

	// maxRecoverable is how many orders of a customer, the newest first, are looked
	// through for an expired basket.
	maxRecoverable = 50

	// maxOverdue is how many overdue orders one reader looks at, and maxOverdueItems
	// how many items in them: some 3 ms, as writes show stock too. The sweeper ends more
	// than that in a second; what lies behind reads as reserved until then.
	maxOverdue      = 300
	maxOverdueItems = 3_000
)
