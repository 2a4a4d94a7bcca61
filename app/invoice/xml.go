package invoice

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"regexp"
	"strings"
	"time"

	"marquee/app/company"
)

// The names of the cross-industry invoice of UN/CEFACT, in which EN 16931 writes invoices, and
// the profile that has all of its terms and no more. The order of the elements is that of its
// schema.
const (
	crossIndustry = "urn:un:unece:uncefact:data:standard:"
	profile       = "urn:cen.eu:en16931:2017"
)

// XML is the document as programs read it: EN 16931 in the syntax CII, which is also what
// Factur-X and ZUGFeRD put into a PDF.
func (v *View) XML() []byte {
	cur, _ := company.CurrencyByID(v.CurrencyID)
	x := &elements{cur: cur, sign: 1}
	if v.Credits() {
		x.sign = -1 // what is taken back is above zero in a credit note
	}
	x.WriteString(xml.Header)
	x.open(`rsm:CrossIndustryInvoice xmlns:rsm="`+crossIndustry+`CrossIndustryInvoice:100" xmlns:ram="`+crossIndustry+
		`ReusableAggregateBusinessInformationEntity:100" xmlns:udt="`+crossIndustry+`UnqualifiedDataType:100" xmlns:qdt="`+crossIndustry+`QualifiedDataType:100"`,
		func() {
			x.open("rsm:ExchangedDocumentContext", func() {
				x.open("ram:GuidelineSpecifiedDocumentContextParameter", func() { x.text("ram:ID", profile) })
			})
			x.open("rsm:ExchangedDocument", func() {
				x.text("ram:ID", v.Number())
				x.text("ram:TypeCode", v.typeCode())
				x.day("ram:IssueDateTime", v.Day)
				if v.Demo {
					x.open("ram:IncludedNote", func() { x.text("ram:Content", v.words().demo) })
				}
			})
			x.open("rsm:SupplyChainTradeTransaction", func() {
				for i := range v.Lines {
					v.xmlLine(x, i)
				}
				v.xmlParties(x)
				v.xmlDelivery(x)
				v.xmlSettlement(x)
			})
		})
	return x.Bytes()
}

// typeCode is what the document is, by the list UNTDID 1001.
func (d *Document) typeCode() string {
	switch {
	case d.Credits():
		return "381"
	case d.Corrects != 0:
		return "384"
	}
	return "380"
}

// elements writes XML.
type elements struct {
	bytes.Buffer
	cur  company.Currency
	sign int64
}

// open writes an element, which may have attributes, with what is in it.
func (x *elements) open(tag string, inside func()) {
	x.WriteString("<" + tag + ">")
	inside()
	name, _, _ := strings.Cut(tag, " ")
	x.WriteString("</" + name + ">\n")
}

// text writes an element with a text, nothing where that is empty.
func (x *elements) text(tag, text string) {
	if text == "" {
		return
	}
	x.WriteString("<" + tag + ">")
	_ = xml.EscapeText(x, []byte(text)) // into a buffer
	name, _, _ := strings.Cut(tag, " ")
	x.WriteString("</" + name + ">\n")
}

// day writes a day in the form 102: YYYYMMDD.
func (x *elements) day(tag string, day time.Time) {
	x.open(tag, func() { x.text(`udt:DateTimeString format="102"`, day.Format("20060102")) })
}

// amount writes an amount of the document.
func (x *elements) amount(tag string, minor int64) { x.text(tag, x.decimal(x.sign*minor)) }

// decimal is an amount as XML writes numbers.
func (x *elements) decimal(minor int64) string {
	sign, unit := "", int64(1)
	if minor < 0 {
		sign, minor = "-", -minor
	}
	for range x.cur.Subunit {
		unit *= 10
	}
	if unit == 1 {
		return fmt.Sprint(sign, minor)
	}
	return fmt.Sprintf("%s%d.%0*d", sign, minor/unit, int(x.cur.Subunit), minor%unit)
}

// percent is a rate of tax.
func percent(rate int64) string {
	text := fmt.Sprintf("%d.%04d", rate/company.RateUnit, rate%company.RateUnit)
	return strings.TrimSuffix(text, "00")
}

// category is what kind of tax a line has, by the list UNTDID 5305: the standard one at
// whatever rate, none, or one that the buyer accounts for.
func category(rate, reverse int64) string {
	switch {
	case reverse != 0:
		return "AE"
	case rate == 0:
		return "E"
	}
	return "S"
}

func (v *View) xmlLine(x *elements, i int) {
	l := &v.Lines[i]
	net, quantity := x.sign*l.Net(), int64(len(l.Units))
	price, basis := net, quantity
	if net < 0 {
		price, quantity = -net, -quantity // a price is never below zero
	}
	if price%basis == 0 {
		price, basis = price/basis, 1
	}
	x.open("ram:IncludedSupplyChainTradeLineItem", func() {
		x.open("ram:AssociatedDocumentLineDocument", func() { x.text("ram:LineID", fmt.Sprint(i+1)) })
		x.open("ram:SpecifiedTradeProduct", func() {
			x.text("ram:Name", l.Name)
			x.text("ram:Description", l.Event)
		})
		x.open("ram:SpecifiedLineTradeAgreement", func() {
			x.open("ram:NetPriceProductTradePrice", func() {
				x.text("ram:ChargeAmount", x.decimal(price))
				x.text(`ram:BasisQuantity unitCode="C62"`, fmt.Sprint(basis))
			})
		})
		x.open("ram:SpecifiedLineTradeDelivery", func() { x.text(`ram:BilledQuantity unitCode="C62"`, fmt.Sprint(quantity)) })
		x.open("ram:SpecifiedLineTradeSettlement", func() {
			x.open("ram:ApplicableTradeTax", func() {
				x.text("ram:TypeCode", "VAT")
				x.text("ram:CategoryCode", category(l.Rate, l.Reverse))
				x.text("ram:RateApplicablePercent", percent(l.Rate))
			})
			if !l.From.IsZero() && !v.From.Equal(v.Until) {
				x.period(l.From, l.Until)
			}
			x.open("ram:SpecifiedTradeSettlementLineMonetarySummation", func() { x.text("ram:LineTotalAmount", x.decimal(net)) })
		})
	})
}

// period writes from when until when something is delivered.
func (x *elements) period(from, until time.Time) {
	x.open("ram:BillingSpecifiedPeriod", func() {
		x.day("ram:StartDateTime", from)
		x.day("ram:EndDateTime", until)
	})
}

func (v *View) xmlParties(x *elements) {
	s, b := &v.Seller, &v.Buyer
	x.open("ram:ApplicableHeaderTradeAgreement", func() {
		x.text("ram:BuyerReference", b.Reference)
		x.open("ram:SellerTradeParty", func() {
			x.text("ram:ID", s.ID)
			x.text("ram:Name", s.Name)
			x.address(s.address())
			x.mail(s.Email)
			x.taxNumber(s.TaxNumber)
		})
		x.open("ram:BuyerTradeParty", func() {
			x.text("ram:Name", b.head())
			if b.Company != "" && b.Name != "" {
				x.open("ram:DefinedTradeContact", func() { x.text("ram:PersonName", b.Name) })
			}
			x.address(postal{b.Line1, b.Line2, "", b.Postcode, b.City, b.CountryID})
			x.mail(b.Email)
			if isVATNumber(b.VATNumber) {
				x.taxNumber(b.VATNumber)
			}
		})
		x.open("ram:SellerOrderReferencedDocument", func() { x.text("ram:IssuerAssignedID", v.Reference) })
		if b.Reference != "" {
			x.open("ram:BuyerOrderReferencedDocument", func() { x.text("ram:IssuerAssignedID", b.Reference) })
		}
	})
}

// head is the name that comes first: that of the company, else that of the person.
func (b *Buyer) head() string {
	for _, name := range []string{b.Company, b.Name, b.Email} {
		if name != "" {
			return name
		}
	}
	return "–"
}

// postal is an address in parts.
type postal struct {
	line1, line2, line3, postcode, city string
	country                             int64
}

// townLine is a line of an address with a postcode and a town: 20457 Hamburg, CH-8001 Zürich.
var townLine = regexp.MustCompile(`^(?:[A-Z]{1,3}-)?([0-9]{4,6}) +(.+)$`)

// address takes the lines of the company's address apart.
func (s *Seller) address() postal {
	p, lines := postal{country: s.CountryID}, []string{}
	for line := range strings.Lines(s.Address) {
		line = strings.TrimSpace(line)
		if parts := townLine.FindStringSubmatch(line); parts != nil && p.city == "" {
			p.postcode, p.city = parts[1], parts[2]
		} else if line != "" {
			lines = append(lines, line)
		}
	}
	for i, to := range []*string{&p.line1, &p.line2, &p.line3} {
		if i < len(lines) {
			*to = lines[i]
		}
	}
	if len(lines) > 3 {
		p.line3 = strings.Join(lines[2:], ", ")
	}
	return p
}

func (x *elements) address(p postal) {
	country, _ := company.CountryByID(p.country)
	x.open("ram:PostalTradeAddress", func() {
		x.text("ram:PostcodeCode", p.postcode)
		x.text("ram:LineOne", p.line1)
		x.text("ram:LineTwo", p.line2)
		x.text("ram:LineThree", p.line3)
		x.text("ram:CityName", p.city)
		x.text("ram:CountryID", country.ISO)
	})
}

func (x *elements) mail(address string) {
	if address != "" {
		x.open("ram:URIUniversalCommunication", func() { x.text(`ram:URIID schemeID="EM"`, address) })
	}
}

var formOfVAT = regexp.MustCompile(`^[A-Z]{2}[A-Z0-9]{2,13}$`)

// isVATNumber tells a VAT number, which begins with a country, from other tax numbers.
func isVATNumber(text string) bool { return formOfVAT.MatchString(plainNumber(text)) }

// plainNumber is a number without what people put between its parts.
func plainNumber(text string) string {
	return strings.ToUpper(strings.NewReplacer(" ", "", ".", "", "-", "").Replace(text))
}

// taxNumber writes a VAT number, or the number of another kind that a tax office gave.
func (x *elements) taxNumber(text string) {
	x.open("ram:SpecifiedTaxRegistration", func() {
		if isVATNumber(text) {
			x.text(`ram:ID schemeID="VA"`, plainNumber(text))
			return
		}
		x.text(`ram:ID schemeID="FC"`, text)
	})
}

func (v *View) xmlDelivery(x *elements) {
	x.open("ram:ApplicableHeaderTradeDelivery", func() {
		if v.From.Equal(v.Until) {
			x.open("ram:ActualDeliverySupplyChainEvent", func() { x.day("ram:OccurrenceDateTime", v.From) })
		}
	})
}

func (v *View) xmlSettlement(x *elements) {
	x.open("ram:ApplicableHeaderTradeSettlement", func() {
		if v.Due() > 0 {
			x.text("ram:PaymentReference", v.Reference)
		}
		x.text("ram:InvoiceCurrencyCode", x.cur.Code)
		if v.Due() > 0 && v.Seller.IBAN != "" {
			v.xmlAccount(x)
		}
		for _, s := range v.ByRate() {
			v.xmlTax(x, s)
		}
		if !v.From.Equal(v.Until) {
			x.period(v.From, v.Until)
		}
		x.open("ram:SpecifiedTradePaymentTerms", func() {
			x.text("ram:Description", v.terms())
			if v.DueOn != nil {
				x.day("ram:DueDateDateTime", *v.DueOn)
			}
		})
		v.xmlSums(x)
		if v.Corrected != "" {
			x.open("ram:InvoiceReferencedDocument", func() { x.text("ram:IssuerAssignedID", v.Corrected) })
		}
	})
}

// xmlAccount says where to transfer money to.
func (v *View) xmlAccount(x *elements) {
	s := &v.Seller
	x.open("ram:SpecifiedTradeSettlementPaymentMeans", func() {
		x.text("ram:TypeCode", "58") // a credit transfer of SEPA
		x.open("ram:PayeePartyCreditorFinancialAccount", func() {
			x.text("ram:IBANID", s.IBAN)
			x.text("ram:AccountName", s.Holder)
		})
		if s.BIC != "" {
			x.open("ram:PayeeSpecifiedCreditorFinancialInstitution", func() { x.text("ram:BICID", s.BIC) })
		}
	})
}

func (v *View) xmlTax(x *elements, s RateSum) {
	kind := category(s.Rate, s.Reverse)
	x.open("ram:ApplicableTradeTax", func() {
		x.amount("ram:CalculatedAmount", s.Tax)
		x.text("ram:TypeCode", "VAT")
		switch kind {
		case "AE":
			x.text("ram:ExemptionReason", v.words().reverse)
		case "E":
			x.text("ram:ExemptionReason", v.exemption())
		}
		x.amount("ram:BasisAmount", s.Net)
		x.text("ram:CategoryCode", kind)
		if kind == "AE" {
			x.text("ram:ExemptionReasonCode", "VATEX-EU-AE")
		}
		x.text("ram:RateApplicablePercent", percent(s.Rate))
	})
}

func (v *View) xmlSums(x *elements) {
	x.open("ram:SpecifiedTradeSettlementHeaderMonetarySummation", func() {
		x.amount("ram:LineTotalAmount", v.Net())
		x.amount("ram:TaxBasisTotalAmount", v.Net())
		x.amount(`ram:TaxTotalAmount currencyID="`+x.cur.Code+`"`, v.Tax())
		x.amount("ram:GrandTotalAmount", v.Gross())
		x.amount("ram:TotalPrepaidAmount", v.Paid)
		x.amount("ram:DuePayableAmount", v.Due())
	})
}
