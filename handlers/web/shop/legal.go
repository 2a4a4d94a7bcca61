package shop

import (
	"slices"
	"strings"

	"marquee/app/company"
)

// legalBody is a legal page of the company.
type legalBody struct {
	Title  string
	Blocks []textBlock
}

// textBlock is a heading or a paragraph, line by line.
type textBlock struct {
	Heading bool
	Lines   []string
}

func (s *Shop) showLegal(v *visit) error {
	kind := company.LegalKind(v.r.PathValue("kind"))
	if !slices.Contains(v.company.Shop.Legal, kind) {
		return nothing()
	}
	text, err := company.LegalPage(v.r.Context(), v.app(), v.buyer, kind)
	if err != nil {
		return err
	}
	body := &legalBody{Title: v.view.T("shop." + string(kind)), Blocks: textBlocks(text)}
	v.view.Title, v.view.Back = body.Title, v.path("")
	return v.show(s.legal, body)
}

// textBlocks reads plain text: an empty line begins a paragraph, and a line that begins with #
// is a heading.
func textBlocks(text string) (all []textBlock) {
	var now textBlock
	end := func() {
		if len(now.Lines) > 0 {
			all = append(all, now)
		}
		now = textBlock{}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		heading := strings.TrimSpace(strings.TrimLeft(line, "#"))
		switch {
		case line == "":
			end()
		case strings.HasPrefix(line, "#") && heading != "":
			end()
			all = append(all, textBlock{Heading: true, Lines: []string{heading}})
		default:
			now.Lines = append(now.Lines, line)
		}
	}
	end()
	return all
}
