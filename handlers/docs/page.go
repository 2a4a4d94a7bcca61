package docs

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"strings"
)

// page is what the layout shows: a title, the links beside it and the content.
type page struct {
	Title   string
	Section string // "manual" or "api"
	Links   []link
	Content template.HTML
}

// link leads to another page; Here is the page itself.
type link struct {
	Href, Text, Method string
	Here               bool
}

var layout = template.Must(template.ParseFS(pageFiles, "page/layout.html"))

// render puts a page into the layout.
func (p page) render() []byte { return execute(layout, p) }

// execute runs a template of this package, which fails only by a mistake in it.
func execute(t *template.Template, data any) []byte {
	var b bytes.Buffer
	if err := t.Execute(&b, data); err != nil {
		panic(fmt.Sprintf("docs: %v", err))
	}
	return b.Bytes()
}

// prose escapes a text and marks what stands between backticks as code.
func prose(text string) template.HTML {
	parts := strings.Split(template.HTMLEscapeString(text), "`")
	for i := range parts {
		if i%2 == 1 && i < len(parts)-1 {
			parts[i] = "<code>" + parts[i] + "</code>"
		}
	}
	return template.HTML(strings.Join(parts, ""))
}

func mustRead(from embed.FS, name string) []byte {
	b, err := from.ReadFile(name)
	if err != nil {
		panic(fmt.Sprintf("docs: %v", err))
	}
	return b
}
