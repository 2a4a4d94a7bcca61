package rules

import (
	"time"

	"marquee/app/company"
)

const (
	// MaxRefundItems is how many items one refund names.
	MaxRefundItems = 500
	// MaxSplits bounds the parts of one payment.
	MaxSplits = 20
	// maxPhone and maxLanguage are what a buyer types, in characters.
	maxPhone, maxLanguage = 50, 35
	// MaxHolderName is how long the name on a ticket may be, in characters.
	MaxHolderName = 255
	// maxWait is how far ahead staff may let an order wait.
	maxWait = 400 * 24 * time.Hour
)

const (
	// MaxBasketSize is how many units any basket holds; a shop basket
	// holds what the company allows.
	MaxBasketSize = company.MaxBasketSize
	// maxEverInBasket is how many units one basket may ever have held. Those that were
	// taken out stay with it, and every change reads them.
	maxEverInBasket = 10 * MaxBasketSize
)
