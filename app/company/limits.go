package company

import "time"

// Limits of this area.
const (
	MaxName = 255 // characters of any name
	// MaxVisibilityGroups is how many a company has.
	MaxVisibilityGroups = 200
	// MaxChildren is how many companies are below another.
	MaxChildren = 100
	maxAlias    = 60           // bytes of the alias made from a name
	MaxEmail    = 254          // bytes of an e-mail address
	maxLocal    = 64           // bytes of what is in front of the @
	maxDomain   = 253          // bytes of a domain in ASCII
	maxLabel    = 63           // bytes of each part of it
	maxRawEmail = 2 * MaxEmail // bytes of one before it is brought into its normal form
	MinPassword = 10           // characters
	MaxPassword = 128          // characters

	maxPhone          = 40    // characters of a user's phone number
	maxPhoneCode      = 999   // the largest calling code
	MaxURL            = 2_000 // bytes of an address
	MaxBillingAddress = 1_000 // characters
	MaxIntro          = 300   // characters
	MaxTaxNumber      = 32
	// MaxSeries, MaxExemption and MaxHolder bound what stands on invoices.
	MaxSeries    = 10
	MaxExemption = 200
	MaxHolder    = 70
	// MaxCustomCurrencies is how many currencies of its own a company has.
	MaxCustomCurrencies = 20
	MaxLocales          = 30 // languages of a company

	MinBasketTimeout     = 1  // minutes
	MaxBasketTimeout     = 60 // minutes
	DefaultBasketTimeout = 10 // minutes

	MaxBasketExtensions     = 10
	MaxCutoffDays           = 3650
	DefaultBasketExtensions = 3
	DefaultBasketSize       = 50 // lines of a shop basket
	MaxBasketSize           = 300
	// MaxRateLimit is the highest limit of requests a minute that can be set.
	MaxRateLimit = 1_000_000

	// LoginFailures is how many log-ins an e-mail may fail in a row, and again from each
	// place where it has logged in before. Each further one makes whoever guesses wait
	// twice as long, from LoginWindow to MaxLoginDelay: less than 100 guesses a day.
	LoginFailures = 5
	MaxLoginDelay = 16 * time.Minute
	// A row of fewer failures is forgotten after ShortLoginMemory, a longer one after
	// LongLoginMemory, or with the right password.
	ShortLoginMemory = time.Hour
	LongLoginMemory  = 24 * time.Hour
	// AddressFailures is how many may fail from one network address, and
	// InstallationFailures in all, from places that are not known: one password
	// tried at a thousand e-mails fails at none of them often.
	AddressFailures      = 20
	InstallationFailures = 50
	LoginWindow          = time.Minute
	// PlaceMemory is how long an address from which an e-mail has logged in is
	// a known place.
	PlaceMemory = 30 * 24 * time.Hour

	// lastUsedEvery bounds how often a token's last use is written down, and idleSteps
	// how often within the time after which an idle session ends.
	lastUsedEvery = time.Hour
	idleSteps     = 12
	// pageIdle and PageTotal end what a page signed in: when nobody used it for so long, and so
	// long after the log-in.
	pageIdle  = 12 * time.Hour
	PageTotal = 7 * 24 * time.Hour
	// PageCookie is how long a browser keeps it: for a while it still tells whose a form is that was
	// sent after its end.
	PageCookie = PageTotal + AfterEnd
	// ProofLife is how long after a log-in, or a proof, a page is let do what is sensitive.
	ProofLife = 15 * time.Minute
	// MinSession is the shortest time after which sessions may end.
	MinSession = 5 * time.Minute
	// MaxDevices is how many devices of a company are known, and how many may be blocked.
	MaxDevices = 2000
	// deviceNewsAnHour is how often it is noted that a token brings a new one, or that one says
	// something else.
	deviceNewsAnHour = 60
	// maxCachedCallers bounds the memory of Authenticate.
	maxCachedCallers = 10_000

	// MaxTaxRate is in percent.
	MaxTaxRate = 100
	// MaxRatesAbroad is how many rates a tax band has for buyers from abroad.
	MaxRatesAbroad = 50
	// MaxTaxBands is how many a company may have.
	MaxTaxBands = 100
	// MaxTaxBandPage is how many one page of their list holds at most.
	MaxTaxBandPage = 100
	// MaxPeopleShown is how many users of each state one page shows, and newestTokens of how many
	// tokens each it says when one was used.
	MaxPeopleShown = 1_000
	newestTokens   = 50
	// MaxUserPage is how many users one page of their list holds at most.
	MaxUserPage = 100
	// ResetLife is how long the link of a mail sets a new password, SignInLife how long an
	// address signs somebody in.
	ResetLife  = 30 * time.Minute
	SignInLife = time.Minute
	// InvitationLife is how long the link of an invitation sets a first password.
	InvitationLife = 7 * 24 * time.Hour
	// MaxResets is how often in a row a new password may be asked for, for one e-mail,
	// before each further time has to wait twice as long.
	MaxResets = 5
	// resetsEvery is the pause between two looks for passwords that were asked for when
	// nothing wakes the job, and resetBatch how many one look takes.
	resetsEvery = time.Minute
	resetBatch  = 100

	// MaxCodeKeys is how many keys of codes a company may have whose codes are believed.
	MaxCodeKeys = 20

	// MaxOwnTokens is how many tokens for programs a user may have made, and MaxTokensShown
	// how many of all the newest are listed.
	MaxOwnTokens   = 50
	MaxTokensShown = 500
	// maxTokensSeen is how many tokens of a user are looked at for them: log-ins and phones
	// at the door have some too.
	maxTokensSeen = 20_000

	// MaxRoles is how many roles of its own a company may have.
	MaxRoles = 100
)
