package company

import (
	"cmp"

	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// invoicesJSON says whether and how the company writes invoices.
type invoicesJSON struct {
	Issue        string          `json:"issue"`
	BuyerDetails string          `json:"buyerDetails"`
	Series       *string         `json:"series"`
	CountryID    *int64          `json:"countryId"`
	Exemption    *string         `json:"exemption"`
	BankAccount  bankAccountJSON `json:"bankAccount"`
}

type bankAccountJSON struct {
	Holder *string `json:"holder"`
	IBAN   *string `json:"iban"`
	BIC    *string `json:"bic"`
}

type invoicesIn struct {
	Issue        *string          `json:"issue" enum:"off,asked,always" doc:"Which orders get an invoice by themselves: none, those that are paid by invoice and those whose buyers said whom it is for, or all that cost something. Needs the billing details and countryId."`
	BuyerDetails *string          `json:"buyerDetails" enum:"off,optional,required" doc:"Whether the shop asks for the company, the address and the VAT number of the buyer."`
	Series       rest.Opt[string] `json:"series" maxlen:"10" doc:"Letters and dashes that numbers begin with; INV where none is set. A new series begins with 1."`
	CountryID    rest.Opt[string] `json:"countryId" maxlen:"10" doc:"The seat of the company. ISO 3166-1: the number, or the code of two or three letters."`
	Exemption    rest.Opt[string] `json:"exemption" maxlen:"200" doc:"Why something has no tax, in the words of the law. It stands on invoices with such lines."`
	BankAccount  bankAccountIn    `json:"bankAccount"`
}

type bankAccountIn struct {
	Holder rest.Opt[string] `json:"holder" maxlen:"70" doc:"Null: the name of the billing details."`
	IBAN   rest.Opt[string] `json:"iban" maxlen:"42" doc:"Its check digits are checked."`
	BIC    rest.Opt[string] `json:"bic" maxlen:"14"`
}

func (in *invoicesIn) change() (company.InvoicingChange, error) {
	ch := company.InvoicingChange{
		Series: wire.Maybe(in.Series), Exemption: wire.Maybe(in.Exemption),
		Bank: company.BankChange{Holder: wire.Maybe(in.BankAccount.Holder), IBAN: wire.Maybe(in.BankAccount.IBAN), BIC: wire.Maybe(in.BankAccount.BIC)},
	}
	if in.Issue != nil {
		ch.Issue = new(company.IssueInvoices(unlessOff(*in.Issue)))
	}
	if in.BuyerDetails != nil {
		ch.Ask = new(company.AskBuyer(unlessOff(*in.BuyerDetails)))
	}
	ch.CountryID.Given = in.CountryID.Set
	if text, ok := in.CountryID.Get(); ok {
		id, err := wire.CountryOf(text, "invoices.countryId")
		if err != nil {
			return ch, err
		}
		ch.CountryID = app.Is(id)
	}
	return ch, nil
}

// unlessOff is a word of an enumeration that is stored as nothing where it is off.
func unlessOff(word string) string {
	if word == "off" {
		return ""
	}
	return word
}

func invoicingForm(i *company.Invoicing) invoicesJSON {
	return invoicesJSON{
		Issue: cmp.Or(string(i.Issue), "off"), BuyerDetails: cmp.Or(string(i.Ask), "off"), Series: wire.OrNull(i.Series),
		CountryID: wire.OrNull(i.CountryID), Exemption: wire.OrNull(i.Exemption),
		BankAccount: bankAccountJSON{wire.OrNull(i.Bank.Holder), wire.OrNull(i.Bank.IBAN), wire.OrNull(i.Bank.BIC)},
	}
}
