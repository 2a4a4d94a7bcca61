package rest

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// formatArgs says which argument of a call is a message format.
var formatArgs = map[string]int{"Msg": 0, "Missing": 0, "Noun": 0, "Refuse": 1, "Field": 1, "Add": 1}

// formatsOf finds every message format in the module's source, with one place,
// and every string literal at all.
func formatsOf(t *testing.T) (found map[string]string, literals map[string]bool) {
	t.Helper()
	found, literals = map[string]string{}, map[string]bool{}
	fset := token.NewFileSet()
	eachFile(t, func(path string) error {
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if format, ok := formatOf(call); ok {
					found[format] = fset.Position(call.Pos()).String()
				}
			}
			if lit, ok := n.(*ast.BasicLit); ok {
				text, _ := literalText(lit)
				literals[text] = true
			}
			return true
		})
		return nil
	})
	return found, literals
}

// eachFile calls f with every file of the module but what git keeps and what npm installed,
// which has texts of its own.
func eachFile(t *testing.T, f func(path string) error) {
	t.Helper()
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !d.IsDir():
			return f(path)
		case d.Name() == "node_modules", strings.HasPrefix(d.Name(), ".") && d.Name() != ".." && d.Name() != ".":
			return fs.SkipDir
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// formatOf is the literal format of a call that makes a message.
func formatOf(call *ast.CallExpr) (string, bool) {
	name := ""
	switch f := call.Fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
	}
	i, ok := formatArgs[name]
	if !ok || len(call.Args) <= i {
		return "", false
	}
	text, ok := literalText(call.Args[i])
	return text, ok && text != ""
}

// literalText is a string literal, or several that are added up.
func literalText(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		x, okX := literalText(e.X)
		y, okY := literalText(e.Y)
		return x + y, okX && okY
	}
	return "", false
}

var verbForm = regexp.MustCompile(`%[-+# 0]*[0-9.]*[a-zA-Z]|%%`)

func TestEveryMessageIsTranslated(t *testing.T) {
	formats, literals := formatsOf(t)
	if len(formats) < 20 {
		t.Fatalf("only %d formats were found", len(formats))
	}
	for _, l := range languages[1:] {
		t.Run(l.name, func(t *testing.T) {
			var missing []string
			for format, at := range formats {
				translated, ok := l.words()[format]
				if !ok {
					missing = append(missing, at+": "+strconv.Quote(format))
					continue
				}
				if got, want := verbForm.FindAllString(translated, -1), verbForm.FindAllString(format, -1); strings.Join(got, " ") != strings.Join(want, " ") {
					t.Errorf("%s: %q has verbs %v, its translation %v", at, format, want, got)
				}
			}
			sort.Strings(missing)
			if len(missing) > 0 {
				t.Errorf("messages/%s.json lacks:\n%s", l.name, strings.Join(missing, "\n"))
			}
			for key := range l.words() {
				if formats[key] == "" && !literals[key] {
					t.Errorf("messages/%s.json: nobody says %q", l.name, key)
				}
			}
		})
	}
}

// breaking is a space at which a row may end before a sign, or behind the one that opens
// a quotation. French wants U+00A0 there; no other language has a space.
var breaking = regexp.MustCompile(`\S [?!:;»]|« `)

// TestFrenchSignsStayWithTheirWords: no French text ends a row before a question mark, a colon
// or the like, wherever the texts are kept.
func TestFrenchSignsStayWithTheirWords(t *testing.T) {
	is := is.New(t)
	kept := regexp.MustCompile(`(^|\.)fr\.(json|txt)$`)
	key := regexp.MustCompile(`^\s*"(?:[^"\\]|\\.)*": `)
	n := 0
	eachFile(t, func(path string) error {
		if !kept.MatchString(filepath.Base(path)) {
			return nil
		}
		n++
		b, err := os.ReadFile(path)
		for i, line := range strings.Split(string(b), "\n") {
			if text := key.ReplaceAllString(line, ""); breaking.MatchString(text) {
				t.Errorf("%s:%d: a row can end before a sign: %s", path, i+1, text)
			}
		}
		return err
	})
	is.True(n >= 6)
	_, literals := formatsOf(t)
	for text := range literals {
		if french.MatchString(text) && breaking.MatchString(text) {
			t.Errorf("a row can end before a sign: %s", text)
		}
	}
}

// french is what literals of the programs have that are French and are none of another language.
var french = regexp.MustCompile(`[éèêàùçÉÀ]|Billet|Maintenant`)

func TestMessageFilesAreSorted(t *testing.T) {
	for _, l := range languages[1:] {
		t.Run(l.name, func(t *testing.T) {
			is := is.New(t)
			b, err := messageFiles.ReadFile("messages/" + l.name + ".json")
			is.NoErr(err)
			var keys []string
			d := json.NewDecoder(strings.NewReader(string(b)))
			_, err = d.Token()
			is.NoErr(err)
			for d.More() {
				k, err := d.Token()
				is.NoErr(err)
				_, err = d.Token()
				is.NoErr(err)
				keys = append(keys, k.(string))
			}
			is.True(sort.StringsAreSorted(keys)) // keys are sorted
			for i := 1; i < len(keys); i++ {
				is.True(keys[i] != keys[i-1]) // keys are unique
			}
		})
	}
}
