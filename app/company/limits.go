package company

import "time"

// Limits of this area.
const (
	MaxName     = 255 // characters of any name
	maxAlias    = 60  // bytes of the alias made from a name
	MaxEmail    = 254 // bytes of an e-mail address
	MinPassword = 8   // characters
	MaxPassword = 128 // characters

	MinBasketTimeout     = 1  // minutes
	MaxBasketTimeout     = 60 // minutes
	DefaultBasketTimeout = 10 // minutes
	DefaultBasketSize    = 50 // lines of a shop basket
	MaxBasketSize        = 300

	// LoginFailures is how many log-ins an e-mail may fail within LoginWindow.
	LoginFailures = 5
	LoginWindow   = time.Minute

	// lastUsedEvery bounds how often a token's last use is written down.
	lastUsedEvery = time.Hour
	// maxCachedCallers bounds the memory of Authenticate.
	maxCachedCallers = 10_000

	// MaxTaxRate is in percent.
	MaxTaxRate = 100
	// MaxTaxBands is how many a company may have.
	MaxTaxBands = 100
	// MaxRoles is how many roles of its own a company may have.
	MaxRoles = 100
)
