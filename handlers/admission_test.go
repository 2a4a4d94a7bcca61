package handlers_test

import (
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/admission"
	"marquee/app/apptest"
	"marquee/handlers"
)

const fairness = "docs/manual/fairness.md"

// TestTheManualHasEveryClass: the page about who goes first has a line for each class that there is,
// with its numbers on four processors.
func TestTheManualHasEveryClass(t *testing.T) {
	is := is.New(t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	w := apptest.New(t)
	handlers.New(w.App, handlers.Options{})
	text, err := os.ReadFile(fairness)
	is.NoErr(err)
	page := string(text)
	_, table, _ := strings.Cut(page, "|---|---|---|---|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	rows := map[string]string{}
	for row := range strings.SplitSeq(table, "\n") {
		rows[strings.Split(row, " | ")[0]] = row
	}
	for _, c := range app.Classes(w.App).All() {
		row, name := rowOf(c), "| "+c.Name()
		if rows[name] != row && !*update {
			t.Errorf("%s has of %s\n%s, want\n%s", fairness, c.Name(), rows[name], row)
		}
		rows[name] = row
	}
	if *update {
		made := strings.Join(slices.Sorted(maps.Values(rows)), "\n")
		is.NoErr(os.WriteFile(fairness, []byte(strings.Replace(page, table, made, 1)), 0o644))
	}
}

// rowOf is the line of a class in the table.
func rowOf(c *admission.Class) string {
	places := func(n int64, none string) string {
		switch {
		case n == 0:
			return none
		case strings.HasPrefix(c.Name(), "bytes"):
			return fmt.Sprintf("%d MB", n>>20)
		case c.Expect > 0:
			return fmt.Sprintf("%v of work, %d at least", time.Duration(n), c.Least)
		}
		return fmt.Sprint(n)
	}
	line := func(n int) string {
		switch n {
		case 0:
			return "nobody"
		case admission.Unbounded:
			return "everybody"
		}
		return fmt.Sprint(n)
	}
	waits := "–"
	if c.Patience > 0 {
		waits = fmt.Sprintf("%v", c.Patience)
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s | %s |", c.Name(), places(c.Places, "each"), places(c.Each, "all"), line(c.Line), line(c.LineEach), waits)
}
