package handlers_test

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/handlers"
	"marquee/handlers/rest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares a text with a file of testdata, or rewrites the file.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	name = "../testdata/" + name
	if *update {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != string(got) {
		t.Errorf("%s is out of date: %s\nrewrite it with: go test ./handlers -run %s -update", name, firstDifference(string(want), string(got)), t.Name())
	}
}

func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			from := max(0, samePrefix(w[i], g[i])-excerpt/2)
			return "have " + cut(w[i], from) + ", want " + cut(g[i], from)
		}
	}
	return "one is longer"
}

// excerpt is how much of a long line a difference shows, in bytes.
const excerpt = 160

func cut(s string, from int) string { return s[from:min(len(s), from+excerpt)] }

func samePrefix(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// operationLines writes an indented document with one operation, or one component, a line.
func operationLines(document []byte) []byte {
	const deep = "      " // before the key of an operation
	var out []byte
	for line := range strings.Lines(string(document)) {
		inside := strings.HasPrefix(line, deep+" ") || strings.HasPrefix(line, deep+"}") || strings.HasPrefix(line, deep+"]")
		line = strings.TrimRight(line, "\n")
		switch {
		case inside:
			out = append(append(out, ' '), strings.TrimLeft(line, " ")...)
		case len(out) > 0:
			out = append(append(out, '\n'), line...)
		default:
			out = append(out, line...)
		}
	}
	return append(out, '\n')
}

// TestDocument30 writes the document in the words of 3.0 to the file that MARQUEE_DOCUMENT_30
// names, for generators of clients.
func TestDocument30(t *testing.T) {
	is := is.New(t)
	b, err := handlers.Document30(handlers.Routes(nil)).JSON()
	is.NoErr(err)
	text := string(b)
	is.True(strings.Contains(text, `"openapi": "3.0.3"`))
	is.True(strings.Contains(text, `"nullable": true`))
	for _, word := range []string{`"null"`, `"type": [`} { // of 3.1
		is.True(!strings.Contains(text, word))
	}
	is.True(regexp.MustCompile(`"phone_code": \{[^}]*"x-go-name": "also_phone_code"`).MatchString(text)) // beside phoneCode
	if file := os.Getenv("MARQUEE_DOCUMENT_30"); file != "" {
		is.NoErr(os.WriteFile(file, b, 0o600))
	}
}

func TestDocument(t *testing.T) {
	d := handlers.Document(handlers.Routes(nil))
	b, err := d.JSON()
	if err != nil {
		t.Fatal(err)
	}
	if !nothingIsLost(t, b) {
		return
	}
	t.Run("the file is what the routes declare", func(*testing.T) { golden(t, "openapi.json", operationLines(b)) })
	t.Run("every operation has an id of its own and a known tag", func(t *testing.T) {
		is := is.New(t)
		tags, seen := map[string]bool{}, map[string]bool{}
		for _, g := range d.Tags {
			tags[g.Name] = true
		}
		for _, path := range d.Paths.Names() {
			item, _ := d.Paths.Get(path)
			for _, method := range item.Names() {
				op, _ := item.Get(method)
				is.True(!seen[op.OperationID]) // ids are unique
				seen[op.OperationID] = true
				is.True(tags[op.Tags[0]]) // the tag is described
			}
		}
	})
	t.Run("every reference leads somewhere", func(t *testing.T) {
		for _, ref := range regexp.MustCompile(`"\$ref": "#/components/(\w+)/([^"]+)"`).FindAllSubmatch(b, -1) {
			kind, name := string(ref[1]), string(ref[2])
			found := false
			switch kind {
			case "schemas":
				_, found = d.Components.Schemas.Get(name)
			case "parameters":
				_, found = d.Components.Parameters.Get(name)
			case "headers":
				_, found = d.Components.Headers.Get(name)
			case "responses":
				_, found = d.Components.Responses.Get(name)
			}
			if !found {
				t.Errorf("%s leads nowhere", ref[0])
			}
		}
	})
	t.Run("no operation has two parameters of a name", func(t *testing.T) {
		operations(d, func(method, path string, op *rest.Operation) {
			seen := map[string]bool{}
			for _, p := range op.Parameters {
				key := p.Ref + p.In + p.Name
				if seen[key] {
					t.Errorf("%s %s: %s twice", method, path, key)
				}
				seen[key] = true
			}
		})
	})
}

// TestDocumentNamesEveryField finds objects of answers that the document leaves
// empty. What an include brings (attributes) and what stands beside a row (meta)
// are as many things as there are resources. Letting an order in answers {}.
func TestDocumentNamesEveryField(t *testing.T) {
	d := handlers.Document(handlers.Routes(nil))
	var look func(at string, s *rest.Schema)
	look = func(at string, s *rest.Schema) {
		if s == nil || s.Ref != "" || strings.HasSuffix(at, ".attributes") || strings.HasSuffix(at, ".meta") || at == "POST /orders/admit-tickets 200" {
			return
		}
		types, _ := s.Type.([]string)
		if s.Properties.IsZero() && s.AdditionalProperties == nil && (s.Type == "object" || len(types) > 0 && types[0] == "object") {
			t.Errorf("%s is an object without fields", at)
		}
		for _, name := range s.Properties.Names() {
			p, _ := s.Properties.Get(name)
			look(at+"."+name, p)
		}
		look(at+"[]", s.Items)
		for _, one := range s.AnyOf {
			look(at, one)
		}
	}
	for _, name := range d.Components.Schemas.Names() {
		s, _ := d.Components.Schemas.Get(name)
		look(name, s)
	}
	operations(d, func(method, path string, op *rest.Operation) {
		for _, status := range op.Responses.Names() {
			r, _ := op.Responses.Get(status)
			c, _ := r.Content.Get("application/json")
			look(method+" "+path+" "+status, c.Schema)
		}
	})
}
