package report

import "marquee/app/locale"

// rowWords are what stands in rows where there is no name.
type rowWords struct{ withoutEvent, total string }

var rowsIn = map[locale.Language]rowWords{
	locale.English: {withoutEvent: "Without event", total: "Total"},
	locale.German:  {withoutEvent: "Ohne Veranstaltung", total: "Summe"},
	locale.French:  {withoutEvent: "Sans événement", total: "Total"},
}

// words are those of the language of the caller.
func (n *near) words() rowWords { return rowsIn[locale.Of(n.c.Language.Asked)] }
