package bench

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

var speedPage = flag.String("hot.page", "", "put the tables into this page of the manual too")

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

// show prints the table and, when asked to, puts it into the manual, between the
// marks of its name, with the date and the machine.
func (s sheet) show(t testing.TB, name string) {
	t.Helper()
	s.print(os.Stdout)
	if *speedPage == "" {
		return
	}
	var table strings.Builder
	s.print(&table)
	b, err := os.ReadFile(*speedPage)
	must(t, err)
	page := replaced(t, string(b), name, table.String())
	page = replaced(t, page, "speed machine", machine(time.Now()))
	must(t, os.WriteFile(*speedPage, []byte(page), 0o644))
}

// replaced is a page with a new text between the marks of a name.
func replaced(t testing.TB, page, name, text string) string {
	t.Helper()
	from, to := "<!-- "+name+" -->\n", "<!-- /"+name+" -->"
	before, rest, found := strings.Cut(page, from)
	_, after, ended := strings.Cut(rest, to)
	if !found || !ended {
		t.Fatalf("the page has no marks for %s", name)
	}
	return before + from + text + "\n" + to + after
}

// machine says when and on what the tables of speed were measured.
func machine(now time.Time) string {
	processor := runtime.GOARCH
	info, _ := os.ReadFile("/proc/cpuinfo")
	if _, rest, found := strings.Cut(string(info), "model name\t: "); found {
		processor, _, _ = strings.Cut(rest, "\n")
	}
	return fmt.Sprintf("\nThe tables of speed were measured on %s, on %d processors (%s) shared with the load and other programs.\n",
		now.Format("2 January 2006"), runtime.GOMAXPROCS(0), processor)
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
