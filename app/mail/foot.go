package mail

import (
	"cmp"
	"html"
	"slices"
	"strings"
	"unicode/utf8"

	"marquee/app/company"
	"marquee/app/locale"
)

// foot is what stands below every mail: who wrote it, as the imprint says, and links to the
// legal pages.
type foot struct {
	imprint string
	links   []footLink
	words   locale.Language
}

type footLink struct{ text, to string }

// footWords are what the links are called.
var footWords = map[locale.Language]map[company.LegalKind]string{
	locale.English: {company.Imprint: "Imprint", company.Privacy: "Privacy", company.Terms: "Terms", company.Cancellation: "Right of withdrawal", company.Accessibility: "Accessibility", help: "Help"},
	locale.German:  {company.Imprint: "Impressum", company.Privacy: "Datenschutz", company.Terms: "AGB", company.Cancellation: "Widerruf", company.Accessibility: "Barrierefreiheit", help: "Hilfe"},
	locale.French:  {company.Imprint: "Mentions légales", company.Privacy: "Confidentialité", company.Terms: "Conditions", company.Cancellation: "Droit de rétractation", company.Accessibility: "Accessibilité", help: "Aide"},
}

// help is the link to whoever answers questions, which is no legal page.
const help company.LegalKind = "help"

// footOrder is the order of the links.
var footOrder = []company.LegalKind{help, company.Imprint, company.Privacy, company.Terms, company.Cancellation, company.Accessibility}

// mostImprint is how long an imprint may be that stands in a mail as a whole, in characters: of
// a longer one there are the name, the address and the link.
const mostImprint = 1000

// footIn is what stands below a mail in a language.
func footIn(f *facts, l locale.Language) (out foot) {
	c := f.company
	out.words = l
	out.imprint = strings.TrimSpace(said(cmp.Or(c.Billing.Name, c.Name), false) + "\n" + said(c.Billing.Address, true))
	if f.imprint != "" && utf8.RuneCountInString(f.imprint) <= mostImprint {
		out.imprint = said(withoutMarks(f.imprint), true)
	}
	for _, kind := range footOrder {
		to := c.LegalAt(kind)
		if kind == help {
			to = clean(c.Branding.SupportURL, false)
		}
		if slices.Contains(c.Shop.Legal, kind) {
			to = f.base + to
		}
		if strings.Contains(to, "://") { // one of this server has none where nobody said how it is reached
			out.links = append(out.links, footLink{footWords[l][kind], to})
		}
	}
	return out
}

// withoutMarks is a legal page as plain text, without the marks of its headings and with one
// empty line at most where it has any.
func withoutMarks(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "#"))
		if line == "" && (len(lines) == 0 || lines[len(lines)-1] == "") {
			continue
		}
		lines = append(lines, line)
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

func (f *foot) text() string {
	var b strings.Builder
	b.WriteString("-- \n" + f.imprint + "\n")
	if len(f.links) > 0 {
		b.WriteString("\n")
	}
	for _, l := range f.links {
		b.WriteString(l.text + colon(f.words) + " " + l.to + "\n")
	}
	return b.String()
}

func (f *foot) html() string {
	out := escaped(f.imprint)
	for i, l := range f.links {
		between := " &middot; "
		if i == 0 {
			between = "<br>\n"
		}
		out += between + `<a href="` + html.EscapeString(l.to) + `" style="color:` + colorInk2 + `;line-height:28px">` + html.EscapeString(l.text) + "</a>"
	}
	return out
}
