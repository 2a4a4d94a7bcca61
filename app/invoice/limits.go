package invoice

import "marquee/app/customer"

// Limits of this area.
const (
	// MaxPage is how many documents a page lists.
	MaxPage = 200
	// MaxReference bounds the buyer's own number of an order.
	MaxReference = 50
	// MaxText bounds every other text of a buyer.
	MaxText = customer.MaxAddress
	// countDigits is how many digits a number has at least.
	countDigits = 5
)
