package chart

import (
	"fmt"
	"strings"
)

// Table is what the picture shows, as a table of a page.
func (c *Chart) Table() string {
	c = c.bounded()
	var b strings.Builder
	fmt.Fprintf(&b, "<table>\n<caption>%s</caption>\n<thead><tr><th scope=\"col\">%s</th>", escape(c.Title), escape(c.Head))
	for _, name := range c.heads() {
		fmt.Fprintf(&b, "<th scope=\"col\">%s</th>", escape(name))
	}
	b.WriteString("</tr></thead>\n<tbody>\n")
	for i := range c.Columns {
		fmt.Fprintf(&b, "<tr><th scope=\"row\">%s</th>", escape(c.Columns[i].Label))
		for _, cell := range c.cells(i) {
			fmt.Fprintf(&b, "<td>%s</td>", escape(cell))
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody>\n</table>\n")
	return b.String()
}

// Page is the picture with its table as a page of its own, which loads nothing.
func (c *Chart) Page() string {
	return "<!doctype html>\n<html lang=\"" + escape(string(c.Language)) + "\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n" +
		"<meta name=\"color-scheme\" content=\"light dark\">\n<title>" + escape(c.Title) + "</title>\n</head>\n<body>\n<h1>" + escape(c.Title) + "</h1>\n<p>" + escape(c.about()) + "</p>\n" +
		c.SVG() + c.Table() + "</body>\n</html>\n"
}

// Text is the table as lines, so many at most: the last ones. Columns without figures are
// left out.
func (c *Chart) Text(most int) string {
	c = c.bounded()
	var lines []string
	for i := range c.Columns {
		if c.blank(i) {
			continue
		}
		cells, heads := c.cells(i), c.heads()
		for j := range cells {
			cells[j] = heads[j] + " " + cells[j]
		}
		lines = append(lines, c.Columns[i].Label+": "+strings.Join(cells, ", "))
	}
	return strings.Join(lines[max(0, len(lines)-most):], "\n")
}

// blank tells that there is nothing in a column.
func (c *Chart) blank(i int) bool {
	for _, s := range c.Series {
		if s.Values[i] != 0 {
			return false
		}
	}
	return c.Beside == nil || c.Beside.Values[i] == 0
}

// heads are what the figures of a row are.
func (c *Chart) heads() (all []string) {
	for _, s := range c.Series {
		all = append(all, s.Name)
	}
	if c.Beside != nil {
		all = append(all, c.Beside.Name)
	}
	return all
}

// cells are the figures of a column in words.
func (c *Chart) cells(i int) (all []string) {
	for _, s := range c.Series {
		all = append(all, c.Language.Number(s.Values[i]))
	}
	if c.Beside != nil {
		write := c.Amount
		if write == nil {
			write = c.Language.Number
		}
		all = append(all, write(c.Beside.Values[i]))
	}
	return all
}
