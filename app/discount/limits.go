package discount

const (
	// MaxPage is how many codes one page of the list holds at most.
	MaxPage = 100
	// MaxCode is the length of a code, in characters.
	MaxCode = 50
	// MaxCodes is how many codes a company may have, deleted ones included.
	MaxCodes = 100_000
	// MaxSaleItems is how many sale items a code may name.
	MaxSaleItems = 500
	// MaxCaps is how many currencies may have a largest discount.
	MaxCaps = 200
	// MaxUses bounds the numbers of uses and of units.
	MaxUses = 1_000_000_000
	// maxQuantity bounds what is bought and got of a bxgy code, in units.
	maxQuantity = 300
)
