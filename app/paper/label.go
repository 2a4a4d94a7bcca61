package paper

// labels are the words of a ticket that no caller gives.
type labels struct {
	Date, Doors, Venue, Item, Seat, Holder, Price, Validity, Order, Ticket, Notes, Terms, Issuer, TaxNumber, Help string
	// Guide says how to get in.
	Guide []string
	// Fold is beside the line to fold at.
	Fold, GuideTitle string
	// Value, Voucher and For stand on gift vouchers, beside what VoucherGuide says.
	Value, Voucher, For, VoucherTitle string
	VoucherGuide                      []string
	// DemoText stands under Demo on what was sold in demo mode.
	Demo, DemoText string
	// Those of a cover sheet.
	Total, Enclosed, Reference, Cover string
}

var labelsByLanguage = map[string]labels{
	"en": {
		Date: "When", Doors: "Doors", Venue: "Where", Item: "Ticket", Seat: "Seat", Holder: "Name", Price: "Price",
		Validity: "Valid", Order: "Order", Ticket: "Number", Notes: "Note", Terms: "Terms", Issuer: "Organiser",
		TaxNumber: "Tax number", Help: "Help", Fold: "Fold here", GuideTitle: "At the entrance",
		Guide: []string{
			"Show the code, printed or on your phone. Turn the brightness up.",
			"The code lets its holder in once. Do not share or post it: whoever is first gets in.",
			"Keep the code flat, clean and dry.",
		},
		Value: "Worth", Voucher: "Gift voucher", For: "For", VoucherTitle: "How to redeem it",
		VoucherGuide: []string{
			"Show or tell the code at the box office: the value is credited to you.",
			"It is redeemed once and as a whole. Whoever has the code can redeem it.",
		},
		Total: "Total", Enclosed: "Enclosed", Reference: "Order", Cover: "Your order",
		Demo: "Demo", DemoText: "To try things out, not valid",
	},
	"de": {
		Date: "Wann", Doors: "Einlass", Venue: "Wo", Item: "Ticket", Seat: "Platz", Holder: "Name", Price: "Preis",
		Validity: "Gültig", Order: "Bestellung", Ticket: "Nummer", Notes: "Hinweis", Terms: "Bedingungen", Issuer: "Veranstalter",
		TaxNumber: "Steuernummer", Help: "Hilfe", Fold: "Hier falten", GuideTitle: "Am Einlass",
		Guide: []string{
			"Den Code ausgedruckt oder auf dem Handy zeigen, bei voller Helligkeit.",
			"Der Code gilt einmal. Nicht weitergeben oder veröffentlichen: Wer zuerst kommt, ist drin.",
			"Den Code glatt, sauber und trocken halten.",
		},
		Value: "Wert", Voucher: "Gutschein", For: "Für", VoucherTitle: "So lösen Sie ihn ein",
		VoucherGuide: []string{
			"Den Code an der Kasse zeigen oder nennen: Der Wert wird Ihnen gutgeschrieben.",
			"Er wird einmal und im Ganzen eingelöst. Wer den Code hat, kann ihn einlösen.",
		},
		Total: "Summe", Enclosed: "Beigelegt", Reference: "Bestellung", Cover: "Ihre Bestellung",
		Demo: "Demo", DemoText: "Zum Ausprobieren, nicht gültig",
	},
	"fr": {
		Date: "Quand", Doors: "Ouverture", Venue: "Où", Item: "Billet", Seat: "Place", Holder: "Nom", Price: "Prix",
		Validity: "Valable", Order: "Commande", Ticket: "Numéro", Notes: "Remarque", Terms: "Conditions", Issuer: "Organisateur",
		TaxNumber: "Numéro fiscal", Help: "Aide", Fold: "Plier ici", GuideTitle: "À l'entrée",
		Guide: []string{
			"Présentez le code, imprimé ou sur votre téléphone, luminosité au maximum.",
			"Le code vaut pour une entrée. Ne le partagez pas\u00a0: le premier arrivé entre.",
			"Gardez le code plat, propre et sec.",
		},
		Value: "Valeur", Voucher: "Bon cadeau", For: "Pour", VoucherTitle: "Comment l'utiliser",
		VoucherGuide: []string{
			"Montrez ou donnez le code à la caisse\u00a0: la valeur vous est créditée.",
			"Il s'utilise une fois et en entier. Quiconque a le code peut l'utiliser.",
		},
		Total: "Total", Enclosed: "Ci-joint", Reference: "Commande", Cover: "Votre commande",
		Demo: "Démo", DemoText: "Pour essayer, pas valable",
	},
}

func labelsOf(language string) labels {
	if l, ok := labelsByLanguage[language]; ok {
		return l
	}
	return labelsByLanguage["en"]
}
