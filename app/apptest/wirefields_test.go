package apptest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// constantsFile lists the fields of the API that say nothing, each with its reason.
const constantsFile = root + "/testdata/constants.txt"

// TestEveryFieldOfTheAPISaysSomething: a field of an answer that nothing fills, or that is
// filled with one constant, is the same for ever; and one of a request that nothing reads
// does nothing. Each is mended, or listed with its reason.
func TestEveryFieldOfTheAPISaysSomething(t *testing.T) {
	found := map[string]bool{}
	u := usesOfFields(t)
	for _, f := range u.fields {
		switch {
		case f.input && u.read[f.key] == 0, !f.input && u.read[f.key]+u.filled[f.key] == 0 && u.constant[f.key] < 2:
			found[f.name] = true
		}
	}
	listed := listedConstants(t)
	for _, name := range slices.Sorted(maps.Keys(found)) {
		if listed[name] == "" {
			t.Errorf("%s says nothing: fill or read it, or list it in testdata/constants.txt with the reason", name)
		}
	}
	for name := range listed {
		if !found[name] {
			t.Errorf("testdata/constants.txt lists %s, which says something by now, or is gone", name)
		}
	}
}

func listedConstants(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(constantsFile)
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, reason, ok := strings.Cut(strings.TrimSpace(line), " ")
		if ok && name != "#" {
			listed[name] = strings.TrimSpace(reason)
		}
	}
	return listed
}

// wireField is a field of a request or an answer. Its key is the same wherever it is seen
// from.
type wireField struct {
	key, name string
	input     bool
}

// fieldUses are the places in which fields are read, and filled with something or with a
// constant.
type fieldUses struct {
	fields                 []wireField
	read, filled, constant map[string]int
}

func usesOfFields(t *testing.T) *fieldUses {
	t.Helper()
	u := &fieldUses{read: map[string]int{}, filled: map[string]int{}, constant: map[string]int{}}
	built := builds(t, "marquee/handlers/...")
	for _, area := range append(slices.Clone(handlerAreas), "wire") {
		l := built["marquee/handlers/"+area]
		set := token.NewFileSet()
		var files []*ast.File
		for _, name := range l.GoFiles {
			f, err := parser.ParseFile(set, filepath.Join(l.Dir, name), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		x := &fieldUser{u, check(t, built, l.ImportPath, set, files...), map[*ast.SelectorExpr]bool{}}
		for _, f := range files {
			ast.Inspect(f, func(n ast.Node) bool { x.declared(area, n); x.written(n); return true })
			ast.Inspect(f, func(n ast.Node) bool { x.selected(n); return true })
		}
	}
	return u
}

// fieldUser looks at one package.
type fieldUser struct {
	*fieldUses
	in *checked
	// assigned are the selectors that stand left of an assignment.
	assigned map[*ast.SelectorExpr]bool
}

// keyOf names a field by where it is declared, which export data tells, too.
func (x *fieldUser) keyOf(v *types.Var) string {
	at := x.in.set.Position(v.Origin().Pos())
	return fmt.Sprintf("%s/%s:%d %s", path.Base(path.Dir(at.Filename)), path.Base(at.Filename), at.Line, v.Name())
}

// declared notes the tagged fields of a struct. Rules of input, or a name that ends in In,
// tell a request.
func (x *fieldUser) declared(area string, n ast.Node) {
	spec, ok := n.(*ast.TypeSpec)
	if !ok {
		return
	}
	s, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	for _, f := range s.Fields.List {
		for _, id := range f.Names {
			if f.Tag == nil || id.Name == "_" {
				continue
			}
			input := strings.HasSuffix(spec.Name.Name, "In")
			for _, rule := range []string{"query:", "header:", "maxlen:", "required:", "default:"} {
				input = input || strings.Contains(f.Tag.Value, rule)
			}
			x.fields = append(x.fields, wireField{x.keyOf(x.in.info.Defs[id].(*types.Var)), area + "." + spec.Name.Name + "." + id.Name, input})
		}
	}
}

// written notes what assignments, literals and conversions fill.
func (x *fieldUser) written(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, l := range n.Lhs {
			sel, ok := l.(*ast.SelectorExpr)
			if !ok {
				continue
			}
			x.assigned[sel] = true
			var value ast.Expr
			if len(n.Rhs) == len(n.Lhs) {
				value = n.Rhs[i]
			}
			x.fill(x.in.info.Uses[sel.Sel], value)
		}
	case *ast.CompositeLit:
		s := structOf(x.in.info.Types[n].Type)
		for i, e := range n.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				if id, ok := kv.Key.(*ast.Ident); ok {
					x.fill(x.in.info.Uses[id], kv.Value)
				}
			} else if s != nil {
				x.fill(s.Field(i), e)
			}
		}
	case *ast.CallExpr: // a conversion fills all
		if to := x.in.info.Types[n.Fun]; to.IsType() && structOf(to.Type) != nil {
			for f := range structOf(to.Type).Fields() {
				x.fill(f, nil)
			}
		}
	}
}

func structOf(t types.Type) *types.Struct {
	if t == nil {
		return nil
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, _ := t.Underlying().(*types.Struct)
	return s
}

func (x *fieldUser) fill(o types.Object, value ast.Expr) {
	v, ok := o.(*types.Var)
	if !ok || !v.IsField() {
		return
	}
	if tv := x.in.info.Types[value]; value != nil && (tv.Value != nil || tv.IsNil()) {
		x.constant[x.keyOf(v)]++
		return
	}
	x.filled[x.keyOf(v)]++
}

// selected notes what is read.
func (x *fieldUser) selected(n ast.Node) {
	sel, ok := n.(*ast.SelectorExpr)
	if !ok || x.assigned[sel] {
		return
	}
	if v, ok := x.in.info.Uses[sel.Sel].(*types.Var); ok && v.IsField() {
		x.read[x.keyOf(v)]++
	}
}
