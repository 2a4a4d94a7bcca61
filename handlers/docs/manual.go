package docs

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"path"
	"strings"

	// goldmark: Markdown to HTML. It follows CommonMark, needs no other module, and
	// only this file imports it.
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

//go:embed manual/*
var manualFiles embed.FS

// home is the file that lists the chapters.
const home = "README.md"

// makeManual renders the chapters, by their path below /docs/.
func makeManual() map[string][]byte {
	markdown := goldmark.New(
		goldmark.WithExtensions(extension.Table, extension.TaskList),
		goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithASTTransformers(util.Prioritized(chapterLinks{}, 100))),
	)
	chapters := chaptersOf(readChapter(home))
	pages := map[string][]byte{}
	for _, c := range append([]link{{Href: home, Text: "Manual"}}, chapters...) {
		var content bytes.Buffer
		if err := markdown.Convert(readChapter(c.Href), &content); err != nil {
			panic(fmt.Sprintf("docs: %s: %v", c.Href, err))
		}
		p := page{Title: c.Text, Section: "manual", Content: template.HTML(accessible.Replace(content.String()))}
		for _, other := range chapters {
			p.Links = append(p.Links, link{Href: "/docs/" + addressOf(other.Href), Text: other.Text, Here: other == c})
		}
		pages[addressOf(c.Href)] = p.render()
	}
	return pages
}

func readChapter(name string) []byte {
	b, err := manualFiles.ReadFile("manual/" + name)
	if err != nil {
		panic(fmt.Sprintf("docs: %v", err))
	}
	return b
}

// chaptersOf are the links of the list of chapters, in their order.
func chaptersOf(list []byte) (chapters []link) {
	root := goldmark.DefaultParser().Parse(text.NewReader(list))
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if l, ok := n.(*ast.Link); ok && entering {
			chapters = append(chapters, link{Href: string(l.Destination), Text: textOf(l, list)})
		}
		return ast.WalkContinue, nil
	})
	return chapters
}

func textOf(n ast.Node, source []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Segment.Value(source))
		}
	}
	return b.String()
}

// addressOf is the path of a file of the manual below /docs/.
func addressOf(file string) string {
	if file == home {
		return ""
	}
	return strings.TrimSuffix(file, path.Ext(file))
}

// chapterLinks makes links between files of the manual lead to their pages.
type chapterLinks struct{}

// Transform implements parser.ASTTransformer.
func (chapterLinks) Transform(doc *ast.Document, _ text.Reader, _ parser.Context) {
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if l, ok := n.(*ast.Link); ok && entering {
			file, anchor, hasAnchor := strings.Cut(string(l.Destination), "#")
			if strings.HasSuffix(file, ".md") && !strings.Contains(file, "/") {
				l.Destination = []byte("/docs/" + addressOf(file))
			}
			if hasAnchor && file != "" {
				l.Destination = append(l.Destination, "#"+anchor...)
			}
		}
		return ast.WalkContinue, nil
	})
}

// accessible lets wide tables and long lines scroll by themselves, so that pages never do, and
// whoever has no mouse scrolls them too. Headings of columns that are empty are none, and boxes
// to tick have a name.
var accessible = strings.NewReplacer(
	"<table>", `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>`,
	"</table>", "</table></div>",
	"<pre>", `<pre tabindex="0">`,
	"<th></th>", "<td></td>",
	`type="checkbox"`, `type="checkbox" aria-label="To do"`,
)
