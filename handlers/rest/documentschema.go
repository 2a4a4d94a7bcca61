package rest

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Described is a type with an encoding of its own that says what it looks like.
type Described interface{ Describe() *Schema }

// schemas collects the named forms of a document.
type schemas struct {
	named Members[*Schema]
	types map[string]reflect.Type
}

func typed(t string) *Schema { return &Schema{Type: t} }

// orNull lets null through too.
func orNull(s *Schema) *Schema {
	if t, ok := s.Type.(string); ok && s.Ref == "" && s.AnyOf == nil {
		c := *s
		c.Type = []string{t, "null"}
		if c.Enum != nil {
			c.Enum = append(append([]any(nil), c.Enum...), nil)
		}
		return &c
	}
	if s.Type == nil && s.Ref == "" && s.AnyOf == nil {
		return s
	}
	return &Schema{AnyOf: []*Schema{s, typed("null")}}
}

// output is the form of a value in an answer.
func (c *schemas) output(t reflect.Type) *Schema {
	switch {
	case t == reflect.TypeFor[time.Time](), t == reflect.TypeFor[Time]():
		return &Schema{Type: "string", Format: "date-time"}
	case t == reflect.TypeFor[Stream]():
		return &Schema{Type: "string", Format: "binary"}
	case t == reflect.TypeFor[Raw](), t == reflect.TypeFor[json.RawMessage]():
		return &Schema{}
	case t.Implements(reflect.TypeFor[Described]()):
		return reflect.Zero(t).Interface().(Described).Describe()
	case t.Implements(reflect.TypeFor[resource]()):
		return c.resource(t)
	case t.Implements(reflect.TypeFor[rows]()):
		return &Schema{Type: "array", Items: c.output(reflect.Zero(t).Interface().(rows).rowType())}
	case t.Implements(reflect.TypeFor[optional]()):
		return orNull(c.output(t.Field(2).Type))
	case t.Kind() != reflect.Pointer && t.Implements(reflect.TypeFor[json.Marshaler]()):
		return &Schema{}
	}
	return c.outputKind(t)
}

func (c *schemas) outputKind(t reflect.Type) *Schema {
	switch t.Kind() {
	case reflect.String:
		s := typed("string")
		for _, word := range valuesOfType(t) {
			s.Enum = append(s.Enum, word)
		}
		return s
	case reflect.Bool:
		return typed("boolean")
	case reflect.Float32, reflect.Float64:
		return typed("number")
	case reflect.Interface:
		return &Schema{}
	case reflect.Pointer:
		return orNull(c.output(t.Elem()))
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return typed("string")
		}
		return &Schema{Type: "array", Items: c.output(t.Elem())}
	case reflect.Map:
		return &Schema{Type: "object", AdditionalProperties: c.output(t.Elem())}
	case reflect.Struct:
		return c.object(t)
	}
	return typed("integer")
}

// object is a struct: by name when it has one, else in place.
func (c *schemas) object(t reflect.Type) *Schema {
	name := schemaName(t)
	if name == "" {
		return c.properties(t)
	}
	if known, ok := c.types[name]; ok {
		if known != t {
			panic(fmt.Sprintf("rest: %s and %s would both be called %s", known, t, name))
		}
	} else {
		c.types[name] = t
		c.named.Set(name, nil)
		c.named.Set(name, c.properties(t))
	}
	return &Schema{Ref: "#/components/schemas/" + name}
}

// properties lists what a struct writes. A resource may be thinned out by only
// and except, so nothing but its id is certain.
func (c *schemas) properties(t reflect.Type) *Schema {
	s := typed("object")
	p := planOf(t)
	for i := range p.fields {
		f := &p.fields[i]
		sf := t.FieldByIndex(f.index)
		form := c.formOf(t, f.name, f.typ)
		if f.needs != nil && f.omit == nil && f.include == "" {
			form = orNull(form)
		}
		one := describe(form, sf)
		s.Properties.Set(f.name, one)
		sure := p.resource == "" || f.name == "id" || f.name == "type"
		if f.omit == nil && f.include == "" && sure && sf.Tag.Get("optional") == "" {
			s.Required = append(s.Required, f.name)
		}
	}
	return s
}

// formOf is the form of a field: what is included depends on the data beside it, and what may
// have any form is one of those that its struct lists.
func (c *schemas) formOf(t reflect.Type, name string, field reflect.Type) *Schema {
	if field == reflect.TypeFor[Included]() {
		return c.included(besideOf(t))
	}
	if forms := formsOf(t, name); forms != nil {
		return c.anyOf(forms)
	}
	return c.output(field)
}

// formsOf are values of the forms that a field may have, nil where its type says it.
func formsOf(t reflect.Type, name string) []any {
	f, ok := reflect.Zero(t).Interface().(Formed)
	if !ok {
		return nil
	}
	return f.Forms()[name]
}

func (c *schemas) anyOf(forms []any) *Schema {
	s := &Schema{}
	for _, v := range forms {
		if v == nil {
			s.AnyOf = append(s.AnyOf, typed("null"))
			continue
		}
		s.AnyOf = append(s.AnyOf, c.output(reflect.TypeOf(v)))
	}
	if len(s.AnyOf) == 1 {
		return s.AnyOf[0]
	}
	return s
}

// besideOf is what the resources of an envelope may have beside them.
func besideOf(envelope reflect.Type) []Kind {
	data, ok := envelope.FieldByName("Data")
	if !ok {
		return nil
	}
	t := data.Type
	if t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if !t.Implements(reflect.TypeFor[resource]()) {
		return nil
	}
	if b, ok := reflect.Zero(t.Field(resourceAttributes).Type).Interface().(Besider); ok {
		return b.Beside()
	}
	return nil
}

// included is the form of what stands beside data: one of some resources, which their type
// tells apart.
func (c *schemas) included(kinds []Kind) *Schema {
	if len(kinds) == 0 {
		return &Schema{Type: "array", Description: "Always empty.", Items: c.resourceOf(typed("string"), typed("object"))}
	}
	tell := &Discriminator{Property: "type", Mapping: map[string]string{}}
	all := &Schema{Discriminator: tell}
	for _, k := range kinds {
		one := c.besideKind(k)
		tell.Mapping[k.Type] = one.Ref
		all.OneOf = append(all.OneOf, one)
	}
	if len(kinds) == 1 {
		all = all.OneOf[0]
	}
	return &Schema{Type: "array", Items: all}
}

// besideKind is the form of a resource that stands beside others, by name. Two areas may show
// different attributes of one type.
func (c *schemas) besideKind(k Kind) *Schema {
	t := reflect.TypeOf(k.Attributes)
	name := "Included" + camel(k.Type)
	if known, ok := c.types[name]; ok && known != t {
		name += "As" + schemaName(t)
	}
	if _, ok := c.types[name]; !ok {
		c.types[name] = t
		attributes := c.properties(t)
		attributes.Required = nil
		one := c.resourceOf(&Schema{Type: "string", Enum: []any{k.Type}}, attributes)
		if m, ok := k.Attributes.(Misspelt); ok {
			again := *attributes
			again.Deprecated, again.Description = true, "The same as attributes."
			one.Properties.Set(m.Misspelt(), &again)
		}
		c.named.Set(name, one)
	}
	return &Schema{Ref: "#/components/schemas/" + name}
}

// describe adds the documentation tags of a field.
func describe(s *Schema, f reflect.StructField) *Schema {
	doc, enum, old := needsDoc(f.Tag.Get("doc"), needsOf(f)), f.Tag.Get("enum"), f.Tag.Get("deprecated") == "true"
	if doc == "" && enum == "" && !old {
		return s
	}
	c := *s
	c.Description, c.Deprecated = doc, old
	if enum != "" && c.Ref == "" {
		target := &c
		if c.Items != nil {
			items := *c.Items
			c.Items, target = &items, &items
		}
		target.Enum = enumOf(enum, target.Type)
	}
	return &c
}

func enumOf(list string, typ any) []any {
	var out []any
	for v := range strings.SplitSeq(list, ",") {
		if n, err := strconv.ParseInt(v, 10, 64); err == nil && typ == "integer" {
			out = append(out, n)
			continue
		}
		out = append(out, v)
	}
	if types, ok := typ.([]string); ok && types[len(types)-1] == "null" {
		out = append(out, nil)
	}
	return out
}

// resource is a row of an envelope.
func (c *schemas) resource(t reflect.Type) *Schema {
	return c.resourceOf(typed("string"), c.attributes(t.Field(resourceAttributes).Type))
}

func (c *schemas) resourceOf(typ, attributes *Schema) *Schema {
	s := &Schema{Type: "object", Required: []string{"type", "id", "attributes"}}
	s.Properties.Set("type", typ)
	s.Properties.Set("id", typed("integer"))
	s.Properties.Set("attributes", attributes)
	s.Properties.Set("relationships", &Schema{Ref: "#/components/schemas/Relationships"})
	s.Properties.Set("meta", typed("object"))
	links := typed("object")
	links.Properties.Set("self", typed("string"))
	s.Properties.Set("links", links)
	return s
}

// attributes is the form of a resource's attributes, of which only and except
// may leave any out.
func (c *schemas) attributes(t reflect.Type) *Schema {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return typed("object")
	}
	s := c.object(t)
	if named, ok := c.named.Get(schemaName(t)); ok && named != nil {
		named.Required = nil
	} else {
		s.Required = nil
	}
	return s
}

// schemaName makes a name for the document from the name of a type: venueJSON is
// Venue. A type without a name, or a generic one, has none.
func schemaName(t reflect.Type) string {
	n := strings.TrimSuffix(strings.TrimSuffix(t.Name(), "JSON"), "Form")
	if n == "" || strings.ContainsAny(n, "[·") {
		return ""
	}
	r := []rune(n)
	r[0] = unicode.ToUpper(r[0])
	return string(r)
}

// input is the form of a value in a request.
func (c *schemas) input(s *shape) *Schema {
	switch s.kind {
	case kindString:
		return c.textRules(typed("string"), s.rules)
	case kindText:
		return &Schema{Type: []string{"string", "number"}, MaxLength: s.rules.maxLen}
	case kindBool:
		return typed("boolean")
	case kindTrashed:
		return &Schema{Type: "string", Enum: []any{"true", "false", ""}}
	case kindInt:
		return numberRules(typed("integer"), s.rules)
	case kindID:
		return &Schema{Type: []string{"integer", "string"}, Description: "An identifier: a number or a numeric string."}
	case kindFloat:
		return numberRules(typed("number"), s.rules)
	case kindTime:
		return &Schema{Type: "string", Description: timeDoc(s.rules)}
	case kindPtr, kindOpt:
		return orNull(c.input(s.elem))
	case kindList:
		return &Schema{Type: "array", Items: c.input(s.elem), MaxItems: s.rules.maxItems}
	case kindInclude:
		return &Schema{Type: "array", Items: c.input(s.elem)}
	case kindMap:
		return &Schema{Type: "object", AdditionalProperties: c.input(s.elem)}
	case kindStruct:
		return c.inputObject(s)
	}
	return &Schema{}
}

func timeDoc(r *rules) string {
	if r.date {
		return "YYYY-MM-DD, YYYY-MM-DD HH:MM:SS or RFC 3339; no zone means UTC."
	}
	return "YYYY-MM-DD HH:MM:SS or RFC 3339; no zone means UTC."
}

func (c *schemas) inputObject(s *shape) *Schema {
	out := typed("object")
	for _, in := range s.fields {
		if in.source != fromBody {
			continue
		}
		form := c.inputField(in)
		if forms := formsOf(s.typ, in.name); forms != nil {
			form = c.anyOf(forms)
			form.Description = in.rules.doc
		}
		out.Properties.Set(in.name, form)
		if in.rules.required {
			out.Required = append(out.Required, in.name)
		}
	}
	return out
}

// inputField adds what is said about a field to the form of its type. Null is
// the same as absent unless the field is required.
func (c *schemas) inputField(in *input) *Schema {
	s := c.input(in.shape)
	switch {
	case in.shape.kind == kindInclude:
		s.Type = []string{"array", "string", "null"}
	case !in.rules.required && in.source == fromBody && in.shape.kind != kindPtr && in.shape.kind != kindOpt:
		s = orNull(s)
	}
	if in.rules.doc != "" {
		copied := *s
		copied.Description = in.rules.doc
		s = &copied
	}
	if d := in.rules.fallback; d != nil {
		copied := *s
		copied.Default = defaultOf(*d, in.shape.kind)
		s = &copied
	}
	return s
}

func defaultOf(text string, k kind) any {
	switch k {
	case kindBool:
		return text == "true" || text == "1"
	case kindInt:
		n, _ := strconv.ParseInt(text, 10, 64)
		return n
	}
	return text
}

func (c *schemas) textRules(s *Schema, r *rules) *Schema {
	s.MinLength, s.MaxLength = r.minLen, r.maxLen
	if r.enum != nil {
		s.MaxLength = 0
	}
	for _, e := range r.enum {
		s.Enum = append(s.Enum, e)
	}
	if r.required && s.MinLength == 0 && r.enum == nil {
		s.MinLength = 1
	}
	return s
}

func numberRules(s *Schema, r *rules) *Schema {
	s.Minimum, s.Maximum = r.min, r.max
	for _, e := range r.enum {
		n, _ := strconv.ParseInt(e, 10, 64)
		s.Enum = append(s.Enum, n)
	}
	return s
}
