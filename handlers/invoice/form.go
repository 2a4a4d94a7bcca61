package invoice

import (
	"time"

	"marquee/app/company"
	"marquee/app/invoice"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// dayForm is how days are written.
const dayForm = "2006-01-02"

type invoiceDocumentJSON struct {
	ID             int64             `json:"id"`
	Number         string            `json:"number" doc:"Without gaps in its series and year."`
	Type           string            `json:"type" doc:"invoice, or correction: what takes back an invoice, or some of it, or adds to it."`
	Corrects       *string           `json:"corrects" doc:"The number of the invoice that it is a correction of."`
	OrderID        int64             `json:"orderId"`
	OrderReference string            `json:"orderReference"`
	IsDemo         bool              `json:"isDemo" doc:"Of what was sold in demo mode, which is no invoice."`
	Date           string            `json:"date" doc:"The day on which it was written."`
	DueDate        *string           `json:"dueDate" doc:"Until when it is to be paid; null: at once, or it is paid."`
	DeliveryFrom   string            `json:"deliveryFrom" doc:"The first day of what it is for."`
	DeliveryUntil  string            `json:"deliveryUntil" doc:"The last one."`
	Language       string            `json:"language"`
	Seller         invoiceSellerJSON `json:"seller"`
	Buyer          invoiceBuyerJSON  `json:"buyer"`
	wire.CurrencyFields
	Lines     []invoiceLineJSON `json:"lines"`
	Taxes     []invoiceTaxJSON  `json:"taxes"`
	Net       int64             `json:"net" doc:"Minor units; below zero for what is taken back. So are all amounts."`
	Tax       int64             `json:"tax"`
	Total     int64             `json:"total"`
	Paid      int64             `json:"paid" doc:"What of it was paid when it was written."`
	AmountDue int64             `json:"amountDue"`
	CreatedAt time.Time         `json:"createdAt"`
}

type invoiceSellerJSON struct {
	Name        string          `json:"name"`
	Address     string          `json:"address"`
	Country     *string         `json:"country" doc:"Its code of two letters."`
	TaxNumber   string          `json:"taxNumber"`
	BankAccount invoiceBankJSON `json:"bankAccount"`
}

type invoiceBankJSON struct {
	Holder *string `json:"holder"`
	IBAN   *string `json:"iban"`
	BIC    *string `json:"bic"`
}

type invoiceBuyerJSON struct {
	Company   *string `json:"company"`
	Name      *string `json:"name"`
	Email     *string `json:"email"`
	Line1     *string `json:"addressLine1"`
	Line2     *string `json:"addressLine2"`
	Postcode  *string `json:"postcode"`
	City      *string `json:"city"`
	Country   *string `json:"country"`
	VATNumber *string `json:"vatNumber"`
	Reference *string `json:"reference" doc:"The buyer's own number of the order."`
}

type invoiceLineJSON struct {
	Name         string  `json:"name"`
	Event        *string `json:"event"`
	Quantity     int64   `json:"quantity"`
	OrderItemIDs []int64 `json:"orderItemIds"`
	TaxRate      float64 `json:"taxRate" doc:"Percent."`
	Net          int64   `json:"net"`
	Tax          int64   `json:"tax"`
	Total        int64   `json:"total"`
}

type invoiceTaxJSON struct {
	TaxRate       float64 `json:"taxRate"`
	ReverseCharge bool    `json:"reverseCharge" doc:"The buyer accounts for the tax."`
	Net           int64   `json:"net"`
	Tax           int64   `json:"tax"`
}

func form(v invoice.View) invoiceDocumentJSON {
	d := &v.Document
	cur, _ := company.CurrencyByID(d.CurrencyID)
	out := invoiceDocumentJSON{
		ID: d.ID, Number: d.Number(), Type: "invoice", Corrects: wire.OrNull(v.Corrected), OrderID: d.OrderID, OrderReference: d.Reference,
		IsDemo: d.Demo, Date: d.Day.Format(dayForm), DeliveryFrom: d.From.Format(dayForm), DeliveryUntil: d.Until.Format(dayForm),
		Language: d.Language, Seller: sellerForm(&d.Seller), Buyer: buyerForm(&d.Buyer), CurrencyFields: wire.CurrencyFieldsOf(cur),
		Lines: []invoiceLineJSON{}, Taxes: []invoiceTaxJSON{}, Net: d.Net(), Tax: d.Tax(), Total: d.Gross(), Paid: d.Paid, AmountDue: d.Due(), CreatedAt: d.CreatedAt,
	}
	if d.Corrects != 0 {
		out.Type = "correction"
	}
	if d.DueOn != nil {
		out.DueDate = new(d.DueOn.Format(dayForm))
	}
	for i := range d.Lines {
		out.Lines = append(out.Lines, lineForm(&d.Lines[i]))
	}
	for _, s := range d.ByRate() {
		out.Taxes = append(out.Taxes, invoiceTaxJSON{float64(s.Rate) / company.RateUnit, s.Reverse != 0, s.Net, s.Tax})
	}
	return out
}

func lineForm(l *invoice.Line) invoiceLineJSON {
	out := invoiceLineJSON{
		Name: l.Name, Event: wire.OrNull(l.Event), Quantity: int64(len(l.Units)), OrderItemIDs: []int64{}, TaxRate: float64(l.Rate) / company.RateUnit,
		Net: l.Net(), Tax: l.Tax(), Total: l.Gross(),
	}
	for _, u := range l.Units {
		out.OrderItemIDs = append(out.OrderItemIDs, u.ItemID)
	}
	return out
}

func sellerForm(s *invoice.Seller) invoiceSellerJSON {
	return invoiceSellerJSON{s.Name, s.Address, codeOf(s.CountryID), s.TaxNumber, invoiceBankJSON{wire.OrNull(s.Holder), wire.OrNull(s.IBAN), wire.OrNull(s.BIC)}}
}

func buyerForm(b *invoice.Buyer) invoiceBuyerJSON {
	return invoiceBuyerJSON{
		Company: wire.OrNull(b.Company), Name: wire.OrNull(b.Name), Email: wire.OrNull(b.Email), Line1: wire.OrNull(b.Line1), Line2: wire.OrNull(b.Line2),
		Postcode: wire.OrNull(b.Postcode), City: wire.OrNull(b.City), Country: codeOf(b.CountryID), VATNumber: wire.OrNull(b.VATNumber),
		Reference: wire.OrNull(b.Reference),
	}
}

// codeOf is the code of a country, null where there is none.
func codeOf(id int64) *string {
	c, _ := company.CountryByID(id)
	return wire.OrNull(c.ISO)
}

// invoiceRecipientIn is whom an invoice is for.
type invoiceRecipientIn struct {
	OrderID   rest.Text `json:"orderId" required:"true" maxlen:"20" doc:"The id or the reference of an order."`
	Company   string    `json:"company" maxlen:"255" doc:"Required without a name."`
	Name      string    `json:"name" maxlen:"255" doc:"The person; without one the name on the order."`
	Email     string    `json:"email" maxlen:"254"`
	Line1     string    `json:"addressLine1" required:"true" maxlen:"255"`
	Line2     string    `json:"addressLine2" maxlen:"255"`
	Postcode  rest.Text `json:"postcode" required:"true" maxlen:"255"`
	City      string    `json:"city" required:"true" maxlen:"255"`
	Country   rest.Text `json:"countryId" required:"true" maxlen:"10" doc:"ISO 3166-1: the number, or the code of two or three letters."`
	VATNumber rest.Text `json:"vatNumber" maxlen:"32"`
	Reference rest.Text `json:"reference" maxlen:"50" doc:"The buyer's own number of the order."`
}

func (in *invoiceRecipientIn) buyer() (invoice.Buyer, error) {
	country, err := wire.CountryOf(string(in.Country), "countryId")
	return invoice.Buyer{
		Company: in.Company, Name: in.Name, Email: in.Email, Line1: in.Line1, Line2: in.Line2, Postcode: string(in.Postcode), City: in.City,
		CountryID: country, VATNumber: string(in.VATNumber), Reference: string(in.Reference),
	}, err
}
