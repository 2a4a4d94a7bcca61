package apptest

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// unraced start goroutines that share nothing, or that the race detector cannot look at.
var unraced = map[string]string{
	"handlers/apitest":     "starts servers for tests",
	"handlers/cli":         "its tests start processes",
	"handlers/cli/operate": "what it starts is tested in processes",
	"handlers/rehearse":    "is a client, whose goroutines share counters",
	"kv/cluster/etcd":      "its goroutines pass on what etcd's client says",
	"kv/cluster/fake":      "is looked at with the tests of kv/cluster",
	"kv/kvtest/powerloss":  "one goroutine writes and one reads, in turn",
	"kv/kvtest/trace":      "helps tests",
	"testdata/client":      "is a client that was generated",
}

// TestWhatSharesMemoryIsRaced: a package that starts goroutines stands in RACED of the
// Makefile, so that the race detector looks at it.
func TestWhatSharesMemoryIsRaced(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?m)^RACED :=((?:.*\\\n)*.*)$`).FindSubmatch(text)
	if list == nil {
		t.Fatal("the Makefile has no RACED")
	}
	raced := strings.Fields(strings.ReplaceAll(string(list[1]), "\\\n", " "))
	missing := map[string]bool{}
	for _, s := range sources(t) {
		if s.test || slices.Contains(raced, "./"+s.pkg) || unraced[s.pkg] != "" {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if _, ok := n.(*ast.GoStmt); ok {
				missing[s.pkg] = true
			}
			return true
		})
	}
	for pkg := range missing {
		t.Errorf("%s starts goroutines: name it in RACED, or in unraced with the reason", pkg)
	}
}
