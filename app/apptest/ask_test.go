package apptest

import (
	"go/ast"
	"strings"
	"testing"
)

// open are the commands and queries that ask no ability of their caller, and why.
var open = map[string]string{
	"app/async.Take":             "the operation asks when it is carried out",
	"app/async.Find":             "everybody may have the answers to their own requests",
	"app/company.Reachable":      "everybody may know which companies they belong to",
	"app/company.Settings":       "whoever has a token works with its company's currencies, languages and colours",
	"app/company.StateOfFactor":  "everybody may have a second factor",
	"app/company.changeFactor":   "everybody may have a second factor; the password is asked for first",
	"app/company.EditOwn":        "everybody may change their own name, and their password by the one until now",
	"app/company.OwnTokens":      "everybody may see their own tokens",
	"app/company.MakeOwnToken":   "everybody may have tokens that do no more than they may",
	"app/company.RevokeOwnToken": "everybody may end their own tokens",
	"app/company.ProveAgain":     "everybody may show again that it is they; the password or a code is asked for",
	"app/company.ProofWays":      "everybody may know by what they show that it is they",
	"app/company.EndSessions":    "everybody may end their own; those of others ask for the right to change users",
	"app/savedview.Make":         "everybody may keep views; a shared one asks for the company",
	"app/savedview.Update":       "as to make one",
	"app/savedview.Delete":       "as to make one",
	"app/savedview.List":         "everybody sees their own views and shared ones, which show no records",
	"app/company.AskReset":       "whoever forgot their password has no token; a caller who may change users is asked first",
}

// TestEveryCommandAsksItsCaller looks for ways past App.View and App.Update, which do
// not compile without a requirement: a command with a caller that reaches the store
// without one, or asks nothing.
func TestEveryCommandAsksItsCaller(t *testing.T) {
	used, asking := map[string]bool{}, 0
	for _, s := range sources(t) {
		if s.test || !strings.HasPrefix(s.pkg, "app/") || s.pkg == "app/apptest" {
			continue
		}
		for _, d := range s.file.Decls {
			where, gaps := gapsIn(s, d)
			asking += asked(d)
			if len(gaps) > 0 && open[where] != "" {
				used[where] = true
				continue
			}
			for _, gap := range gaps {
				t.Errorf("%s: %s %s", s.set.Position(d.Pos()), where, gap)
			}
		}
	}
	if asking < 60 {
		t.Errorf("only %d calls of View and Update were found: does this test still see them?", asking)
	}
	for name := range open {
		if !used[name] {
			t.Errorf("%s is open no more: take it from the list", name)
		}
	}
}

// gapsIn names a declaration, and what in it lets a caller past the abilities.
func gapsIn(s source, d ast.Decl) (where string, gaps []string) {
	fn, isFunc := d.(*ast.FuncDecl)
	if isFunc {
		where = s.pkg + "." + fn.Name.Name
	} else {
		where = s.pkg
	}
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			name, args := method(n), n.Args
			switch {
			case isFunc && takesCaller(fn) && (name == "ViewCompany" || name == "UpdateCompany"):
				gaps = append(gaps, "reaches the store by "+name+" although it has a caller: use View or Update")
			case (name == "View" || name == "Update" || name == "Browse") && len(args) == 4 && asksNothing(args[2]):
				gaps = append(gaps, "asks nothing of its caller")
			}
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Needs" && asksNothing(n.Value) {
				gaps = append(gaps, "declares a list that asks nothing of its caller")
			}
		}
		return true
	})
	return where, gaps
}

// asked counts the calls that ask.
func asked(d ast.Decl) (n int) {
	ast.Inspect(d, func(node ast.Node) bool {
		if call, ok := node.(*ast.CallExpr); ok && len(call.Args) == 4 {
			if name := method(call); name == "View" || name == "Update" || name == "Browse" {
				n++
			}
		}
		return true
	})
	return n
}

// method is the name of the method that is called, or "".
func method(call *ast.CallExpr) string {
	if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
		return sel.Sel.Name
	}
	return ""
}

// takesCaller tells whether a function is given the caller.
func takesCaller(fn *ast.FuncDecl) bool {
	for _, p := range fn.Type.Params.List {
		if star, ok := p.Type.(*ast.StarExpr); ok {
			if sel, ok := star.X.(*ast.SelectorExpr); ok && sel.Sel.Name == "Caller" {
				return true
			}
		}
	}
	return false
}

// asksNothing tells whether a requirement is met by everybody with a token.
func asksNothing(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return e.Sel.Name == "Anyone" || e.Sel.Name == "Authenticated"
	case *ast.Ident:
		return e.Name == "nil"
	}
	return false
}

// TestEveryListAsks finds lists that were declared without what they need: these would
// refuse everybody, in the middle of a request.
func TestEveryListAsks(t *testing.T) {
	lists := 0
	for _, s := range sources(t) {
		if s.test || !strings.HasPrefix(s.pkg, "app/") {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if !ok || !isList(lit.Type) {
				return true
			}
			lists++
			for _, e := range lit.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok && kv.Key.(*ast.Ident).Name == "Needs" {
					return true
				}
			}
			t.Errorf("%s: a list without Needs", s.set.Position(lit.Pos()))
			return true
		})
	}
	if lists < 15 {
		t.Errorf("only %d lists were found: does this test still see them?", lists)
	}
}

// isList tells whether a type is list.List of something.
func isList(e ast.Expr) bool {
	of, ok := e.(*ast.IndexListExpr)
	if !ok {
		return false
	}
	sel, ok := of.X.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "List"
}
