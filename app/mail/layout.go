package mail

import (
	"fmt"
	"html"
	"strings"

	"marquee/app/company"
	"marquee/app/media"
	"marquee/app/paper"
)

// sheet is a mail as HTML but for where its pictures are: in a mail they go along, in what staff
// read they have addresses.
type sheet struct {
	company  *company.Company
	language string
	subject  string
	// blocks are the text, as HTML, tax and foot what stands below it.
	blocks string
	tax    string
	foot   foot
	// logo and cover are its pictures, nil for none.
	logo, cover *media.Image
}

// sources are where the pictures of a mail are; empty for one that is left out.
type sources struct{ logo, cover string }

// addresses are where the pictures are on the server.
func (s *sheet) addresses(base string) (at sources) {
	if s.logo != nil {
		at.logo = base + s.logo.Address(s.company.ID)
	}
	if s.cover != nil {
		at.cover = base + s.cover.Address(s.company.ID)
	}
	return at
}

// The colours are those of the pages, in the light; darkRules has those of the dark.
const (
	colorPage  = "#F5F6F8"
	colorCard  = "#FFFFFF"
	colorInk   = "#14181F"
	colorInk2  = "#49515E"
	colorEdge  = "#7A8493"
	colorLine  = "#DCE0E7"
	fontFamily = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
)

// Mail programs read little: tables, and styles in line. Of the rules here those that know the
// dark take their colours, and all others pass over them. The program of Microsoft knows no
// widest width: it alone reads the table in its comments.
const (
	darkRules = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.card{padding:20px 16px!important}}
@media (prefers-color-scheme:dark){
.page{background:#0E1116!important}
.card{background:#191D24!important;color:#F2F4F7!important}
.link{color:#F2F4F7!important}
.quiet,.quiet a{color:#B6BECA!important}
.main{border-color:#737E8F!important}
.line{border-color:#2D343F!important}
}`
	widthOpen  = `<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->`
	widthClose = `<!--[if mso]></td></tr></table><![endif]-->`
	layoutOnly = `role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"`
	// breaks keeps a word that is longer than its line within it.
	breaks = "overflow-wrap:anywhere;word-break:break-word"
)

// coverSize is the picture of an event in a mail, in points.
const coverWidth, coverHeight = 600, 240

// html writes the mail.
func (s *sheet) html(at sources) string {
	var b strings.Builder
	way, side := direction(s.language)
	fmt.Fprintf(&b, `<!DOCTYPE html>
<html lang="%s" dir="%s"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>%s</title>
<style>%s</style></head>
<body class="page" style="margin:0;padding:0;background:%s">
<table %s class="page" style="background:%s;table-layout:fixed"><tr><td align="center" style="padding:24px 12px">
%s<table %s style="max-width:600px;margin:0 auto;table-layout:fixed;font-family:%s;font-size:16px;line-height:24px;text-align:start;%s">
`, html.EscapeString(s.language), way, html.EscapeString(s.subject), darkRules, colorPage,
		layoutOnly, colorPage, widthOpen, layoutOnly, fontFamily, breaks)
	s.top(&b, at, side)
	fmt.Fprintf(&b, `<tr><td class="card" align="%s" style="padding:24px;border-radius:0 0 12px 12px;background:%s;color:%s">
%s`, side, colorCard, colorInk, s.blocks)
	if s.tax != "" {
		fmt.Fprintf(&b, `<p class="quiet line" style="margin:8px 0 0;padding-top:12px;border-top:1px solid %s;font-size:14px;line-height:20px;color:%s">%s</p>
`, colorLine, colorInk2, escaped(s.tax))
	}
	fmt.Fprintf(&b, `</td></tr>
<tr><td class="quiet" align="%s" style="padding:16px 24px;font-size:13px;line-height:20px;color:%s">%s</td></tr>
</table>%s
</td></tr></table>
</body></html>
`, side, colorInk2, s.foot.html(), widthClose)
	return b.String()
}

// top is whose mail it is, the logo or the name, and the picture of the event.
func (s *sheet) top(b *strings.Builder, at sources, side string) {
	color, ink := colors(s.company)
	name, round := html.EscapeString(s.company.Name), "border-radius:12px 12px 0 0;"
	if at.logo != "" {
		w, h := shownAs(s.logo, 240, 56)
		fmt.Fprintf(b, `<tr><td align="%s" style="padding:0 0 16px;color:%s"><img src="%s" alt="%s" width="%d" height="%d" style="display:block;border:0;border-radius:8px;font-size:18px;font-weight:600"></td></tr>
`, side, colorInk, html.EscapeString(at.logo), name, w, h)
	} else {
		fmt.Fprintf(b, `<tr><td align="%s" dir="auto" style="padding:20px 24px;%sbackground:%s;color:%s;font-size:18px;font-weight:600;hyphens:auto">%s</td></tr>
`, side, round, color, ink, name)
		round = ""
	}
	if at.cover != "" {
		fmt.Fprintf(b, `<tr><td style="font-size:0;line-height:0"><img src="%s" alt="" width="%d" height="%d" style="display:block;border:0;%swidth:100%%;max-width:%dpx;height:auto"></td></tr>
`, html.EscapeString(at.cover), coverWidth, coverHeight, round, coverWidth)
		round = ""
	}
	if round != "" {
		fmt.Fprintf(b, `<tr><td style="height:4px;%sbackground:%s;font-size:0;line-height:0">&nbsp;</td></tr>
`, round, color)
	}
}

// shownAs is the size of a picture within a box, in points. None is made larger.
func shownAs(m *media.Image, most, high int64) (w, h int64) {
	w, h = max(1, m.Width), max(1, m.Height)
	if h > high {
		w, h = max(1, w*high/h), high
	}
	if w > most {
		w, h = most, max(1, h*most/w)
	}
	return w, h
}

// colors are that of the company, and black or white, whichever is read better on it.
func colors(c *company.Company) (color, ink string) {
	hex := func(c [3]uint8) string { return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2]) }
	ground, text := paper.Colors(c.Branding.PrimaryColor)
	return hex(ground), hex(text)
}
