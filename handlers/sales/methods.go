package sales

// methodIn is a payment method that completes an order.
type methodIn string

// Values lists the methods of one payment, and split.
func (methodIn) Values() []string {
	return []string{
		"card-not-present-offline", "card-not-present-online", "card-present-offline", "card-present-online",
		"cash", "complimentary", "bank", "ewallet-online", "cheque", "gift-card", "money-order", "split",
	}
}

// partIn is a payment method of a part of the payment.
type partIn string

// Values lists the methods that may pay a part.
func (partIn) Values() []string {
	return []string{
		"card-not-present-offline", "card-not-present-online", "card-present-offline", "card-present-online",
		"cash", "bank", "cheque", "gift-card", "money-order", "ewallet-online",
	}
}
