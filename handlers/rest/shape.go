package rest

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"marquee/app"
)

// kind is what a value of a request is read as.
type kind uint8

const (
	kindString kind = iota + 1
	kindText
	kindBool
	kindTrashed
	kindInt
	kindID
	kindFloat
	kindTime
	kindRaw
	kindPtr
	kindOpt
	kindList
	kindMap
	kindStruct
	kindInclude
)

// shape is the decode plan of one type in one place.
type shape struct {
	kind   kind
	typ    reflect.Type
	elem   *shape
	fields []*input
	rules  *rules
	// paging is the field index of an embedded Page, nil without.
	paging []int
	limit  int64
	// peer is the field index of a Peer, nil without.
	peer []int
	// origin is that of an Origin.
	origin []int
}

// source is the part of a request that a field is read from.
type source uint8

const (
	fromBody source = iota + 1
	fromQuery
	fromHeader
)

// written tells whether forms of pages write a field: those that an operation takes from its query, too.
func (s source) written() bool { return s == fromBody || s == fromQuery }

// input is one named field of a request.
type input struct {
	name   string
	source source
	index  []int
	shape  *shape
	rules  *rules
	// silent: when it is absent there is nothing to do.
	silent bool
}

// rules are the declared bounds of a field.
type rules struct {
	required, date, blank bool
	unavailable           bool
	// money: an amount in minor units of the currency whose currencyId stands beside it.
	money          bool
	min, max       *float64
	minLen, maxLen int
	maxItems       int
	enum           []string
	fallback       *string
	doc            string
	// needs is what some names of an include parameter need.
	needs map[string]app.AnyOf
}

// inputShape is the plan of a whole request. It panics on a declaration that
// cannot work.
func inputShape(spec Spec, t reflect.Type) *shape {
	if t.Kind() != reflect.Struct {
		panic(fmt.Sprintf("rest: %s %s: input %s is not a struct", spec.Method, spec.Path, t))
	}
	s := &shape{kind: kindStruct, typ: t, limit: spec.Limit}
	s.collect(t, nil)
	if name := s.longer(spec.bodyLimit()); name != "" {
		panic(fmt.Sprintf("rest: %s %s: the text %s may be longer than the body; give it a maxlen or the route a MaxBody", spec.Method, spec.Path, name))
	}
	if s.paging != nil && spec.Limit <= 0 {
		panic(fmt.Sprintf("rest: %s %s: a list needs a Limit", spec.Method, spec.Path))
	}
	return s
}

// longer names a text of the body that may hold more than so many bytes, or "".
func (s *shape) longer(limit int64) string {
	for _, in := range s.fields {
		leaf := in.shape
		for leaf.elem != nil {
			leaf = leaf.elem
		}
		text := (leaf.kind == kindString || leaf.kind == kindText) && leaf.rules.enum == nil
		if text && in.source == fromBody && int64(in.rules.maxLen) > limit {
			return in.name
		}
		if name := leaf.longer(limit); name != "" {
			return in.name + "." + name
		}
	}
	return ""
}

// collect gathers the fields of a struct and of those embedded in it.
func (s *shape) collect(t reflect.Type, at []int) {
	for i := range t.NumField() {
		f := t.Field(i)
		index := append(append([]int(nil), at...), i)
		if f.Type == reflect.TypeFor[Page]() {
			s.paging = index
			continue
		}
		if f.Type == reflect.TypeFor[Peer]() {
			s.peer = index
			continue
		}
		if f.Type == reflect.TypeFor[Origin]() {
			s.origin = index
			continue
		}
		in, ok := inputOf(f)
		if !ok {
			if f.Anonymous && f.Type.Kind() == reflect.Struct {
				s.collect(f.Type, index)
			}
			continue
		}
		if !f.IsExported() {
			panic(fmt.Sprintf("rest: %s.%s is not exported", t, f.Name))
		}
		in.index = index
		s.fields = append(s.fields, in)
	}
}

func inputOf(f reflect.StructField) (*input, bool) {
	in := &input{}
	for _, c := range []struct {
		tag string
		src source
	}{{"json", fromBody}, {"query", fromQuery}, {"header", fromHeader}} {
		if v, ok := f.Tag.Lookup(c.tag); ok && v != "-" {
			in.name, _, _ = strings.Cut(v, ",")
			in.source = c.src
			break
		}
	}
	if in.name == "" {
		return nil, false
	}
	in.rules = rulesOf(f)
	in.shape = shapeOf(f.Type, in.rules)
	in.silent = !in.rules.required && in.rules.fallback == nil
	return in, true
}

// shapeOf is the plan of a type. Rules reach down to the leaves of lists.
func shapeOf(t reflect.Type, r *rules) *shape {
	s := &shape{typ: t, rules: r}
	switch {
	case t == reflect.TypeFor[ID]():
		s.kind = kindID
	case t == reflect.TypeFor[Text]():
		s.kind = kindText
	case t == reflect.TypeFor[Trashed]():
		s.kind = kindTrashed
	case t == reflect.TypeFor[Time]():
		s.kind = kindTime
	case t == reflect.TypeFor[Raw]():
		s.kind = kindRaw
	case t == reflect.TypeFor[Include]():
		s.kind, s.elem = kindInclude, &shape{kind: kindString, typ: reflect.TypeFor[string](), rules: r}
	case t.Implements(reflect.TypeFor[optional]()):
		s.kind, s.elem = kindOpt, shapeOf(t.Field(2).Type, r)
	default:
		s.plain(t, r)
	}
	return s
}

func (s *shape) plain(t reflect.Type, r *rules) {
	switch t.Kind() {
	case reflect.String:
		s.kind = kindString
		if words := valuesOfType(t); words != nil {
			own := *r
			own.enum = words
			s.rules = &own
		}
	case reflect.Bool:
		s.kind = kindBool
	case reflect.Int, reflect.Int64, reflect.Int32, reflect.Int16:
		s.kind = kindInt
	case reflect.Float64:
		s.kind = kindFloat
	case reflect.Pointer:
		s.kind, s.elem = kindPtr, shapeOf(t.Elem(), r)
	case reflect.Slice:
		s.kind, s.elem = kindList, shapeOf(t.Elem(), r)
	case reflect.Map:
		if t.Key().Kind() != reflect.String {
			panic(fmt.Sprintf("rest: %s: keys of an input map must be strings", t))
		}
		s.kind, s.elem = kindMap, shapeOf(t.Elem(), r)
	case reflect.Struct:
		s.kind = kindStruct
		s.collect(t, nil)
	default:
		panic(fmt.Sprintf("rest: %s cannot be read from a request", t))
	}
}

// valuesOfType are the words of an Enum, nil for any other type.
func valuesOfType(t reflect.Type) []string {
	if t.Kind() != reflect.String || !t.Implements(reflect.TypeFor[Enum]()) {
		return nil
	}
	return reflect.Zero(t).Interface().(Enum).Values()
}

func rulesOf(f reflect.StructField) *rules {
	r := &rules{
		required: f.Tag.Get("required") == "true",
		date:     f.Tag.Get("date") == "true",
		blank:    f.Tag.Get("blank") == "true", unavailable: f.Tag.Get("unavailable") == "true", money: f.Tag.Get("money") == "true",
		min: number(f, "min"), max: number(f, "max"),
		maxLen: maxText, maxItems: maxItems,
		doc: f.Tag.Get("doc"),
	}
	if n := number(f, "minlen"); n != nil {
		r.minLen = int(*n)
	}
	if n := number(f, "maxlen"); n != nil {
		r.maxLen = int(*n)
	}
	if n := number(f, "maxitems"); n != nil {
		r.maxItems = int(*n)
	}
	if e := f.Tag.Get("enum"); e != "" {
		r.enum = strings.Split(e, ",")
	}
	if f.Type == reflect.TypeFor[Include]() {
		r.needs = includeNeeds(f, r)
		r.doc = includeDoc(r)
	}
	if d, ok := f.Tag.Lookup("default"); ok {
		r.fallback = &d
	}
	if r.unavailable {
		r.doc = strings.TrimSpace(r.doc + " Not available yet.")
	}
	return r
}

func number(f reflect.StructField, tag string) *float64 {
	v, ok := f.Tag.Lookup(tag)
	if !ok {
		return nil
	}
	n, err := strconv.ParseFloat(v, 64)
	if err != nil {
		panic(fmt.Sprintf("rest: field %s: %s %q is not a number", f.Name, tag, v))
	}
	return &n
}
