package report

import "marquee/app/locale"

// pictureWords are what stands on pictures.
type pictureWords struct {
	hourly, daily, inside, gates                     string // titles, before the name of the event
	hourlyAbout, dailyAbout, insideAbout, gatesAbout string
	nothing, time, gate, others                      string
	sold, volume, in, out, refused                   string
}

var picturesIn = map[locale.Language]pictureWords{
	locale.English: {
		hourly: "Sales by hour", daily: "Sales by day", inside: "People inside", gates: "In and out by gate",
		hourlyAbout: "Bars show how many units were sold in each hour.", dailyAbout: "Bars show how many units were sold on each day.",
		insideAbout: "Lines show, for each zone, who came in less who went out.", gatesAbout: "Bars show, for each gate, how many came in and how many went out.",
		nothing: "There is nothing yet.", time: "Time", gate: "Gate", others: "Others",
		sold: "Sold", volume: "Sales volume", in: "In", out: "Out", refused: "Refused",
	},
	locale.German: {
		hourly: "Verkauf nach Stunden", daily: "Verkauf nach Tagen", inside: "Anwesende", gates: "Ein- und Auslass nach Tor",
		hourlyAbout: "Balken zeigen, wie viel in jeder Stunde verkauft wurde.", dailyAbout: "Balken zeigen, wie viel an jedem Tag verkauft wurde.",
		insideAbout: "Linien zeigen für jeden Bereich, wer hereinkam, abzüglich derer, die hinausgingen.", gatesAbout: "Balken zeigen für jedes Tor, wie viele hereinkamen und wie viele hinausgingen.",
		nothing: "Noch nichts vorhanden.", time: "Zeit", gate: "Tor", others: "Andere",
		sold: "Verkauft", volume: "Umsatz", in: "Herein", out: "Hinaus", refused: "Abgewiesen",
	},
	locale.French: {
		hourly: "Ventes par heure", daily: "Ventes par jour", inside: "Personnes présentes", gates: "Entrées et sorties par porte",
		hourlyAbout: "Les barres montrent combien d'unités ont été vendues chaque heure.", dailyAbout: "Les barres montrent combien d'unités ont été vendues chaque jour.",
		insideAbout: "Les lignes montrent, pour chaque zone, les entrées moins les sorties.", gatesAbout: "Les barres montrent, pour chaque porte, les entrées et les sorties.",
		nothing: "Il n'y a encore rien.", time: "Heure", gate: "Porte", others: "Autres",
		sold: "Vendus", volume: "Chiffre d'affaires", in: "Entrées", out: "Sorties", refused: "Refusés",
	},
}
