package bench

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"unicode/utf8"
)

var speedReadme = flag.String("hot.readme", "", "put the tables into this README too")

// sheet is a table that can be read in a terminal and pasted into Markdown. The
// first column is text, the others are as wide as they need to be.
type sheet [][]string

func (s *sheet) row(cells ...any) {
	texts := make([]string, len(cells))
	for i, c := range cells {
		texts[i] = fmt.Sprint(c)
	}
	*s = append(*s, texts)
}

// show prints the table and, when asked to, puts it into the README, between the
// marks of its name.
func (s sheet) show(t testing.TB, name string) {
	t.Helper()
	s.print(os.Stdout)
	if *speedReadme == "" {
		return
	}
	b, err := os.ReadFile(*speedReadme)
	must(t, err)
	from, to := "<!-- "+name+" -->\n", "<!-- /"+name+" -->"
	before, rest, found := strings.Cut(string(b), from)
	_, after, ended := strings.Cut(rest, to)
	if !found || !ended {
		t.Fatalf("%s has no place for %s", *speedReadme, name)
	}
	var table strings.Builder
	s.print(&table)
	must(t, os.WriteFile(*speedReadme, []byte(before+from+table.String()+"\n"+to+after), 0o644))
}

func (s sheet) print(out io.Writer) {
	wide := make([]int, len(s[0]))
	for _, row := range s {
		for i, text := range row {
			wide[i] = max(wide[i], utf8.RuneCountInString(text))
		}
	}
	fmt.Fprintln(out)
	for n, row := range s {
		for i, text := range row {
			fmt.Fprint(out, "| ", text, strings.Repeat(" ", wide[i]-utf8.RuneCountInString(text)+1))
		}
		fmt.Fprintln(out, "|")
		if n == 0 {
			fmt.Fprintln(out, strings.Repeat("|---", len(row))+"|")
		}
	}
}

// grouped writes a whole number with commas.
func grouped[T int | int64 | float64](n T) string {
	s := fmt.Sprintf("%.0f", float64(n))
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
