package passes

import (
	"fmt"
	"slices"
	"strings"

	"marquee/app"
	"marquee/app/locale"
	"marquee/app/pass"
)

// words are the labels of a pass.
type words struct {
	When, Where, Ticket, Area, Row, Seat, Holder, Order, Code, From, Until, Address, Organiser, Help, Changed, Pass, Demo string
}

var wordsIn = map[locale.Language]words{
	locale.English: {"When", "Where", "Ticket", "Area", "Row", "Seat", "Name", "Order", "Code", "Valid from", "Valid until", "Address", "Organiser", "Help", "Now: %@", "Ticket: %s", "Demo: %s"},
	locale.German:  {"Wann", "Wo", "Ticket", "Bereich", "Reihe", "Platz", "Name", "Bestellung", "Code", "Gültig ab", "Gültig bis", "Adresse", "Veranstalter", "Hilfe", "Jetzt: %@", "Ticket: %s", "Demo: %s"},
	locale.French:  {"Quand", "Où", "Billet", "Zone", "Rang", "Place", "Nom", "Commande", "Code", "Valable dès", "Valable jusqu'au", "Adresse", "Organisateur", "Aide", "Maintenant\u00a0: %@", "Billet\u00a0: %s", "Démo\u00a0: %s"},
}

var languages = []locale.Language{locale.English, locale.German, locale.French}

// texts are what stands on a pass in one language.
type texts struct {
	words
	event, item, about string
}

// textsIn says what is on a pass in a language, and where the company has no text in it, in
// the company's first.
func textsIn(p *pass.Pass, l locale.Language) texts {
	asked := app.Language{Asked: string(l), Fallback: string(firstOf(p))}
	t := texts{words: wordsIn[l], event: p.Company.Name, item: p.Name}
	if p.Event != nil {
		t.event = p.Event.NameIn(asked)
	}
	if p.Kind != nil {
		t.item = p.Kind.NameIn(asked)
	}
	if p.Demo {
		t.item = fmt.Sprintf(t.Demo, t.item)
	}
	t.about = fmt.Sprintf(t.Pass, t.event)
	return t
}

// firstOf is the language of the company.
func firstOf(p *pass.Pass) locale.Language {
	if len(p.Company.Locales) == 0 {
		return locale.English
	}
	return locale.Of(p.Company.Locales[0])
}

// all are the texts in an order that is the same in each language.
func (t *texts) all() []string {
	return []string{
		t.event, t.item, t.about, t.When, t.Where, t.Ticket, t.Area, t.Row, t.Seat, t.Holder, t.Order, t.Code, t.From, t.Until, t.Address,
		t.Organiser, t.Help, t.Changed,
	}
}

// translated is a table of texts, from those of the pass to those of a language. Where two
// texts are the same but their translations are not, the first counts.
func translated(from, to *texts) []byte {
	var b strings.Builder
	var seen []string
	other := to.all()
	for i, text := range from.all() {
		if slices.Contains(seen, text) {
			continue
		}
		seen = append(seen, text)
		fmt.Fprintf(&b, "%s = %s;\n", quoted(text), quoted(other[i]))
	}
	return []byte(b.String())
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", "")

func quoted(text string) string { return `"` + escapes.Replace(text) + `"` }
