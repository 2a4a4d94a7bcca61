package order

import (
	"maps"
	"slices"
)

// RefundOffline is the type of a transaction that returned money by hand.
const RefundOffline = "refund-offline"

// RefundOnline is that of one over a gateway.
const RefundOnline = "refund-online"

// RefundWallet is that of one to a wallet. CashoutOnline and CashoutOffline cashed out what
// was left of a top-up.
const (
	RefundWallet   = "refund-ewallet-online"
	CashoutOnline  = "cashout-online"
	CashoutOffline = "cashout-offline"
)

// Carried is that of one that moves what was paid for an order to the one that takes its
// place.
const Carried = "modification"

// Rebooked is that of one that does so because dates were moved.
const Rebooked = "rebooking"

// CarriesOver tells that the transaction moves what was paid for one order to another.
func (t *Transaction) CarriesOver() bool { return t.Type == Carried || t.Type == Rebooked }

// transactionTypes names the transaction types as people read them.
var transactionTypes = map[string]string{
	string(Cash):                  "Cash",
	string(Bank):                  "Bank transfer",
	string(Cheque):                "Cheque",
	string(MoneyOrder):            "Money order",
	string(GiftCard):              "Gift card",
	string(CardPresentOffline):    "Card present (offline)",
	string(CardNotPresentOffline): "Card not present (offline)",
	string(CardPresentOnline):     "Card present (online)",
	string(CardNotPresentOnline):  "Card not present (online)",
	string(ComplimentaryMethod):   "Complimentary",
	string(EWalletOnline):         "Account balance",
	string(Free):                  "Free",
	RefundOnline:                  "Refund (online)",
	RefundOffline:                 "Refund (offline)",
	RefundWallet:                  "Refund to balance",
	CashoutOnline:                 "Cash-out (online)",
	CashoutOffline:                "Cash-out (offline)",
	"offline":                     "Offline",
	Rebooked:                      "Rebooking",
	Carried:                       "Modification",
	string(PaymentLinkMethod):     "Payment link",
	string(OnSiteMethod):          "Reserve to pay on site",
	string(InvoiceMethod):         "Invoice",
	string(Elsewhere):             "Paid elsewhere",
}

// TransactionTypes are all types of transactions.
func TransactionTypes() []string { return slices.Sorted(maps.Keys(transactionTypes)) }

// TransactionTypeName is a transaction type as people read it; a type that has no
// name is its own.
func TransactionTypeName(slug string) string {
	if name, ok := transactionTypes[slug]; ok {
		return name
	}
	return slug
}

// simulatedNote says of a payment method that no money moved.
const simulatedNote = ", simulated"

// MethodNames are the payment methods of the order as people read them.
func (o *Order) MethodNames() []string {
	names := make([]string, len(o.Methods))
	for i, m := range o.Methods {
		names[i] = TransactionTypeName(m)
		if o.Demo && Method(m).Online() {
			names[i] += simulatedNote
		}
	}
	return names
}

// numberedTypes give each transaction type its number, which is its place plus one.
// The number is stored: types are only added at the end.
var numberedTypes = []string{
	string(Cash), string(Bank), string(Cheque), string(MoneyOrder), string(GiftCard),
	string(CardPresentOffline), string(CardNotPresentOffline), string(CardPresentOnline),
	string(CardNotPresentOnline), string(ComplimentaryMethod), string(EWalletOnline),
	RefundOnline, RefundOffline, "offline", Rebooked, string(PaymentLinkMethod),
	string(OnSiteMethod), string(InvoiceMethod), string(Free), RefundWallet, CashoutOnline, CashoutOffline,
	Carried, string(Elsewhere),
}

// transactionTypeNumber is the number of a type, 0 for one without.
func transactionTypeNumber(slug string) int64 {
	return int64(slices.Index(numberedTypes, slug) + 1)
}

// severalMethods is the number of an order that was paid in several ways.
const severalMethods = -1

// MethodNumber stands for the ways in which an order was paid: the number of the
// transaction type, 0 for none.
func MethodNumber(methods []string) int64 {
	switch len(methods) {
	case 0:
		return 0
	case 1:
		return transactionTypeNumber(methods[0])
	}
	return severalMethods
}

// MethodOfNumber is the slug behind a MethodNumber: "split" for several, empty for none.
func MethodOfNumber(n int64) string {
	switch {
	case n == severalMethods:
		return string(SplitMethod)
	case n < 1 || n > int64(len(numberedTypes)):
		return ""
	}
	return numberedTypes[n-1]
}
