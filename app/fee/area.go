package fee

import (
	"marquee/app"
	"marquee/app/money"
	"marquee/indexes"
)

// Area is what this area brings.
func Area() app.Area {
	return app.Area{
		Tables: []indexes.Declared{Fees.Declared},
		Invariants: []app.Invariant{
			{Name: "fees refer to what is there", Check: checkFees},
		},
	}
}

const (
	// MaxPage is how many fees one page of the list holds at most.
	MaxPage = 100
	// MaxFees is how many fees a company may have at a time; what each basket is charged
	// is decided about all of them. MaxEver counts deleted ones too.
	MaxFees = 100
	MaxEver = 10_000
	// MaxSteps is how many steps a fee has, MaxItems how many sale items it names.
	MaxSteps = 20
	MaxItems = 500
	// MaxTimes bounds how often an order is charged one fee.
	MaxTimes = 300

	maxName   = 255 // characters
	maxGroup  = 50  // characters
	maxAmount = money.MaxAmount
)
