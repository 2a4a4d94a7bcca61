package apptest

import (
	"go/ast"
	"maps"
	"slices"
	"strings"
	"testing"
)

// maxMethods of one type, and maxFiles of one package, its tests not counted. What is above is
// listed with how much it has, which only becomes less.
const (
	maxMethods = 40
	maxFiles   = 40
)

var manyMethods = map[string]int{
	"app.App": 46, "app/imports.record": 56, "app/order.Item": 48, "app/order.Order": 46,
	"backup.Keeper": 73, "backup/journal.Journal": 41, "handlers/web/door.Door": 51, "handlers/web/shop.Shop": 80, "handlers/web/shop.visit": 71,
	"indexes.core": 72,
}

var manyFiles = map[string]int{
	"app/catalog": 76, "app/company": 58, "app/entry": 46, "app/order": 77, "app/report": 52, "backup": 42,
	"handlers/rest": 53, "handlers/web/shop": 45, "indexes": 44, "kv/bolt": 43,
}

func TestNoTypeHasTooManyMethods(t *testing.T) {
	n := map[string]int{}
	for _, s := range sources(t) {
		for _, d := range s.file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil && !s.test {
				n[s.pkg+"."+receiver(fn.Recv.List[0].Type)]++
			}
		}
	}
	holdTo(t, "methods", n, maxMethods, manyMethods)
}

func TestNoPackageHasTooManyFiles(t *testing.T) {
	n := map[string]int{}
	for _, s := range sources(t) {
		if !s.test {
			n[s.pkg]++
		}
	}
	holdTo(t, "files", n, maxFiles, manyFiles)
}

// receiver is the name of the type that a method belongs to.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return "?"
}

// holdTo wants nothing to have more than most, but what is listed, which has no more than it says.
func holdTo(t *testing.T, what string, n map[string]int, most int, listed map[string]int) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(n)) {
		if bound := max(most, listed[name]); n[name] > bound {
			t.Errorf("%s has %d %s, at most %d", name, n[name], what, bound)
		}
	}
	for name := range listed {
		if n[name] <= most {
			t.Errorf("%s has %d %s: it needs not to be listed any more", name, n[name], what)
		}
	}
}

// The rules of selling are told values; they read and store nothing.
func TestTheRulesOfSellingAskNobody(t *testing.T) {
	for _, s := range sources(t) {
		if s.pkg != "app/sales/rules" || s.test {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			x, ok := sel.X.(*ast.Ident)
			if ok && (x.Name == "app" && slices.Contains([]string{"Tx", "Reader", "App", "Work"}, sel.Sel.Name) || strings.HasPrefix(x.Name+"."+sel.Sel.Name, "time.Now") || x.Name == "context") {
				t.Errorf("%s: %s.%s reads or asks", s.set.Position(sel.Pos()), x.Name, sel.Sel.Name)
			}
			return true
		})
	}
}
