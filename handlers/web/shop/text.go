package shop

import (
	"html"
	"strconv"
	"strings"

	"marquee/app/catalog"
	"marquee/app/shop"
	"marquee/handlers/web/page"
)

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

// paragraphs are those of a text, without its markup.
func paragraphs(s string) (all []string) {
	for _, tag := range []string{"</p>", "<br>", "<br/>", "<br />", "</li>", "</div>"} {
		s = strings.ReplaceAll(s, tag, "\n")
	}
	for line := range strings.Lines(s) {
		if line = plain(line); line != "" {
			all = append(all, html.UnescapeString(line))
		}
	}
	return all
}

// plain is a text without markup and on one line.
func plain(s string) string {
	var b strings.Builder
	inside := false
	for _, r := range s {
		switch {
		case r == '<':
			inside = true
		case r == '>':
			inside = false
			b.WriteByte(' ')
		case !inside:
			b.WriteRune(r)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func clipTo(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return strings.TrimSpace(string(r[:n-1])) + "…"
	}
	return s
}

// section is a text of the page of an event below its description.
type section struct {
	Heading    string
	Paragraphs []string
}

// sections are those that the event has. The summary, which is the first, stands below the name.
func sections(v *page.View, e *shop.Event) (all []section) {
	for i, t := range catalog.PageTextList[1:] {
		if text := paragraphs(*e.Page.At(i + 1)); len(text) > 0 {
			all = append(all, section{Heading: v.T("shop.page_" + t.Name), Paragraphs: text})
		}
	}
	return all
}
