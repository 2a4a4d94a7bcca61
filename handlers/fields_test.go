package handlers_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"marquee/app"
	"marquee/handlers/apitest"
)

// fieldsFile says of every field of every answer who may see it.
const fieldsFile = "../testdata/fields.txt"

const fieldsHead = `# Every field of every answer, and what a caller needs to see it beside what the operation
# asks: route is nothing, else one of the abilities, as in the tag needs. Attributes stand
# under the type of their resource, the rest under its operation.
#
# go test ./handlers -run TestScenarios -update adds new fields as undeclared, which fails:
# say here who may see them.
`

// undeclared is what nobody has said yet.
const undeclared = "undeclared"

// declaredFields reads who may see what.
func declaredFields(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(fieldsFile)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	declared := map[string]string{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if at := strings.LastIndexByte(line, ' '); at > 0 && !strings.HasPrefix(line, "#") {
			declared[strings.TrimSpace(line[:at])] = line[at+1:]
		}
	}
	return declared
}

// whoMaySee is what the file says of a field: by its name, or by that of what it lies in, with a star.
func whoMaySee(declared map[string]string, key string) string {
	for at := key; declared[key] == "" && at != ""; at = at[:max(0, strings.LastIndexByte(at, '.'))] {
		if says := declared[at+".*"]; says != "" {
			return says
		}
	}
	return declared[key]
}

// declareFields holds the fields of all answers of the scenarios against the file: a field
// that is not in it fails until somebody has said who may see it.
func declareFields(t *testing.T, seen []apitest.Seen) {
	t.Helper()
	declared := declaredFields(t)
	now := maps.Clone(declared) // other tests come by fields that no scenario shows
	for _, s := range seen {
		if s.Status >= 300 {
			continue
		}
		eachField(operationOf(s.Method, s.Path), s.Answer, func(key string, _ any) {
			if whoMaySee(declared, key) == "" {
				now[key] = undeclared
			}
		})
	}
	var text strings.Builder
	var open []string
	text.WriteString(fieldsHead)
	for _, key := range slices.Sorted(maps.Keys(now)) {
		fmt.Fprintf(&text, "%-80s %s\n", key, now[key])
		if now[key] == undeclared {
			open = append(open, key)
		}
	}
	if len(open) > 0 {
		t.Errorf("nobody has said who may see these fields; after -update, say route or an ability for each in %s:\n\t%s", fieldsFile, strings.Join(open, "\n\t"))
	}
	golden(t, "fields.txt", []byte(text.String()))
}

// operationOf names an operation without its query.
func operationOf(method, path string) string {
	path, _, _ = strings.Cut(path, "?")
	return method + " " + path
}

// eachField visits the values of an answer that hold no others, by the names that
// fields.txt has for them.
func eachField(operation string, answer []byte, visit func(key string, v any)) {
	var v any
	if json.Unmarshal(answer, &v) == nil {
		walkFields(operation, v, visit)
	}
}

func walkFields(at string, v any, visit func(key string, v any)) {
	switch v := v.(type) {
	case []any:
		for _, one := range v {
			walkFields(at, one, visit)
		}
	case map[string]any:
		if typ, ok := v["type"].(string); ok && v["attributes"] != nil {
			walkFields(typ, v["attributes"], visit)
			return
		}
		for name, member := range v {
			walkFields(at+fieldName(at, name), member, visit)
		}
	default:
		visit(at, v)
	}
}

// fieldName is a name behind what it belongs to; a member that is named by a number is
// one of many.
func fieldName(at, name string) string {
	if strings.Trim(name, "0123456789") == "" {
		name = "*"
	}
	if strings.Contains(at, " ") && !strings.Contains(at[strings.Index(at, " ")+1:], " ") {
		return " " + name // behind the operation
	}
	return "." + name
}

// needed reads what fields.txt says, nil for no more than the route.
func needed(t *testing.T, says string) app.Requirement {
	t.Helper()
	if says == "route" {
		return nil
	}
	var all app.AnyOf
	for name := range strings.SplitSeq(says, "|") {
		if !app.Ability(name).Known() {
			t.Fatalf("%s says %q, which is no ability", fieldsFile, name)
		}
		all = append(all, app.Ability(name))
	}
	return all
}
