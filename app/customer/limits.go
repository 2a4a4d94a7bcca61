package customer

import "time"

// Limits of this area, in characters.
const (
	MaxName    = 255 // name, and each part of it
	MaxPhone   = 40
	MaxAddress = 255 // each part of an address
	maxTitle   = 50
	// An external id is a key of an index: it has to fit into one.
	maxExternal = 160
	maxSSO      = 255
	maxPhone    = 999 // the largest calling code
	maxAge      = 150 // years
	maxFormer   = 50  // addresses that a customer had before
)

// Limits of groups.
const (
	// MaxGroups is how many a company may have.
	MaxGroups = 1_000
	// MaxJoining is how many customers one call puts into a group, or takes out.
	MaxJoining = 500
	// MaxMemberPage is how many members one page shows.
	MaxMemberPage = 1_000
	maxStayDays   = 3_650
	// A rule has so many alternatives, each so many conditions, each so many ids.
	maxAlternatives = 20
	maxConditions   = 20
	maxRuleIDs      = 100
	maxAtLeast      = 100_000
	// groupBatch is how much one transaction ends.
	groupBatch = 200
	// noteBatch is of how many one transaction notes that they were erased.
	noteBatch = 500
)

// Limits of time.
const (
	// SignInLife is how long a link signs a customer in, TokenLife how long that lasts.
	SignInLife = time.Minute
	TokenLife  = 24 * time.Hour
	// MailedLife is how long a link signs in that was mailed, and maxMailed how many of a
	// customer are good at a time: nobody is buried in mails.
	MailedLife = 30 * time.Minute
	maxMailed  = 3
	// eraseEvery is the pause between two looks for erasures that are not done.
	eraseEvery = 30 * time.Second
	mergeEvery = 30 * time.Second
)

const (
	// maxAlikeRead is how many customers are held against one, and maxAlike how many are told.
	maxAlikeRead = 200
	maxAlike     = 10
	// shortAlike is how many bytes a word has by which others are looked for, and shortPhone how
	// many digits a number that is compared.
	shortAlike = 3
	shortPhone = 6
)

// maxDuplicates is how many customers are merged into one at most.
const maxDuplicates = 100

// mergeBatch is about how many records one step of a merge writes.
const mergeBatch = 100
