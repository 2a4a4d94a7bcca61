package apptest

import (
	"go/ast"
	"path"
	"slices"
	"strings"
	"testing"
)

// allowed are functions that exist for some packages alone, by where they are declared.
var allowed = []struct {
	from  string // the file that declares them; one named function of it where only is set
	only  []string
	users []string
	why   string
}{
	{"app/order/store.go", nil, []string{"app/sales/..."}, "what is sold is stored by the commands of app/sales"},
	{"indexes/table.go", []string{"Forge"}, nil, "only tests write the records of others"},
	{"indexes/keyed.go", []string{"ForgeKeyed"}, nil, "only tests write the records of others"},
}

// TestWritersAreCalledByTheirOwn: a table is lower-case in the area that owns it, and what others
// may do to its records is a function; some of these are for one package, or for tests.
func TestWritersAreCalledByTheirOwn(t *testing.T) {
	all, found := sources(t), 0
	for _, a := range allowed {
		in := slices.IndexFunc(all, func(s source) bool { return s.path == a.from })
		if in < 0 {
			t.Fatalf("%s is not there", a.from)
		}
		names := a.only
		for _, d := range all[in].file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && a.only == nil && fn.Recv == nil {
				names = append(names, fn.Name.Name)
			}
		}
		for _, s := range all {
			if s.test || s.pkg == path.Dir(a.from) || slices.ContainsFunc(a.users, func(p string) bool { return matches(p, s.pkg) }) {
				continue
			}
			for _, name := range callsOf(s.file, "marquee/"+path.Dir(a.from)) {
				found++
				if slices.Contains(names, name) {
					t.Errorf("%s calls %s: %s", s.path, name, a.why)
				}
			}
		}
	}
	if found < 1000 {
		t.Errorf("looked at %d uses only", found)
	}
}

// callsOf are the names of a package that a file uses.
func callsOf(f *ast.File, imported string) (names []string) {
	as := ""
	for _, spec := range f.Imports {
		if strings.Trim(spec.Path.Value, `"`) == imported {
			if as = path.Base(imported); spec.Name != nil {
				as = spec.Name.Name
			}
		}
	}
	if as == "" {
		return nil
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == as {
				names = append(names, s.Sel.Name)
			}
		}
		return true
	})
	return names
}
