package handlers_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"marquee/handlers"
	"marquee/handlers/apitest"
	"marquee/handlers/rest"
)

// maxTold is how many departures from the document are told at once.
const maxTold = 40

// conform holds every good answer of the scenarios against the document: each field stands in
// it, is of its type, and is one of its words where it has some.
func conform(t *testing.T, seen []apitest.Seen) {
	t.Helper()
	c := conformity{document: handlers.Document(handlers.Routes(nil)), resources: handlers.ResourceNames(), told: map[string]bool{}}
	for _, s := range seen {
		if s.Status >= 300 || len(s.Answer) == 0 {
			continue
		}
		path, _, _ := strings.Cut(s.Path, "?")
		item, _ := c.document.Paths.Get(path)
		if item == nil {
			continue
		}
		op, _ := item.Get(strings.ToLower(s.Method))
		if op == nil {
			continue
		}
		r, ok := op.Responses.Get(fmt.Sprint(s.Status))
		if !ok {
			c.tell(s.Method+" "+path, fmt.Sprintf("answers %d", s.Status))
			continue
		}
		content, ok := r.Content.Get("application/json")
		var v any
		if !ok || json.Unmarshal(s.Answer, &v) != nil {
			continue // 202, or a file
		}
		c.named(s.Method+" "+path, v)
		for _, problem := range c.against(content.Schema, v, "") {
			c.tell(s.Method+" "+path, problem)
		}
	}
	for i, problem := range c.all {
		if i == maxTold {
			t.Errorf("and %d more", len(c.all)-i)
			return
		}
		t.Error(problem)
	}
}

type conformity struct {
	document  *rest.Document
	resources map[string]bool
	told      map[string]bool
	all       []string
}

// tell notes a problem once, however many answers have it.
func (c *conformity) tell(operation, problem string) {
	if text := operation + ": " + problem; !c.told[text] {
		c.told[text], c.all = true, append(c.all, text)
	}
}

// named wants the resources of an answer to be ones that only and except can name.
func (c *conformity) named(operation string, v any) {
	answer, _ := v.(map[string]any)
	rows, ok := answer["data"].([]any)
	if !ok {
		rows = []any{answer["data"]}
	}
	for _, row := range rows {
		row, _ := row.(map[string]any)
		if name, ok := row["type"].(string); ok && row["attributes"] != nil && !c.resources[name] {
			c.tell(operation, name+" is a resource that only and except cannot name: see resourceNames")
		}
	}
}

// against lists what a value has that its form does not allow.
func (c *conformity) against(s *rest.Schema, v any, at string) []string {
	if s == nil {
		return nil
	}
	if name, ok := strings.CutPrefix(s.Ref, "#/components/schemas/"); ok {
		s, _ = c.document.Components.Schemas.Get(name)
		return c.against(s, v, at)
	}
	if d := s.Discriminator; d != nil {
		o, _ := v.(map[string]any)
		kind, _ := o[d.Property].(string)
		if d.Mapping[kind] == "" {
			return []string{fmt.Sprintf("%s is of the kind %q, which is not declared", at, kind)}
		}
		return c.against(&rest.Schema{Ref: d.Mapping[kind]}, v, at)
	}
	if len(s.AnyOf) > 0 {
		return c.any(s.AnyOf, v, at)
	}
	if s.Type != nil && !typeFits(s.Type, v) {
		return []string{fmt.Sprintf("%s is %s, want %v", at, textOf(v), s.Type)}
	}
	if s.Enum != nil && !slices.ContainsFunc(s.Enum, func(e any) bool { return textOf(e) == textOf(v) }) {
		return []string{fmt.Sprintf("%s is %s, want one of %v", at, textOf(v), s.Enum)}
	}
	return c.within(s, v, at)
}

// any is what is wrong by the form that fits best.
func (c *conformity) any(forms []*rest.Schema, v any, at string) (best []string) {
	for i, form := range forms {
		if found := c.against(form, v, at); i == 0 || len(found) < len(best) {
			best = found
		}
	}
	return best
}

// within looks at what is in an object or a list.
func (c *conformity) within(s *rest.Schema, v any, at string) (all []string) {
	switch v := v.(type) {
	case []any:
		for _, one := range v {
			all = append(all, c.against(s.Items, one, at+"[]")...)
		}
	case map[string]any:
		for name, one := range v {
			form, ok := s.Properties.Get(name)
			switch {
			case ok:
				all = append(all, c.against(form, one, at+"."+name)...)
			case s.AdditionalProperties != nil:
				all = append(all, c.against(s.AdditionalProperties, one, at+".*")...)
			case !s.Properties.IsZero():
				all = append(all, at+"."+name+" is not declared")
			}
		}
		for _, name := range s.Required {
			if _, ok := v[name]; !ok {
				all = append(all, at+"."+name+" is required, and not there")
			}
		}
	}
	return all
}

func textOf(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b[:min(len(b), 80)])
}

// typeFits tells whether a value is of a type, or of one of several.
func typeFits(typ, v any) bool {
	types, ok := typ.([]string)
	if !ok {
		types = []string{fmt.Sprint(typ)}
	}
	return slices.ContainsFunc(types, func(t string) bool {
		switch v := v.(type) {
		case nil:
			return t == "null"
		case bool:
			return t == "boolean"
		case string:
			return t == "string"
		case float64:
			return t == "number" || t == "integer" && v == float64(int64(v))
		case []any:
			return t == "array"
		}
		return t == "object"
	})
}
