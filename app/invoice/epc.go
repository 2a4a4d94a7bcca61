package invoice

import (
	"fmt"
	"strings"

	"marquee/app/company"
)

const (
	// euro is the one currency of credit transfers of SEPA.
	euro = 978
	// mostCents is the largest amount that a code may have.
	mostCents = 999_999_999_99
)

// TransferCode is what the code of the European Payments Council says (EPC069-12, version 2):
// banking apps fill in a transfer from it. It is empty where a transfer is not possible: without
// an account, in other currencies, of nothing.
func TransferCode(s *Seller, currencyID, amount int64, reference string) string {
	if s.IBAN == "" || s.Holder == "" || currencyID != euro || amount < 1 || amount > mostCents {
		return ""
	}
	return strings.Join([]string{
		"BCD", "002", "1", "SCT", s.BIC, cut(s.Holder, company.MaxHolder), s.IBAN, fmt.Sprintf("EUR%d.%02d", amount/100, amount%100), "", "", reference,
	}, "\n")
}

// cut is the beginning of a text.
func cut(text string, most int) string {
	letters := []rune(text)
	return string(letters[:min(len(letters), most)])
}
