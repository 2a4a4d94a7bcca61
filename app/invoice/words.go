package invoice

import (
	"fmt"
	"time"

	"marquee/app/locale"
)

// words are what stands on a document in one language.
type words struct {
	invoice, correction, cancellation, demo      string
	number, date, delivery, due, order, corrects string
	yourVAT, yourReference                       string
	item, quantity, rate, net, gross             string
	sum, taxAt, total, paid, open, back          string
	untaxed, reverse, payNow, payBy, settled     string
	account, holder, purpose, scan               string
	taxNumber, vatNumber, page                   string
}

var wordsOf = map[locale.Language]words{
	locale.English: {
		invoice: "Invoice", correction: "Credit note", cancellation: "Cancellation of an invoice", demo: "Demo: not an invoice",
		number: "Number", date: "Date", delivery: "Date of supply", due: "Due", order: "Order", corrects: "To invoice",
		yourVAT: "Your VAT number", yourReference: "Your reference",
		item: "Item", quantity: "Quantity", rate: "VAT", net: "Net", gross: "Amount",
		sum: "Net total", taxAt: "VAT %s on %s", total: "Total", paid: "Paid", open: "To be paid", back: "In your favour",
		untaxed: "No tax is charged.", reverse: "Reverse charge: the recipient accounts for the tax.", payNow: "Please pay at once.", payBy: "Please pay by %s.", settled: "Nothing is to be paid.",
		account: "Bank account", holder: "Account holder", purpose: "Payment reference", scan: "Pay with your banking app",
		taxNumber: "Tax number", vatNumber: "VAT number", page: "Page %d",
	},
	locale.German: {
		invoice: "Rechnung", correction: "Rechnungskorrektur", cancellation: "Stornorechnung", demo: "Demo: keine Rechnung",
		number: "Nummer", date: "Datum", delivery: "Leistungsdatum", due: "Fällig am", order: "Bestellung", corrects: "Zu Rechnung",
		yourVAT: "Ihre USt-IdNr.", yourReference: "Ihr Zeichen",
		item: "Leistung", quantity: "Menge", rate: "USt.", net: "Netto", gross: "Betrag",
		sum: "Summe netto", taxAt: "USt. %s auf %s", total: "Gesamtbetrag", paid: "Bezahlt", open: "Zu zahlen", back: "Zu Ihren Gunsten",
		untaxed: "Es wird keine Steuer berechnet.", reverse: "Steuerschuldnerschaft des Leistungsempfängers.", payNow: "Bitte zahlen Sie sofort.", payBy: "Bitte zahlen Sie bis %s.", settled: "Es ist nichts zu zahlen.",
		account: "Bankverbindung", holder: "Kontoinhaber", purpose: "Verwendungszweck", scan: "Mit der Banking-App bezahlen",
		taxNumber: "Steuernummer", vatNumber: "USt-IdNr.", page: "Seite %d",
	},
	locale.French: {
		invoice: "Facture", correction: "Avoir", cancellation: "Annulation de facture", demo: "Démo : pas une facture",
		number: "Numéro", date: "Date", delivery: "Date de la prestation", due: "Échéance", order: "Commande", corrects: "Sur la facture",
		yourVAT: "Votre numéro de TVA", yourReference: "Votre référence",
		item: "Prestation", quantity: "Quantité", rate: "TVA", net: "HT", gross: "Montant",
		sum: "Total HT", taxAt: "TVA %s sur %s", total: "Total TTC", paid: "Payé", open: "À payer", back: "En votre faveur",
		untaxed: "Aucune taxe n'est facturée.", reverse: "Autoliquidation : la TVA est due par le preneur.", payNow: "Merci de payer dès réception.", payBy: "Merci de payer au plus tard le %s.", settled: "Il n'y a rien à payer.",
		account: "Compte bancaire", holder: "Titulaire", purpose: "Motif du virement", scan: "Payer avec votre application bancaire",
		taxNumber: "Numéro fiscal", vatNumber: "Numéro de TVA", page: "Page %d",
	},
}

// words are those of the document's language.
func (d *Document) words() *words {
	w := wordsOf[locale.Of(d.Language)]
	return &w
}

// Title says what the document is, in a language.
func (v *View) Title(language string) string {
	w := wordsOf[locale.Of(language)]
	switch {
	case v.Demo:
		return w.demo
	case v.Corrects == 0:
		return w.invoice
	case v.All:
		return w.cancellation
	}
	return w.correction
}

// date is a day in the language of the document.
func (d *Document) date(day time.Time) string {
	return fmt.Sprint(locale.Of(d.Language).DayMonth(day), " ", day.Year())
}

// terms says when it is to be paid.
func (d *Document) terms() string {
	w := d.words()
	switch {
	case d.Due() == 0:
		return w.settled
	case d.Due() < 0:
		return w.back
	case d.DueOn == nil:
		return w.payNow
	}
	return fmt.Sprintf(w.payBy, d.date(*d.DueOn))
}

// exemption says why something on it has no tax.
func (d *Document) exemption() string {
	if d.Seller.Exemption != "" {
		return d.Seller.Exemption
	}
	return d.words().untaxed
}
