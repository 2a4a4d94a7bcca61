package rest

import (
	"slices"
	"strings"
)

// Lower writes the document in the words of OpenAPI 3.0, which more generators read: what may
// be null says so in a word of its own, and of several types the first is taken, which is the
// one that answers have.
func (d *Document) Lower() {
	d.OpenAPI = "3.0.3"
	l := lowering{}
	for _, path := range d.Paths.Names() {
		item, _ := d.Paths.Get(path)
		for _, method := range item.Names() {
			op, _ := item.Get(method)
			l.parameters(op.Parameters)
			if op.RequestBody != nil {
				l.contents(op.RequestBody.Content)
			}
			l.responses(op.Responses)
		}
	}
	for _, name := range d.Components.Parameters.Names() {
		p, _ := d.Components.Parameters.Get(name)
		l.schema(p.Schema)
	}
	l.responses(d.Components.Responses)
	for _, name := range d.Components.Headers.Names() {
		h, _ := d.Components.Headers.Get(name)
		l.schema(h.Schema)
	}
	l.members(d.Components.Schemas)
}

// lowering remembers the schemas that were seen: some stand in several places.
type lowering map[*Schema]bool

func (l lowering) parameters(all []Parameter) {
	for _, p := range all {
		l.schema(p.Schema)
	}
}

func (l lowering) responses(all Members[Response]) {
	for _, name := range all.Names() {
		r, _ := all.Get(name)
		l.contents(r.Content)
		for _, header := range r.Headers.Names() {
			h, _ := r.Headers.Get(header)
			l.schema(h.Schema)
		}
	}
}

func (l lowering) contents(all Members[Content]) {
	for _, form := range all.Names() {
		c, _ := all.Get(form)
		l.schema(c.Schema)
	}
}

func (l lowering) members(all Members[*Schema]) {
	for _, name := range all.Names() {
		s, _ := all.Get(name)
		l.schema(s)
	}
}

func (l lowering) schema(s *Schema) {
	if s == nil || l[s] {
		return
	}
	l[s] = true
	l.schema(s.Items)
	l.schema(s.AdditionalProperties)
	l.members(s.Properties)
	s.nameTwins()
	s.oneType()
	s.eitherNull()
	for _, one := range slices.Concat(s.AnyOf, s.OneOf) {
		l.schema(one)
	}
	s.Enum = slices.DeleteFunc(slices.Clone(s.Enum), func(v any) bool { return v == nil })
}

// oneType has one type for a list of them.
func (s *Schema) oneType() {
	all, ok := s.Type.([]string)
	if !ok {
		return
	}
	s.Type = all[0]
	s.Nullable = s.Nullable || slices.Contains(all, "null")
}

// eitherNull takes null out of the forms that a value may have.
func (s *Schema) eitherNull() {
	forms := slices.DeleteFunc(slices.Clone(s.AnyOf), func(one *Schema) bool { return one.Type == "null" })
	if len(forms) == len(s.AnyOf) {
		return
	}
	s.AnyOf, s.Nullable = forms, true
	switch {
	case len(forms) > 1:
	case forms[0].Ref != "":
		s.AnyOf, s.AllOf = nil, forms
	default:
		one := *forms[0]
		one.Nullable = true
		if s.Description != "" {
			one.Description = s.Description
		}
		*s = one
		s.oneType()
		s.eitherNull()
	}
}

var separators = strings.NewReplacer("_", "", "-", "")

// nameTwins gives names for programs to properties that would be called as another one is:
// phone_code beside phoneCode. Its words are those of the other, whose type is called as that
// of this would be.
func (s *Schema) nameTwins() {
	seen := map[string]bool{}
	names := slices.Clone(s.Properties.Names())
	slices.SortStableFunc(names, func(a, b string) int { // plain spellings first
		return (len(a) - len(separators.Replace(a))) - (len(b) - len(separators.Replace(b)))
	})
	for _, name := range names {
		plain := strings.ToLower(separators.Replace(name))
		if seen[plain] {
			twin := *s.Properties.values[name]
			twin.Enum, twin.GoName = nil, "also_"+strings.ReplaceAll(name, "-", "_")
			s.Properties.values[name] = &twin
			if s.OgenProperties == nil {
				s.OgenProperties = map[string]OgenProperty{}
			}
			s.OgenProperties[name] = OgenProperty{camel(twin.GoName)}
		}
		seen[plain] = true
	}
}

// camel writes also_phone_code as AlsoPhoneCode.
func camel(snake string) string {
	var out strings.Builder
	for part := range strings.SplitSeq(snake, "_") {
		if part != "" {
			out.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return out.String()
}
