package paper

// labels are the words of a ticket that no caller gives.
type labels struct {
	Date, Doors, Venue, Item, Seat, Holder, Price, Validity, Order, Ticket, Notes, Terms, Issuer, TaxNumber, Help string
	// Guide says how to get in.
	Guide []string
	// Fold is beside the line to fold at.
	Fold, GuideTitle string
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
	},
	"fr": {
		Date: "Quand", Doors: "Ouverture", Venue: "Où", Item: "Billet", Seat: "Place", Holder: "Nom", Price: "Prix",
		Validity: "Valable", Order: "Commande", Ticket: "Numéro", Notes: "Remarque", Terms: "Conditions", Issuer: "Organisateur",
		TaxNumber: "Numéro fiscal", Help: "Aide", Fold: "Plier ici", GuideTitle: "À l'entrée",
		Guide: []string{
			"Présentez le code, imprimé ou sur votre téléphone, luminosité au maximum.",
			"Le code vaut pour une entrée. Ne le partagez pas : le premier arrivé entre.",
			"Gardez le code plat, propre et sec.",
		},
	},
}

func labelsOf(language string) labels {
	if l, ok := labelsByLanguage[language]; ok {
		return l
	}
	return labelsByLanguage["en"]
}
