package invoice

import (
	"cmp"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/locale"
	"marquee/app/order"
)

// sellerOf is the company as it stands on a document that is written now.
func sellerOf(c *company.Company) Seller {
	i := &c.Invoicing
	return Seller{
		Name: c.Billing.Name, Address: c.Billing.Address, TaxNumber: c.Billing.TaxNumber(), CountryID: i.CountryID,
		Email: c.Shop.Email, ID: c.Alias, Holder: cmp.Or(i.Bank.Holder, c.Billing.Name), IBAN: i.Bank.IBAN, BIC: i.Bank.BIC,
		Exemption: i.Exemption,
	}
}

// buyerOf is whom an invoice of the order is for: whoever was named for it, else its
// purchaser.
func buyerOf(r app.Reader, c *company.Company, o *order.Order, who *customer.Customer) (Buyer, error) {
	wanted, found, err := recipients.Find(r, o.ID)
	if err != nil {
		return Buyer{}, err
	}
	b := wanted.Buyer
	if !found {
		b = buyerOn(who)
	}
	details := o.Details
	if details == nil {
		details = &order.Details{}
	}
	b.Name = cmp.Or(b.Name, o.ReserverName, details.Name, who.Name)
	b.Email = cmp.Or(b.Email, details.Email, who.Email)
	b.CountryID = cmp.Or(b.CountryID, c.Invoicing.CountryID)
	return b, nil
}

// buyerOn is what is on file about a customer.
func buyerOn(who *customer.Customer) Buyer {
	a := &who.Address
	return Buyer{
		Name: who.Name, Line1: a.Line1, Line2: a.Line2, Postcode: a.Postcode, City: a.City, CountryID: a.CountryID,
		VATNumber: who.VATNumber,
	}
}

// purchaserOf is the customer who bought the order, an empty one where nobody is known.
func purchaserOf(r app.Reader, o *order.Order) (customer.Customer, error) {
	if o.CustomerID == 0 {
		return customer.Customer{}, nil
	}
	all, err := customer.Many(r, []int64{o.CustomerID})
	if err != nil || len(all) == 0 || all[0].DeletedAt != nil {
		return customer.Customer{}, err
	}
	return all[0], nil
}

// languageFor is the language of a document: that of its reader, else the company's first.
func languageFor(c *company.Company, o *order.Order, who *customer.Customer) app.Language {
	l := app.Language{Fallback: fallback(c)}
	if o.Details != nil {
		l.Asked = o.Details.Language
	}
	l.Asked = cmp.Or(l.Asked, who.Locale, l.Fallback)
	return l
}

// fallback is the first language of a company.
func fallback(c *company.Company) string {
	if len(c.Locales) == 0 {
		return string(locale.English)
	}
	return c.Locales[0]
}
