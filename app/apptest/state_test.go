package apptest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Everything that app/ consists of is put together in app/areas and handed to the
// App as a value. So no package below app/ has an init function, and no package
// variable there changes while the program runs: two Apps of one process know
// nothing of each other. A package variable
//
//   - has a type that cannot change by itself: no channel, nothing of sync, and no
//     pointer but to the declarations of constant;
//   - is never assigned to, not even in part, never has its address taken, and is
//     never handed to what changes its argument.
func TestAppKeepsNoPackageState(t *testing.T) {
	built := builds(t, "marquee/app/...")
	for path, l := range built {
		if !matches("marquee/app/...", path) {
			continue
		}
		set := token.NewFileSet()
		var files []*ast.File
		for _, name := range l.GoFiles {
			f, err := parser.ParseFile(set, filepath.Join(l.Dir, name), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		for _, finding := range check(t, built, path, set, files...).state() {
			t.Error(finding)
		}
	}
}

// constant are the types of declarations: what they point to does not change, or
// is a cache of what is constant.
var constant = []string{
	"marquee/app.PerApp",
	"marquee/indexes.Table", "marquee/indexes.Keyed", "marquee/indexes.Owned", "marquee/indexes.OwnedKeyed", "marquee/indexes.Part",
	"marquee/indexes.By", "marquee/indexes.Unique", "marquee/indexes.Texts", "marquee/app/codes.Kind",
	"marquee/app/list.List", "marquee/app/queue.Kind", "marquee/app/queue.Runs", "marquee/app/queue.Pump", "marquee/app/attempt.Kind",
	"regexp.Regexp", "strings.Replacer", "time.Location",
}

// checked is a package with its types.
type checked struct {
	set   *token.FileSet
	files []*ast.File
	pkg   *types.Package
	info  *types.Info
	found []string
}

// state lists what breaks the rule.
func (c *checked) state() []string {
	for _, f := range c.files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
				c.find(fn, "an init function registers behind the back of app/areas")
			}
		}
		ast.Inspect(f, c.look)
	}
	for _, name := range c.pkg.Scope().Names() {
		if v, ok := c.pkg.Scope().Lookup(name).(*types.Var); ok {
			if why := changes(v.Type(), nil); why != "" {
				c.found = append(c.found, fmt.Sprintf("%s: %s is %s", c.set.Position(v.Pos()), name, why))
			}
		}
	}
	return c.found
}

func (c *checked) find(n ast.Node, format string, args ...any) {
	c.found = append(c.found, fmt.Sprintf("%s: %s", c.set.Position(n.Pos()), fmt.Sprintf(format, args...)))
}

// changes tells what of a type changes by itself; empty when nothing does.
func changes(t types.Type, seen []types.Type) string {
	if slices.Contains(seen, t) {
		return ""
	}
	seen = append(seen, t)
	if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil {
		if path := named.Obj().Pkg().Path(); path == "sync" || path == "sync/atomic" {
			return "a " + path + "." + named.Obj().Name()
		} else if path == "embed" { // files of the program
			return ""
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Chan:
		return "a channel"
	case *types.Pointer:
		if !isConstant(u.Elem()) {
			return "a pointer to what may change"
		}
	case *types.Struct:
		for f := range u.Fields() {
			if why := changes(f.Type(), seen); why != "" {
				return why
			}
		}
	case *types.Array:
		return changes(u.Elem(), seen)
	case *types.Slice:
		return changes(u.Elem(), seen)
	case *types.Map:
		return changes(u.Elem(), seen)
	}
	return ""
}

func isConstant(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && slices.Contains(constant, named.Obj().Pkg().Path()+"."+named.Obj().Name())
}

// look finds writes to package variables, of this and of other packages.
func (c *checked) look(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			c.written(n.Lhs...)
		}
	case *ast.IncDecStmt:
		c.written(n.X)
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			c.written(n.Key, n.Value)
		}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			c.written(n.X)
		}
	case *ast.CallExpr:
		c.called(n)
	}
	return true
}

func (c *checked) written(targets ...ast.Expr) {
	for _, e := range targets {
		if v := c.variable(e); v != nil {
			c.find(e, "%s is written to, or its address is taken", v.Name())
		}
	}
}

// changers are functions that change their first argument.
var changers = []string{"delete", "clear", "copy", "slices.Sort", "slices.SortFunc", "slices.SortStableFunc", "slices.Reverse", "sort.Slice", "sort.Strings", "maps.Copy"}

func (c *checked) called(n *ast.CallExpr) {
	if slices.Contains(changers, types.ExprString(n.Fun)) && len(n.Args) > 0 {
		c.written(n.Args[0])
	}
	sel, ok := n.Fun.(*ast.SelectorExpr)
	if !ok {
		return
	}
	s := c.info.Selections[sel]
	if s == nil || s.Kind() != types.MethodVal {
		return
	}
	recv := s.Obj().(*types.Func).Signature().Recv().Type()
	_, byPointer := recv.Underlying().(*types.Pointer)
	_, isPointer := s.Recv().Underlying().(*types.Pointer)
	if byPointer && !isPointer && !s.Indirect() {
		c.written(sel.X) // Go takes the address
	}
}

// variable is the package variable that an expression is, or is a part of.
func (c *checked) variable(e ast.Expr) *types.Var {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.SelectorExpr:
			if v := packageVariable(c.info.Uses[x.Sel]); v != nil {
				return v
			}
			e = x.X
		case *ast.Ident:
			return packageVariable(c.info.Uses[x])
		default:
			return nil
		}
	}
}

func packageVariable(o types.Object) *types.Var {
	v, ok := o.(*types.Var)
	if !ok || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() {
		return nil
	}
	return v
}

// listed is a package as the go command knows it.
type listed struct {
	ImportPath, Export, Dir string
	GoFiles                 []string
}

// builds lists packages and all that they import, with the types that their builds
// left behind.
func builds(t *testing.T, pattern string) map[string]listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export,Dir,GoFiles", pattern)
	cmd.Dir, cmd.Stderr = root, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]listed{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listed
		if err := d.Decode(&l); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all[l.ImportPath] = l
	}
}

// check finds the types of a package's files.
func check(t *testing.T, built map[string]listed, path string, set *token.FileSet, files ...*ast.File) *checked {
	t.Helper()
	lookup := func(path string) (io.ReadCloser, error) { return os.Open(built[path].Export) }
	conf := types.Config{Importer: importer.ForCompiler(set, "gc", lookup)}
	info := &types.Info{
		Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	pkg, err := conf.Check(path, set, files, info)
	if err != nil {
		t.Fatal(err)
	}
	return &checked{set: set, files: files, pkg: pkg, info: info}
}

// What the rule forbids is found.
func TestPackageStateIsFound(t *testing.T) {
	const source = `package p

import "sync"

func init() {}

type counter struct{ n int }

func (c *counter) add() { c.n++ }

type guarded struct { mu [1]sync.Mutex }

var (
	fine     = map[string]int{"a": 1}
	alsoFine = counter{1}
	names    = []string{"b", "a"}
	hook     func()
	kept     *counter
	lock     sync.Mutex
	deep     map[int]guarded
	queue    = make(chan int)
	count    counter
	total    int
)

func f() int {
	fine := fine["a"]
	fine++
	hook = nil
	names[0] = "c"
	count.add()
	p := &total
	for total = range 3 {
	}
	return fine + alsoFine.n + *p
}
`
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	c := check(t, builds(t, "sync"), "p", set, f)
	all := strings.Join(c.state(), "\n")
	for _, want := range []string{"init function", "hook is written", "names is written", "count is written", "total is written",
		"kept is a pointer", "lock is a sync.Mutex", "deep is a sync.Mutex", "queue is a channel"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q was not found in:\n%s", want, all)
		}
	}
	if strings.Contains(strings.ToLower(all), "fine") {
		t.Errorf("too much was found:\n%s", all)
	}
}
