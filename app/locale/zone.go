package locale

import (
	"strings"
	"time"
)

// cities are the places by which zones are named that are called differently in a language.
var cities = map[Language]map[string]string{
	German: {
		"Athens": "Athen", "Belgrade": "Belgrad", "Brussels": "Brüssel", "Bucharest": "Bukarest", "Copenhagen": "Kopenhagen",
		"Kiev": "Kiew", "Kyiv": "Kyjiw", "Lisbon": "Lissabon", "Luxembourg": "Luxemburg", "Moscow": "Moskau", "Prague": "Prag", "Rome": "Rom",
		"Singapore": "Singapur", "Tokyo": "Tokio", "Vienna": "Wien", "Warsaw": "Warschau", "Zurich": "Zürich",
	},
	French: {
		"Athens": "Athènes", "Brussels": "Bruxelles", "Bucharest": "Bucarest", "Copenhagen": "Copenhague", "Lisbon": "Lisbonne", "London": "Londres",
		"Moscow": "Moscou", "Singapore": "Singapour", "Vienna": "Vienne", "Warsaw": "Varsovie",
	},
}

var zoneOf = map[Language]string{English: "{place} time", German: "Zeit in {place}", French: "heure de {place}"}

// Zone says whose clocks a time is on, by the place that its zone is named after: Berlin time,
// Zeit in Berlin, heure de Berlin.
func (l Language) Zone(t time.Time) string {
	l = Of(string(l))
	name := t.Location().String()
	area, place, ok := strings.Cut(name, "/")
	if !ok || area == "Etc" {
		return name // UTC
	}
	if i := strings.LastIndexByte(place, '/'); i >= 0 {
		place = place[i+1:]
	}
	place = strings.ReplaceAll(place, "_", " ")
	if known := cities[l][place]; known != "" {
		place = known
	}
	return strings.ReplaceAll(zoneOf[l], "{place}", place)
}
