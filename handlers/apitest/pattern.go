package apitest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// pattern is a parsed expected answer.
type pattern interface {
	// match says what is wrong with a value at a path, or nothing.
	match(at string, v any, vars map[string]any) []string
}

type (
	literal  struct{ value any }
	wildcard struct{ kind string }
	variable struct{ name string }
	// quoted is a text that may name variables, known when it is their turn.
	quoted struct {
		text string
		fill func(string) string
	}
	objectOf struct {
		keys   []string
		values map[string]pattern
		open   bool
	}
	listOf struct {
		values []pattern
		open   bool
	}
)

func (p literal) match(at string, v any, _ map[string]any) []string {
	if same(p.value, v) {
		return nil
	}
	return []string{fmt.Sprintf("%s is %s, want %s", at, show(v), show(p.value))}
}

func (p quoted) match(at string, v any, _ map[string]any) []string {
	want := p.fill(p.text)
	got, ok := v.(string)
	start, open := strings.CutSuffix(want, "*")
	if ok && (got == want || open && strings.HasPrefix(got, start)) {
		return nil
	}
	return []string{fmt.Sprintf("%s is %s, want %s", at, show(v), show(want))}
}

func (p variable) match(at string, v any, vars map[string]any) []string {
	known, ok := vars[p.name]
	if !ok {
		vars[p.name] = v
		return nil
	}
	if same(known, v) {
		return nil
	}
	return []string{fmt.Sprintf("%s is %s, want $%s = %s", at, show(v), p.name, show(known))}
}

var (
	stampForm = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$`)
	uuidForm  = regexp.MustCompile(`^[0-9a-fA-F-]{36}$`)
)

func (p wildcard) match(at string, v any, _ map[string]any) []string {
	kind, optional := strings.CutPrefix(p.kind, "?")
	if optional && v == nil || kind == "" || isKind(kind, v) {
		return nil
	}
	return []string{fmt.Sprintf("%s is %s, want *%s", at, show(v), p.kind)}
}

func isKind(kind string, v any) bool {
	switch v := v.(type) {
	case json.Number:
		return kind == "number" || kind == "int" && !strings.ContainsAny(v.String(), ".eE")
	case string:
		return kind == "string" || kind == "time" && stampForm.MatchString(v) || kind == "uuid" && uuidForm.MatchString(v)
	case bool:
		return kind == "bool"
	case []any:
		return kind == "list"
	case map[string]any:
		return kind == "object"
	}
	return false
}

func (p objectOf) match(at string, v any, vars map[string]any) []string {
	got, ok := v.(map[string]any)
	if !ok {
		return []string{fmt.Sprintf("%s is %s, want an object", at, show(v))}
	}
	var wrong []string
	for _, k := range p.keys {
		value, there := got[k]
		if !there {
			wrong = append(wrong, fmt.Sprintf("%s.%s is missing", at, k))
			continue
		}
		wrong = append(wrong, p.values[k].match(at+"."+k, value, vars)...)
	}
	for k, value := range got {
		if _, named := p.values[k]; !named && !p.open {
			wrong = append(wrong, fmt.Sprintf("%s.%s = %s is not expected", at, k, show(value)))
		}
	}
	return wrong
}

func (p listOf) match(at string, v any, vars map[string]any) []string {
	got, ok := v.([]any)
	if !ok {
		return []string{fmt.Sprintf("%s is %s, want a list", at, show(v))}
	}
	if len(got) < len(p.values) || len(got) > len(p.values) && !p.open {
		return []string{fmt.Sprintf("%s has %d entries, want %d: %s", at, len(got), len(p.values), show(v))}
	}
	var wrong []string
	for i, one := range p.values {
		wrong = append(wrong, one.match(at+"."+strconv.Itoa(i), got[i], vars)...)
	}
	return wrong
}

// same compares two JSON values; numbers by their text.
func same(a, b any) bool {
	x, errA := json.Marshal(a)
	y, errB := json.Marshal(b)
	return errA == nil && errB == nil && string(x) == string(y)
}

func show(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	if len(b) > 300 {
		return string(b[:300]) + "…"
	}
	return string(b)
}
