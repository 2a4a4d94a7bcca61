package capture

// Limits of this area.
const (
	// MaxPage is how many rows one page of a list holds at most.
	MaxPage = 100
	// MaxQuestions and MaxFields are how many a company may have, deleted ones included.
	MaxQuestions = 2_000
	MaxFields    = 10_000
	// MaxFieldsAt is how many fields one event, item or company may have.
	MaxFieldsAt = 100
	// MaxOptions is how many options a question may ever have had.
	MaxOptions = 300
	// MaxText is the length of a question, an option and a short answer, MaxLong that of
	// a description and a long answer, and MaxRules that of the rules, in characters.
	MaxText  = 255
	MaxLong  = 5_000
	MaxRules = 500
	// MaxResponses is how many answers one call may give.
	MaxResponses = 500
	// maxOfField is how many answers one marketing question keeps in one context, and
	// maxOfOrder how many of one order are read.
	maxOfField = 50
	maxOfOrder = 5_000
	// eraseBatch is how many answers one step of an erasure removes.
	eraseBatch = 200
)
