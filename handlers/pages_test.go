package handlers_test

import (
	"bufio"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"marquee/handlers/web"
	"marquee/kv/kvtest"
)

// listedPages are the lines of testdata/pages.txt: pattern and who gets it.
func listedPages(t *testing.T) map[string]string {
	t.Helper()
	f, err := os.Open("../testdata/pages.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all := map[string]string{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		word := strings.Fields(lines.Text())
		if len(word) == 0 || word[0] == "#" {
			continue
		}
		if len(word) != 3 || !slices.Contains([]string{"anyone", "buyer", "link", "staff", "phone"}, word[2]) {
			t.Fatalf("pages.txt: %q", lines.Text())
		}
		all[word[0]+" "+word[1]] = word[2]
	}
	return all
}

// pagePatterns are those that the source of the pages routes by.
func pagePatterns(t *testing.T) (all []string) {
	t.Helper()
	pattern := regexp.MustCompile(`^[A-Z]+ /`)
	err := filepath.WalkDir("web", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == "node_modules" {
			return fs.SkipDir
		}
		if err != nil || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
				if text, err := strconv.Unquote(l.Value); err == nil && pattern.MatchString(text) {
					all = append(all, text)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// intentPage answers a script, which it tells where to go.
const intentPage = "POST /shop/{alias}/pay/intent"

// TestPagesAreListed: no page is without its line in the list of who gets it, and none is
// listed that is not there. A stranger, from a browser that has been nowhere, gets none that
// is not for anyone.
func TestPagesAreListed(t *testing.T) {
	kvtest.SingleGoroutine(t)
	listed, there := listedPages(t), pagePatterns(t)
	s := newBookings(t)
	s.sell()
	own := s.api("POST", "/company/settings", `{"shop": {"isOpen": true}}`)
	mounts, _ := web.Mounts(s.w.App, nil, "", nil)
	fill := strings.NewReplacer("{alias}", own["alias"].(string), "{event}", "1", "{id}", "1", "{zone}", "1", "{device}", "1", "{reference}", "AAAAAAAA", "{token}", "AAAA", "{code}", "AAAA", "{kind}", "imprint", "{link}", "AAAA", "{$}", "")
	for _, pattern := range there {
		who, found := listed[pattern]
		if !found {
			t.Errorf("testdata/pages.txt lacks %s", pattern)
			continue
		}
		method, path, _ := strings.Cut(fill.Replace(pattern), " ")
		if !slices.ContainsFunc(mounts, func(m web.Mount) bool {
			return path == m.Prefix || !m.Exact && strings.HasPrefix(path, m.Prefix+"/")
		}) {
			t.Errorf("%s is mounted nowhere", pattern)
		}
		if who == "anyone" {
			continue
		}
		r := httptest.NewRequest(method, path, strings.NewReader(""))
		r.Header.Set("Sec-Fetch-Site", "same-origin")
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		rec := httptest.NewRecorder()
		s.h.ServeHTTP(rec, r)
		sentOn := rec.Code >= 300 && rec.Code < 500 || pattern == intentPage && strings.HasPrefix(rec.Body.String(), `{"to":`)
		if !sentOn {
			t.Errorf("a stranger at %s, which is for %s: %d", pattern, who, rec.Code)
		}
	}
	for pattern := range listed {
		if !slices.Contains(there, pattern) {
			t.Errorf("testdata/pages.txt has %s, which is not there", pattern)
		}
	}
}
