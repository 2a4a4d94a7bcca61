package apptest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// root is the top of the module, seen from here.
const root = "../.."

// source is one Go file of the module.
type source struct {
	path string // from the top, with slashes
	pkg  string // the package's folder: "app/sales"; "." is main
	test bool
	file *ast.File
	set  *token.FileSet
}

func sources(t *testing.T) []source {
	t.Helper()
	var all []source
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") {
			return nil
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		all = append(all, source{rel, path.Dir(rel), strings.HasSuffix(rel, "_test.go"), file, set})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 50 {
		t.Fatalf("found only %d files: is %s still the top?", len(all), root)
	}
	return all
}

// A rule keeps what is named by must-not out of a package. A pattern ends in /...
// to take in everything below.
type rule struct {
	pkg     string
	mustNot []string
	why     string
	except  []string // packages inside the pattern that are free
}

const ours = "marquee/..."

var rules = []rule{
	{"kv", []string{ours}, "kv is bytes; it does not know who keeps what in it", nil},
	{"kv/bolt/...", []string{"marquee/app/...", "marquee/handlers/...", "marquee/indexes/...", "marquee/backup/..."}, "an engine does not know what a record is", nil},
	{"kv/frame/...", []string{"marquee/app/...", "marquee/handlers/...", "marquee/indexes/...", "marquee/backup/...", "marquee/kv/bolt/..."}, "frames hold write sets of any engine", nil},
	{"kv/logfile/...", []string{"marquee/app/...", "marquee/handlers/...", "marquee/indexes/...", "marquee/backup/...", "marquee/kv/bolt/..."}, "a log does not know of whose store it is", nil},
	{"kv/cluster/...", []string{"marquee/app/...", "marquee/handlers/...", "marquee/indexes/...", "marquee/backup/...", "go.etcd.io/bbolt/..."}, "a cluster has several machines keep one store, and does not know what a record is", nil},
	{"kv/cluster", []string{"go.etcd.io/...", "marquee/kv/cluster/fake", "marquee/kv/cluster/etcd"}, "what keeps a cluster together stands behind kv/cluster/shared", nil},
	{"...", []string{"go.etcd.io/etcd/..."}, "etcd stands behind kv/cluster/etcd", []string{"kv/cluster/etcd"}},
	{"kv/mem/...", []string{"marquee/app/...", "marquee/handlers/...", "marquee/indexes/...", "marquee/backup/...", "go.etcd.io/..."}, "an engine does not know what a record is", nil},
	{"kv/kvtest/...", []string{"marquee/app/...", "marquee/handlers/...", "marquee/indexes/...", "marquee/backup/...", "go.etcd.io/..."}, "the suite speaks of every engine alike", nil},
	{"indexes/...", []string{"marquee/app/...", "marquee/handlers/...", "marquee/backup/...", "marquee/kv/bolt/...", "go.etcd.io/...", "net/http/..."}, "indexes keep records on any engine and do not know what an order is", nil},
	{"app/...", []string{
		"net/http/...", "encoding/json", "github.com/julienschmidt/...", "go.etcd.io/...", "github.com/urfave/...",
		"github.com/prometheus/...", "marquee/handlers/...", "marquee/backup/...", "marquee/kv/bolt/...", "marquee",
	}, "the business does not know how it is asked or stored", nil},
	{"app/money/...", []string{"marquee/kv/...", "marquee/indexes/..."}, "money is arithmetic on plain values and keeps nothing", nil},
	{"app/entry/rules/...", []string{ours, "fmt", "encoding/...", "os"}, "the rules of the gate also run on phones, as a small program", nil},
	{"app/sales/rules/...", []string{"marquee/kv/...", "marquee/indexes/...", "math/rand/...", "context"}, "the rules of selling decide about plain values and keep nothing", nil},
	{"app/ticketcode/form/...", []string{ours, "fmt", "encoding/...", "os", "crypto/..."}, "codes are taken apart on phones too, by a small program", nil},
	{"app/letters/...", []string{"marquee/..."}, "letters sets plain text and keeps nothing", nil},
	{"app/paper/...", []string{"marquee/app", "marquee/app/order", "marquee/app/message", "marquee/indexes/...", "marquee/kv/..."}, "paper draws plain values and knows no order", []string{"app/letters"}},
	{"...", []string{"github.com/boombuler/..."}, "codes are drawn in app/paper", []string{"app/paper"}},
	{"...", []string{"github.com/go-text/..."}, "text is shaped in app/letters", []string{"app/letters"}},
	{"handlers/...", []string{"marquee/kv/...", "marquee/indexes/...", "go.etcd.io/..."}, "the wire does not know transactions", nil},
	{"backup/...", []string{"marquee/handlers/...", "net/http/..."}, "backup does not know the wire", nil},
	{"app/...", []string{
		"marquee/app/sales", "marquee/app/sales/approval", "marquee/app/sales/imported", "marquee/app/sales/modification", "marquee/app/sales/pay",
		"marquee/app/sales/recovery", "marquee/app/sales/refund", "marquee/app/sales/sold",
	}, "what other areas need of sales are their ports: an edit there compiles few packages", []string{"app/areas", "app/demo", "app/shop", "app/sales/..."}},
	{"app/sales/quote/...", []string{"marquee/app/sales"}, "prices are quoted without a basket", nil},
	{"...", []string{"marquee/app/areas"}, "main puts the business together and hands it on", []string{".", "app/apptest"}},
	{"...", []string{"go.etcd.io/bbolt/..."}, "bbolt stands behind kv/bolt", []string{"kv/bolt"}},
	{"...", []string{"github.com/vmihailenco/..."}, "msgpack stands behind indexes", []string{"indexes"}},
	{"...", []string{"github.com/urfave/..."}, "the command line stands in handlers/cli", []string{"handlers/cli/..."}},
	{"...", []string{"github.com/prometheus/..."}, "metrics stand behind handlers/rest", []string{"handlers/rest"}},
	{"...", []string{"github.com/julienschmidt/..."}, "the router stands behind handlers/rest", []string{"handlers/rest"}},
	{"...", []string{"github.com/stripe/..."}, "the library of the payment gateway stands in handlers/stripe", []string{"handlers/stripe"}},
	{"...", []string{"golang.org/x/crypto/..."}, "passwords are hashed in app/company", []string{"app/company"}},
}

// The areas stand in this order: each may import those before it.
var order = []string{"media", "company", "locale", "catalog", "till", "queue", "seating", "person", "customer", "money", "terms", "codes", "discount", "accesscode", "fee", "ledger", "order", "invoice", "segment", "capture", "payment", "voucher", "wallet", "resale", "sales", "transfer", "massrefund", "message", "pass", "shop", "entry", "door", "report", "savedview", "office", "mail", "webhook", "imports"}

func matches(pattern, name string) bool {
	if pattern == "..." {
		return true
	}
	if below, ok := strings.CutSuffix(pattern, "/..."); ok {
		return name == below || strings.HasPrefix(name, below+"/")
	}
	return name == pattern
}

func TestNoPackageImportsWhatItMustNot(t *testing.T) {
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		for _, spec := range s.file.Imports {
			imported := strings.Trim(spec.Path.Value, `"`)
			for _, why := range refusals(s.pkg, imported) {
				t.Errorf("%s imports %s: %s", s.path, imported, why)
			}
			if area, other := areaOf(s.pkg), areaOf(strings.TrimPrefix(imported, "marquee/")); area >= 0 && other > area {
				t.Errorf("%s imports %s: an area imports only those above it (%s)", s.path, imported, strings.Join(order, ", "))
			}
		}
	}
}

// refusals are the reasons why a package must not import another.
func refusals(pkg, imported string) []string {
	var all []string
	for _, r := range rules {
		if !matches(r.pkg, pkg) || slices.ContainsFunc(r.except, func(e string) bool { return matches(e, pkg) }) {
			continue
		}
		if slices.ContainsFunc(r.mustNot, func(p string) bool { return matches(p, imported) }) {
			all = append(all, r.why)
		}
	}
	if why := crossing(pkg, imported); why != "" {
		all = append(all, why)
	}
	return all
}

// handlerAreas are the packages of the API's areas, below handlers.
var handlerAreas = []string{"accesscode", "audit", "capture", "catalog", "company", "customer", "discount", "entry", "fee", "imports", "invoice", "mail", "massrefund", "money", "order", "report", "sales", "savedview", "seating", "system", "terms", "till", "voucher", "wallet", "webhook"}

// crossing says why a package below handlers must not import another, or "".
func crossing(pkg, imported string) string {
	name, below := strings.CutPrefix(pkg, "handlers/")
	other, ours := strings.CutPrefix(imported, "marquee/handlers/")
	switch {
	case matches("rest/...", name) && strings.HasPrefix(imported, "marquee/app/") && imported != "marquee/app/list" && imported != "marquee/app/admission":
		return "the endpoint layer knows callers, errors, lists and who goes first, and no area of the business"
	case !below || !ours:
		return ""
	case slices.Contains(handlerAreas, name) && other != "rest" && other != "wire":
		return "the areas of the API do not know each other; what they share stands in handlers/wire"
	case name == "wire" && other != "rest", name == "rest":
		return "handlers/rest and handlers/wire stand below the areas of the API"
	}
	return ""
}

// areaOf is the place of an area's package in the order, -1 for other packages.
func areaOf(pkg string) int {
	name, ok := strings.CutPrefix(pkg, "app/")
	if !ok {
		return -1
	}
	name, _, _ = strings.Cut(name, "/")
	return slices.Index(order, name)
}

func TestTheRulesWouldBeNoticed(t *testing.T) {
	for pattern, name := range map[string]string{
		"...": "anything", "marquee/app/...": "marquee/app/sales", "net/http": "net/http", "app/...": "app",
	} {
		if !matches(pattern, name) {
			t.Errorf("%s must match %s", pattern, name)
		}
	}
	for pattern, name := range map[string]string{"net/http": "net/http/httptest", "marquee/kv/...": "marquee/kvx"} {
		if matches(pattern, name) {
			t.Errorf("%s must not match %s", pattern, name)
		}
	}
}

func TestForbiddenImportsWouldBeNoticed(t *testing.T) {
	for _, c := range []struct {
		pkg, imported string
		refused       bool
	}{
		{"kv", "marquee/indexes", true},
		{"kv/bolt", "marquee/kv", false},
		{"kv/bolt/pages", "marquee/app/sales", true},
		{"kv/mem", "go.etcd.io/bbolt/errors", true},
		{"indexes", "net/http/httptest", true},
		{"indexes/verify", "marquee/kv/bolt", true},
		{"indexes", "marquee/backup/journal", true},
		{"app/sales", "net/http/httptrace", true},
		{"app/sales", "net/url", false},
		{"app/sales", "marquee/backup/doctor", true},
		{"backup/journal", "net/http/pprof", true},
		{"backup", "go.etcd.io/bbolt/version", true},
		{"handlers/rest", "marquee/app", false},
		{"handlers/rest", "marquee/app/catalog", true},
		{"handlers/rest", "marquee/app/list", false},
		{"handlers/rest/codec", "marquee/indexes/rebuild", true},
		{"handlers/rest", "marquee/handlers/wire", true},
		{"handlers/order", "marquee/handlers/sales", true},
		{"handlers/order", "marquee/handlers/cli", true},
		{"handlers/order", "marquee/handlers/wire", false},
		{"handlers/order", "marquee/app/order", false},
		{"handlers/wire", "marquee/handlers/order", true},
		{"handlers/wire", "marquee/handlers/rest", false},
		{"handlers", "marquee/handlers/order", false},
		{"handlers/cli", "marquee/handlers/certs", false},
	} {
		if got := len(refusals(c.pkg, c.imported)) > 0; got != c.refused {
			t.Errorf("%s importing %s: refused is %v", c.pkg, c.imported, got)
		}
	}
}

func TestEveryPackageHasItsMap(t *testing.T) {
	documented, packages := map[string]bool{}, map[string]bool{}
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		packages[s.pkg] = true
		if s.file.Doc == nil {
			continue
		}
		text, name := s.file.Doc.Text(), path.Base(s.path)
		if strings.HasPrefix(text, "Package "+s.file.Name.Name+" ") || s.pkg == "." && strings.HasPrefix(text, "Command ") {
			documented[s.pkg] = true
		}
		if name != "doc.go" && s.pkg != "." && s.pkg != "testdata" {
			t.Errorf("%s: the package comment belongs into doc.go", s.path)
		}
	}
	for pkg := range packages {
		if !documented[pkg] {
			t.Errorf("%s has no package comment in doc.go", pkg)
		}
	}
}

// maxLines of one function, from its first line to its last.
const maxLines = 60

func TestFunctionsAreShort(t *testing.T) {
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		for _, decl := range s.file.Decls {
			for name, fn := range functionsOf(decl) {
				if n := s.set.Position(fn.End()).Line - s.set.Position(fn.Pos()).Line + 1; n > maxLines {
					t.Errorf("%s: %s has %d lines, at most %d", s.path, name, n, maxLines)
				}
			}
		}
	}
}

// functionsOf are the functions of a declaration by name: itself, or the closures
// that stand in a package variable.
func functionsOf(decl ast.Decl) map[string]ast.Node {
	all := map[string]ast.Node{}
	switch d := decl.(type) {
	case *ast.FuncDecl:
		all[d.Name.Name] = d
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			values, ok := spec.(*ast.ValueSpec)
			if !ok {
				continue
			}
			ast.Inspect(values, func(n ast.Node) bool {
				if fn, ok := n.(*ast.FuncLit); ok {
					all[fmt.Sprintf("closure %d of %s", len(all)+1, values.Names[0].Name)] = fn
				}
				return true
			})
		}
	}
	return all
}

func TestClosuresOfPackageVariablesCount(t *testing.T) {
	const text = "package x\nvar a, b = func() {\n\n}, 1\nvar c = []func(){func() {}, func() { func() {}() }}\nfunc d() {}"
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	var found []int
	for _, decl := range file.Decls {
		found = append(found, len(functionsOf(decl)))
	}
	if !slices.Equal(found, []int{1, 3, 1}) {
		t.Errorf("found %v functions", found)
	}
}

// strangers are words that tell of unfinished work or of somebody's desk.
var strangers = regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|X` + `XX|HA` + `CK)\b|/ho` + `me/|/wo` + `rk/|(domain|design|reliability|performance)\.` + `md`)

func TestNothingIsLeftLying(t *testing.T) {
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != root && (d.Name() == ".git" || d.Name() == ".tools" || d.Name() == "node_modules" || d.Name() == "fuzz" || strings.HasPrefix(d.Name(), "marquee-data")) {
			return fs.SkipDir
		}
		if d.IsDir() || !slices.Contains([]string{".go", ".md", ".txtar", ".json", ""}, filepath.Ext(name)) || d.Name() == "marquee" || d.Name() == ".git" {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for i, line := range strings.Split(string(text), "\n") {
			if word := strangers.FindString(line); word != "" {
				t.Errorf("%s:%d: %q does not belong here", name, i+1, word)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestTheTopIsTidy(t *testing.T) {
	allowed := []string{
		"main.go", "app", "kv", "handlers", "indexes", "backup", "testdata", "Makefile", "go.mod", "go.sum", "README.md", "LICENSE",
		"marquee", "marquee-data", "dist", // made by the targets, not kept
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") && !slices.Contains(allowed, e.Name()) {
			t.Errorf("%s does not belong at the top", e.Name())
		}
	}
}
