package handlers_test

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/handlers"
)

// changesFile tells whoever writes a client what is new, and what goes away.
const changesFile = "docs/manual/changes.md"

// TestTheAPIHasTheVersionOfItsChanges: the newest heading of the chapter is the version of the
// document.
func TestTheAPIHasTheVersionOfItsChanges(t *testing.T) {
	is := is.New(t)
	text, err := os.ReadFile(changesFile)
	is.NoErr(err)
	_, after, found := strings.Cut(string(text), "\n## ")
	is.True(found)
	version, _, _ := strings.Cut(after, " ")
	is.Equal(handlers.Document(nil).Info.Version, version)
}

// nothingIsLost compares the document with the one that is kept: an operation, a field or a
// parameter that is gone has to be named in the chapter about changes, in backticks. Without
// that the new document is not kept.
func nothingIsLost(t *testing.T, now []byte) bool {
	t.Helper()
	before, err := os.ReadFile("../testdata/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	changes, err := os.ReadFile(changesFile)
	if err != nil {
		t.Fatal(err)
	}
	lost := lostWithoutAWord(surfaceOf(t, before), surfaceOf(t, now), goneIn(string(changes)))
	for _, name := range lost {
		t.Errorf("%s is gone from the API: say so in handlers/%s, under Gone", name, changesFile)
	}
	return len(lost) == 0
}

// goneIn is what the newest version of the chapter says under Gone.
func goneIn(changes string) string {
	_, newest, _ := strings.Cut(changes, "\n## ")
	newest, _, _ = strings.Cut(newest, "\n## ")
	_, gone, _ := strings.Cut(newest, "\nGone:\n")
	for _, next := range []string{"\nNew:\n", "\nChanged:\n", "\nDeprecated:\n"} {
		gone, _, _ = strings.Cut(gone, next)
	}
	return gone
}

func TestGoneIsWhatTheNewestVersionSays(t *testing.T) {
	is := is.New(t)
	is.Equal(goneIn("# C\n\n## 2\n\nNew:\n\n- `a`\n\nGone:\n\n- `b`\n\nChanged:\n\n- `c`\n\n## 1\n\nGone:\n\n- `d`\n"), "\n- `b`\n")
	is.Equal(goneIn("# C\n\n## 2\n\nNew:\n\n- `a`\n\n## 1\n\nGone:\n\n- `d`\n"), "")
}

// lostWithoutAWord lists what was there, is not any more, and is not named in a text: by the
// operation, or by its own name.
func lostWithoutAWord(before, now map[string]bool, changes string) (lost []string) {
	for _, name := range slices.Sorted(maps.Keys(before)) {
		operation, field, _ := strings.Cut(name, "  ")
		own := field[strings.LastIndexAny(field, ".? ")+1:]
		if !now[name] && !strings.Contains(changes, "`"+operation+"`") && (own == "" || !strings.Contains(changes, "`"+own+"`")) {
			lost = append(lost, name)
		}
	}
	return lost
}

// surfaceOf lists what clients see of a document: operations, their parameters, and the fields
// that they take and answer, by their paths.
func surfaceOf(t *testing.T, document []byte) map[string]bool {
	t.Helper()
	var d map[string]any
	if err := json.Unmarshal(document, &d); err != nil {
		t.Fatal(err)
	}
	s := surface{named: at(d, "components", "schemas"), all: map[string]bool{}}
	for path, item := range at(d, "paths") {
		for method, op := range item.(map[string]any) {
			s.operation(strings.ToUpper(method)+" "+path, op.(map[string]any))
		}
	}
	return s.all
}

type surface struct {
	named map[string]any
	all   map[string]bool
}

// at is the object at a path, nil for none.
func at(v any, path ...string) map[string]any {
	for _, name := range path {
		o, _ := v.(map[string]any)
		v = o[name]
	}
	o, _ := v.(map[string]any)
	return o
}

func (s *surface) operation(name string, op map[string]any) {
	s.all[name] = true
	parameters, _ := op["parameters"].([]any)
	for _, p := range parameters {
		if called, ok := p.(map[string]any)["name"].(string); ok {
			s.all[name+"  ?"+called] = true
		}
	}
	for _, body := range at(op, "requestBody", "content") {
		s.fields(name+"  takes ", at(body, "schema"), nil)
	}
	for status, r := range at(op, "responses") {
		for _, body := range at(r, "content") {
			if status < "300" {
				s.fields(name+"  answers ", at(body, "schema"), nil)
			}
		}
	}
}

// fields notes those of a form, and of what is in it. A form that contains itself ends there.
func (s *surface) fields(where string, form map[string]any, within []string) {
	if ref, ok := form["$ref"].(string); ok {
		name := strings.TrimPrefix(ref, "#/components/schemas/")
		if !slices.Contains(within, name) {
			s.fields(where, at(s.named, name), append(within[:len(within):len(within)], name))
		}
		return
	}
	for name, one := range at(form, "properties") {
		s.all[where+"."+name] = true
		s.fields(where+"."+name, one.(map[string]any), within)
	}
	for _, inner := range []string{"items", "additionalProperties"} {
		if one := at(form, inner); one != nil {
			s.fields(where, one, within)
		}
	}
	for _, several := range []string{"anyOf", "oneOf"} {
		forms, _ := form[several].([]any)
		for _, one := range forms {
			s.fields(where, one.(map[string]any), within)
		}
	}
}

// TestWhatIsLostNeedsAWord: what went away or is called differently, and nothing that is new.
func TestWhatIsLostNeedsAWord(t *testing.T) {
	document := func(fields string) map[string]bool {
		return surfaceOf(t, []byte(`{"paths": {"/events": {"get": {"parameters": [{"name": "limit"}], "responses": {"200": {"content": {"application/json": {"schema": {"properties": {`+fields+`}}}}}}}}}}`))
	}
	before := document(`"name": {}, "venue": {"properties": {"city": {}}}`)
	for _, c := range []struct {
		name, fields, changes string
		lost                  int
	}{
		{"nothing changed", `"name": {}, "venue": {"properties": {"city": {}}}`, "", 0},
		{"something is new", `"name": {}, "title": {}, "venue": {"properties": {"city": {}}}`, "", 0},
		{"a field is gone", `"venue": {"properties": {"city": {}}}`, "`nothing`", 1},
		{"a field is gone and named", `"venue": {"properties": {"city": {}}}`, "Gone: `name` of events", 0},
		{"one inside another is gone", `"name": {}, "venue": {}`, "Gone: `venue`", 1},
		{"its operation is named", `"name": {}, "venue": {}`, "Gone: the venue of `GET /events`", 0},
		{"a word without backticks is none", `"venue": {"properties": {"city": {}}}`, "Gone: name", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			is.New(t).Equal(len(lostWithoutAWord(before, document(c.fields), c.changes)), c.lost)
		})
	}
}
