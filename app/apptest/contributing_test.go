package apptest

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/matryer/is"
)

var update = flag.Bool("update", false, "put the line numbers in the chapter for contributors right")

// TestContributingPointsAtTheCode: where the chapter for contributors names a line of a file, that
// line has what the chapter says it has. -update puts the numbers right.
func TestContributingPointsAtTheCode(t *testing.T) {
	is := is.New(t)
	name := filepath.Join(root, "handlers/docs/manual/contributing.md")
	text, err := os.ReadFile(name)
	is.NoErr(err)
	all := regexp.MustCompile("`([\\w./]+):(\\d+)`\\s+`([^`]+)`").FindAllStringSubmatch(string(text), -1)
	is.True(len(all) > 5) // it is still written that way
	mended := string(text)
	for _, m := range all {
		file, err := os.ReadFile(filepath.Join(root, m[1]))
		is.NoErr(err)
		n, _ := strconv.Atoi(m[2])
		lines := strings.Split(string(file), "\n")
		if n <= len(lines) && strings.Contains(lines[n-1], m[3]) {
			continue
		}
		at := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, m[3]) }) + 1
		if *update && at > 0 {
			mended = strings.Replace(mended, m[0], strings.Replace(m[0], ":"+m[2], ":"+strconv.Itoa(at), 1), 1)
			continue
		}
		t.Errorf("%s:%d has no %q: it is at line %d (0: nowhere)", m[1], n, m[3], at)
	}
	if *update {
		is.NoErr(os.WriteFile(name, []byte(mended), 0o644))
	}
}
