package rest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"marquee/app"
)

// structPlan is the compiled field plan of a struct.
type structPlan struct {
	typ reflect.Type
	// resource is the name the struct itself declares with Of.
	resource string
	fields   []output
}

// output is one field to write. What most fields need stands first, in as much memory as a
// processor reads at once.
type output struct {
	// simple: it is plain, and everybody gets it.
	simple  bool
	plain   plainKind
	pointer bool
	offset  uintptr // from the beginning of the outermost struct
	// key is the name as it stands in the answer: `,"name":`; null has null behind it.
	key, null []byte
	name      string
	index     []int
	typ       reflect.Type
	enc       encodeFunc
	omit      func(reflect.Value) bool
	// held are the resources that the field may hold.
	held []string
	// include is the name that must be asked for, empty for always.
	include string
	// needs is what a caller must hold to see it, nil for no more than the route.
	needs app.AnyOf
}

func compileStruct(t reflect.Type) encodeFunc {
	p := planOf(t)
	return func(w *writer, v reflect.Value) { w.object(p, v, p.resource) }
}

// planOf compiles the fields of a struct and of those embedded in it.
func planOf(t reflect.Type) *structPlan {
	p := &structPlan{typ: t}
	p.collect(t, nil, 0)
	seen := map[string]bool{}
	for _, f := range p.fields {
		if seen[f.name] {
			panic(fmt.Sprintf("rest: %s has two fields named %s", t, f.name))
		}
		seen[f.name] = true
	}
	return p
}

func (p *structPlan) collect(t reflect.Type, at []int, offset uintptr) {
	for i := range t.NumField() {
		f := t.Field(i)
		index := append(append([]int(nil), at...), i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Type == reflect.TypeFor[Of]():
			p.resource = f.Tag.Get("rest")
		case name == "-" && options == "":
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
			p.collect(f.Type, index, offset+f.Offset)
		case f.IsExported():
			if name == "" {
				name = f.Name
			}
			o := outputOf(f, name, options, index)
			o.offset = offset + f.Offset
			p.fields = append(p.fields, o)
		}
	}
}

func outputOf(f reflect.StructField, name, options string, index []int) output {
	o := output{name: name, index: index, typ: f.Type, enc: encoderOf(f.Type), held: resourcesIn(f.Type), needs: needsOf(f)}
	o.key = append(appendString([]byte{','}, name), ':')
	o.null = append(slices.Clone(o.key), "null"...)
	o.plain, _ = plainKindOf(f.Type)
	o.pointer = f.Type.Kind() == reflect.Pointer
	switch {
	case f.Type.Kind() == reflect.Struct && f.Type.Implements(reflect.TypeFor[optional]()):
		o.omit = func(v reflect.Value) bool { return !v.Field(0).Bool() }
	case strings.Contains(","+options+",", ",omitempty,"):
		o.omit = isEmpty
	case strings.Contains(","+options+",", ",omitzero,"):
		o.omit = reflect.Value.IsZero
	}
	if tag, ok := f.Tag.Lookup("rest"); ok {
		kind, include, _ := strings.Cut(tag, ":")
		if kind != "include" {
			panic(fmt.Sprintf("rest: field %s: tag %q is not understood", f.Name, tag))
		}
		if include == "" {
			include = name
		}
		o.include = include
	}
	o.simple = o.plain != notPlain && o.omit == nil && o.include == "" && o.needs == nil
	return o
}

func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.String, reflect.Array:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

// object writes a struct as a resource, leaving out what was not asked for.
func (w *writer) object(p *structPlan, v reflect.Value, resource string) {
	var mask []bool
	if resource != "" && !w.filter.empty() {
		mask = w.mask(p, resource)
	}
	v = addressable(v)
	object := v.Addr().UnsafePointer()
	b := w.buf
	start := len(b)
	for i := range p.fields {
		f := &p.fields[i]
		switch {
		case mask != nil && !mask[i]:
		case f.simple:
			b = f.append(b, object)
		case f.include != "" && !w.asked.Has(f.include):
		case f.needs != nil && !w.caller.Meets(f.needs):
			b = f.withheld(b)
		case f.plain != notPlain && f.omit == nil:
			b = f.append(b, object)
		case f.pointer && f.omit == nil && f.isNull(object):
			b = append(b, f.null...)
		default:
			w.buf = b
			w.field(f, at(v, f.index))
			b = w.buf
		}
	}
	if start == len(b) {
		b = append(b, '{')
	}
	b[start] = '{' // instead of the first comma
	w.buf = append(b, '}')
}

// withheld writes what somebody gets who may not see the field.
func (f *output) withheld(b []byte) []byte {
	if f.omit != nil || f.include != "" {
		return b
	}
	return append(b, f.null...)
}

// field writes a field that is not plain.
func (w *writer) field(f *output, v reflect.Value) {
	if f.omit != nil && f.omit(v) {
		return
	}
	w.buf = append(w.buf, f.key...)
	f.enc(w, v)
}

func at(v reflect.Value, index []int) reflect.Value {
	if len(index) == 1 {
		return v.Field(index[0])
	}
	for _, i := range index {
		v = v.Field(i)
	}
	return v
}

// mask tells which fields of a struct survive, worked out once per answer.
func (w *writer) mask(p *structPlan, resource string) []bool {
	if !w.filter.touches(resource) {
		return nil
	}
	key := maskKey{p, resource}
	if m, ok := w.masks[key]; ok {
		return m
	}
	m := make([]bool, len(p.fields))
	for i := range p.fields {
		m[i] = w.filter.keeps(resource, p.fields[i].name) || w.filter.leads(resource, p.fields[i].held)
	}
	if w.masks == nil {
		w.masks = map[maskKey][]bool{}
	}
	w.masks[key] = m
	return m
}

const hexDigits = "0123456789abcdef"

// appendString writes a JSON string. What is not UTF-8 becomes U+FFFD.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	start := 0
	for i := plainUntil(s, 0); i < len(s); i = plainUntil(s, i) {
		c := s[i]
		if c < utf8.RuneSelf {
			b = appendEscape(append(b, s[start:i]...), c)
			i++
			start = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			b = append(append(b, s[start:i]...), `\ufffd`...)
		case r == '\u2028' || r == '\u2029':
			b = append(append(b, s[start:i]...), `\u202`...)
			b = append(b, hexDigits[r&0xF])
		default:
			i += size
			continue
		}
		i += size
		start = i
	}
	return append(append(b, s[start:]...), '"')
}

// plainUntil is where the next byte is, from i on, that does not stand in JSON as it is.
func plainUntil(s string, i int) int {
	const each, high = 0x0101010101010101, 0x8080808080808080
	for ; i+8 <= len(s); i += 8 {
		x := uint64(s[i]) | uint64(s[i+1])<<8 | uint64(s[i+2])<<16 | uint64(s[i+3])<<24 |
			uint64(s[i+4])<<32 | uint64(s[i+5])<<40 | uint64(s[i+6])<<48 | uint64(s[i+7])<<56
		// The high bit of a byte is set in one of these where the byte is above ASCII, below a
		// blank, a quote or a backslash; behind such a byte it may be set in others too.
		if (x|(x-' '*each)|((x^'"'*each)-each)|((x^'\\'*each)-each))&high != 0 {
			break
		}
	}
	for i < len(s) && s[i] < utf8.RuneSelf && s[i] >= ' ' && s[i] != '"' && s[i] != '\\' {
		i++
	}
	return i
}

func appendEscape(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, '\\', 'b')
	case '\f':
		return append(b, '\\', 'f')
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	}
	return append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&0xF])
}
