package docs

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"marquee/handlers/rest"
)

// formLine is one field of a described form, with its depth in nested objects.
type formLine struct {
	Depth    int
	Name     string
	Type     string
	Required bool
	Text     string
}

// maxFormDepth is the depth to which nested objects are shown.
const maxFormDepth = 6

// describeForm lists the fields of a form and of the objects in it.
func describeForm(d *rest.Document, s *rest.Schema) []formLine {
	var lines []formLine
	unfold(d, s, 0, &lines)
	return lines
}

func unfold(d *rest.Document, s *rest.Schema, depth int, lines *[]formLine) {
	s = inner(d, s)
	if s == nil || depth > maxFormDepth {
		return
	}
	for _, name := range s.Properties.Names() {
		p, _ := s.Properties.Get(name)
		line := formLine{Depth: depth, Name: name, Type: typeWord(target(d, p)), Text: noteOf(p)}
		for _, r := range s.Required {
			line.Required = line.Required || r == name
		}
		*lines = append(*lines, line)
		unfold(d, p, depth+1, lines)
	}
}

// target follows a reference, also of a nullable value.
func target(d *rest.Document, s *rest.Schema) *rest.Schema {
	if s != nil && len(s.AnyOf) == 2 && s.AnyOf[1].Type == "null" {
		s = s.AnyOf[0]
	}
	if s != nil && s.Ref != "" {
		named, _ := d.Components.Schemas.Get(lastPart(s.Ref))
		return named
	}
	return s
}

// inner is the object whose fields are listed: of a list, that of its elements.
func inner(d *rest.Document, s *rest.Schema) *rest.Schema {
	s = target(d, s)
	for s != nil && s.Items != nil {
		s = target(d, s.Items)
	}
	return s
}

// typeWord names the type of a value.
func typeWord(s *rest.Schema) string {
	if s == nil {
		return "anything"
	}
	switch t := s.Type.(type) {
	case []string:
		return strings.Join(t, " or ")
	case string:
		if t == "array" && s.Items != nil && s.Items.Type != nil {
			return "list of " + typeWord(s.Items)
		}
		if t == "array" {
			return "list"
		}
		return t
	}
	return "anything"
}

// valuesOf lists the values that a parameter or field may have.
func valuesOf(s *rest.Schema) string {
	switch {
	case s == nil:
		return ""
	case s.Items != nil && s.Items.Discriminator != nil:
		return "By type, any of " + strings.Join(slices.Sorted(maps.Keys(s.Items.Discriminator.Mapping)), ", ") + "."
	case s.Items != nil && len(s.Items.Enum) > 0:
		return "Any of " + wordsOf(s.Items.Enum) + "."
	case len(s.Enum) > 0:
		return "One of " + wordsOf(s.Enum) + "."
	}
	return ""
}

// noteOf is the description of a value, with its possible values and limits.
func noteOf(s *rest.Schema) string {
	var notes []string
	if s.Deprecated {
		notes = append(notes, "Deprecated.")
	}
	if s.Description != "" {
		notes = append(notes, s.Description)
	}
	if values := valuesOf(s); values != "" {
		notes = append(notes, values)
	}
	if s.Minimum != nil {
		notes = append(notes, fmt.Sprintf("At least %v.", *s.Minimum))
	}
	if s.Maximum != nil {
		notes = append(notes, fmt.Sprintf("At most %.0f.", *s.Maximum))
	}
	if s.MaxLength > 0 {
		notes = append(notes, fmt.Sprintf("At most %d characters.", s.MaxLength))
	}
	return strings.Join(notes, " ")
}

func wordsOf(values []any) string {
	var out []string
	for _, v := range values {
		switch v {
		case nil:
		case "":
			out = append(out, "blank")
		default:
			out = append(out, fmt.Sprint(v))
		}
	}
	return strings.Join(out, ", ")
}
