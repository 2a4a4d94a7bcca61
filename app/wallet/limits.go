package wallet

import "marquee/app/money"

// Limits of this area.
const (
	// MaxPage is how many wallets, or movements, one page of a list holds at most.
	MaxPage = 100
	// maxBalance is the most a wallet can have, in minor units.
	maxBalance = money.MaxTotal
	// maxTopups is how many top-ups that are not spent one wallet may have when another is
	// bought: they are rewritten with each movement.
	maxTopups = 200
	// maxReason is the reason of an adjustment or a freeze, in characters.
	maxReason = 255
	// MaxTag is a tag as it is scanned or typed, in characters.
	MaxTag = 255
	// maxMerged is how many merges lie between a customer and the wallet that is found.
	maxMerged = 20
	// maxExpiryDays is how long at most top-ups can be cashed out, in days, where they
	// cannot for ever.
	maxExpiryDays = 3650
	// maxCutoffHours is how long before an event buyers give tickets back, in hours.
	maxCutoffHours = 8760
)
