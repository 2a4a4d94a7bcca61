package docs_test

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app/apptest"
	"marquee/handlers"
	"marquee/handlers/rest"
)

// site fetches pages from a whole box office.
type site struct {
	get func(path string) *httptest.ResponseRecorder
	doc *rest.Document
}

func newSite(t *testing.T) site {
	t.Helper()
	w := apptest.New(t)
	h := handlers.New(w.App, handlers.Options{})
	return site{func(path string) *httptest.ResponseRecorder {
		out := httptest.NewRecorder()
		h.ServeHTTP(out, httptest.NewRequest("GET", path, nil))
		return out
	}, handlers.Document(handlers.Routes(w.App))}
}

// pages are the paths of every page of the documentation.
func (s site) pages(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("manual/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no manual: %v", err)
	}
	all := []string{"/docs/api/", "/docs/api/?q=order"}
	for _, f := range files {
		all = append(all, "/docs/"+strings.TrimSuffix(strings.TrimSuffix(filepath.Base(f), ".md"), "README"))
	}
	for _, path := range s.doc.Paths.Names() {
		item, _ := s.doc.Paths.Get(path)
		for _, method := range item.Names() {
			op, _ := item.Get(method)
			all = append(all, "/docs/api/"+op.OperationID)
		}
	}
	return all
}

var (
	hrefForm = regexp.MustCompile(`(?:href|src)="([^"]+)"`)
	idForm   = regexp.MustCompile(`id="([^"]+)"`)
)

// TestPages looks at every page as a reader with a strict browser would.
func TestPages(t *testing.T) {
	s := newSite(t)
	for _, path := range s.pages(t) {
		out := s.get(path)
		page := out.Body.String()
		t.Run(path, func(t *testing.T) {
			is := is.New(t)
			is.Equal(out.Code, 200)
			is.True(strings.HasPrefix(out.Header().Get("Content-Security-Policy"), "default-src 'none'; style-src 'self';"))
			for _, bad := range []string{"<script", "javascript:", "//cdn"} {
				is.True(!strings.Contains(page, bad)) // nothing runs
			}
			is.True(!regexp.MustCompile(`<pre>|<th></th>|type="checkbox">`).MatchString(page)) // reached by the keyboard, and named
			is.True(!regexp.MustCompile(`<[^>]+\son\w+=`).MatchString(page))                   // no event handlers in tags
			is.True(!regexp.MustCompile(`<[^>]+\sstyle=`).MatchString(page))                   // and no styles, but in texts of examples
			is.True(!regexp.MustCompile(`src="(https?:)?//`).MatchString(page))                // nothing is loaded from elsewhere
			is.True(strings.Contains(page, `<html lang="en">`))                                // for screen readers
			is.True(strings.Count(page, "<h1") == 1)                                           // one heading
			is.True(strings.Count(page, "<main") == 1)                                         // one main part
			is.True(strings.Contains(page, `href="#content"`))                                 // a way past the links
			is.True(len(idForm.FindAllString(page, -1)) == len(unique(idForm.FindAllString(page, -1))))
		})
	}
}

func unique(all []string) []string {
	all = slices.Clone(all)
	slices.Sort(all)
	return slices.Compact(all)
}

// TestLinks follows every link on every page.
func TestLinks(t *testing.T) {
	s := newSite(t)
	known := map[string][]string{} // the anchors of each page
	for _, path := range s.pages(t) {
		for _, m := range hrefForm.FindAllStringSubmatch(s.get(path).Body.String(), -1) {
			target, anchor, _ := strings.Cut(strings.ReplaceAll(m[1], "&amp;", "&"), "#")
			if strings.HasPrefix(target, "https://") {
				continue
			}
			if !strings.HasPrefix(target, "/") {
				target = strings.TrimSuffix(path[:strings.LastIndex(path, "/")+1]+target, "./")
			}
			if strings.HasSuffix(target, "/") && target != "/docs/" && target != "/docs/api/" {
				target = path
			}
			if m[1][0] == '#' {
				target = path
			}
			if known[target] == nil {
				out := s.get(target)
				if out.Code != 200 {
					t.Errorf("%s leads to %s, which answers %d", path, m[1], out.Code)
				}
				known[target] = []string{""}
				for _, id := range idForm.FindAllStringSubmatch(out.Body.String(), -1) {
					known[target] = append(known[target], id[1])
				}
			}
			if !slices.Contains(known[target], anchor) {
				t.Errorf("%s leads to %s, which has no such place", path, m[1])
			}
		}
	}
}

var markdownLink = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// TestLinksInTheRepository checks the links of the Markdown files as a reader of
// the repository follows them.
func TestLinksInTheRepository(t *testing.T) {
	files, err := filepath.Glob("manual/*.md")
	if err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadFile("manual/README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, "../../README.md") {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if name := filepath.Base(file); name != "README.md" && !strings.Contains(string(list), "("+name+")") {
			t.Errorf("manual/README.md does not list %s", name)
		}
		for _, m := range markdownLink.FindAllStringSubmatch(string(b), -1) {
			target, _, _ := strings.Cut(m[1], "#")
			if target == "" || strings.HasPrefix(target, "https://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), target)); err != nil {
				t.Errorf("%s leads to %s, which does not exist", file, m[1])
			}
		}
	}
}

func TestReadmeIsShort(t *testing.T) {
	is := is.New(t)
	b, err := os.ReadFile("../../README.md")
	is.NoErr(err)
	lines := strings.Split(string(b), "\n")
	is.True(len(lines) <= 250) // longer parts belong into the manual
	is.True(slices.Index(lines, "## How it is laid out") < len(lines)/2)
}

func TestEveryOperationHasAnExample(t *testing.T) {
	s := newSite(t)
	for _, path := range s.pages(t) {
		if path == "/docs/api/postSecondFactorConfirm" {
			continue // a scenario cannot reckon the code of an authenticator app
		}
		if strings.HasPrefix(path, "/docs/api/get") || strings.HasPrefix(path, "/docs/api/post") {
			if page := s.get(path).Body.String(); !strings.Contains(page, `id="example"`) {
				t.Errorf("%s has no example; write them with: go test ./handlers -run TestScenarios -update", path)
			}
		}
	}
}

func TestFilter(t *testing.T) {
	is := is.New(t)
	s := newSite(t)
	found := s.get("/docs/api/?q=SCAN+post").Body.String()
	is.True(strings.Contains(found, "/zones/scan")) // every word matches, in any case
	is.True(!strings.Contains(found, "<code>/orders</code>"))
	hostile := s.get("/docs/api/?q=%3Cscript%3E").Body.String()
	is.True(!strings.Contains(hostile, "<script>")) // what was typed is escaped
	is.True(strings.Contains(hostile, "0 operations"))
	is.Equal(s.get("/docs/no-such-chapter").Code, 404)
	is.Equal(s.get("/docs/api/noSuchOperation").Code, 404)
	is.Equal(s.get("/docs/../docs.go").Code, 404)
}
