package mail

import (
	"html"
	"strconv"
	"strings"

	"marquee/app/company"
)

// darkGrey is the colour of companies that named none.
const darkGrey = "#374151"

// page is a whole mail as HTML: the company's name on its colour, the text, and who
// wrote it.
func page(c *company.Company, language, subject, inner, color, ink, foot string) string {
	var b strings.Builder
	b.WriteString(`<!DOCTYPE html>
<html lang="` + html.EscapeString(language) + `"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>` + html.EscapeString(subject) + `</title></head>
<body style="margin:0;padding:0;background:#f3f4f6">
<div style="max-width:600px;margin:0 auto;padding:24px 12px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:24px;color:#111827">
<div style="padding:20px 24px;border-radius:12px 12px 0 0;background:` + color + `;color:` + ink + `;font-size:18px;font-weight:600">` + html.EscapeString(c.Name) + `</div>
<div style="padding:24px;border-radius:0 0 12px 12px;background:#ffffff;color:#111827">
`)
	b.WriteString(inner)
	b.WriteString(`</div>
<div style="padding:16px 24px;font-size:13px;line-height:20px;color:#4b5563">` + escaped(foot) + `</div>
</div></body></html>
`)
	return b.String()
}

// colors are that of the company, and black or white, whichever is read better on it.
func colors(c *company.Company) (color, ink string) {
	color = strings.ToLower(c.Branding.PrimaryColor)
	if len(color) == 4 {
		color = "#" + strings.Repeat(color[1:2], 2) + strings.Repeat(color[2:3], 2) + strings.Repeat(color[3:4], 2)
	}
	if len(color) == 9 {
		color = color[:7] // without its transparency
	}
	rgb, err := strconv.ParseUint(strings.TrimPrefix(color, "#"), 16, 32)
	if err != nil || len(color) != 7 || color[0] != '#' {
		return darkGrey, "#ffffff"
	}
	if light := 299*(rgb>>16) + 587*(rgb>>8&255) + 114*(rgb&255); light > 150_000 {
		return color, "#000000"
	}
	return color, "#ffffff"
}
