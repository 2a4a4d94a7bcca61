package screen

import (
	"slices"
	"strings"

	"marquee/app/ledger"
	"marquee/app/order"
)

// MethodWords are the keys of what payment methods are called.
var MethodWords = map[string]string{
	string(order.Cash): "cash", string(order.Bank): "bank", string(order.Cheque): "cheque", string(order.MoneyOrder): "cheque", string(order.GiftCard): "voucher",
	string(order.CardPresentOffline): "card_here", string(order.CardNotPresentOffline): "card_elsewhere", string(order.CardPresentOnline): "reader", string(order.CardNotPresentOnline): "card",
	string(order.ComplimentaryMethod): "complimentary", string(order.EWalletOnline): "wallet", string(order.Elsewhere): "elsewhere", string(order.Free): "free",
}

// Method is what a payment method is called, and how money went back or was carried over. What has no
// words is called as the API calls it.
func (v *Visit) Method(slug string) string {
	word := slug
	if known := MethodWords[slug]; known != "" {
		word = known
	}
	if key := "office.method_" + word; v.View.T(key) != key {
		return v.View.T(key)
	}
	return slug
}

// Account is an account of the ledger in words: its kind, and which one of it.
func (v *Visit) Account(name string) string {
	kind, one, _ := strings.Cut(name, ":")
	kind, demo := strings.CutPrefix(kind, "demo ")
	text := kind
	if slices.Contains(ledger.KindNames(), kind) {
		text = v.View.T("office.ledger_account_" + strings.ReplaceAll(kind, "-", "_"))
	}
	if one != "" {
		text += " " + one
	}
	if demo {
		text += ", " + v.View.T("office.ledger_demo")
	}
	return text
}
