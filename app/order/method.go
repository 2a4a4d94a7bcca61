package order

// Method is how an order is paid; the text is the slug of the API.
type Method string

// Online tells whether a gateway takes the money.
func (m Method) Online() bool { return m == CardPresentOnline || m == CardNotPresentOnline }

// The payment methods of the contract.
const (
	Cash                  Method = "cash"
	Bank                  Method = "bank"
	Cheque                Method = "cheque"
	MoneyOrder            Method = "money-order"
	GiftCard              Method = "gift-card"
	CardPresentOffline    Method = "card-present-offline"
	CardNotPresentOffline Method = "card-not-present-offline"
	CardPresentOnline     Method = "card-present-online"
	CardNotPresentOnline  Method = "card-not-present-online"
	ComplimentaryMethod   Method = "complimentary"
	EWalletOnline         Method = "ewallet-online"
	SplitMethod           Method = "split"

	// What waited for its payment can be completed as it was agreed, without another
	// method.
	InvoiceMethod     Method = "invoice"
	OnSiteMethod      Method = "reserve-to-pay-onsite"
	PaymentLinkMethod Method = "payment-link"

	// Elsewhere is noted on an order that was paid for in another system; no call asks for
	// it.
	Elsewhere Method = "elsewhere"
	// Free is noted on an order of which nothing was due; no call asks for it.
	Free Method = "free"
)
