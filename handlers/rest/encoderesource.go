package rest

import (
	"reflect"
	"strconv"
	"sync"
)

// The field numbers of Resource.
const (
	resourceType = iota
	resourceID
	resourceAttributes
	resourceRelationships
	resourceMeta
	resourceSelf
)

// compileResource writes a Resource; its Type names its attributes for only and
// except.
func compileResource(t reflect.Type) encodeFunc {
	attributes := compileAttributes(t.Field(resourceAttributes).Type)
	return func(w *writer, v reflect.Value) {
		name := v.Field(resourceType).String()
		w.buf = append(w.buf, `{"type":`...)
		w.buf = appendString(w.buf, name)
		w.buf = append(w.buf, `,"id":`...)
		w.buf = strconv.AppendInt(w.buf, v.Field(resourceID).Int(), 10)
		w.buf = append(w.buf, `,"attributes":`...)
		attributes(w, v.Field(resourceAttributes), name)
		if again := misspelt(v.Field(resourceAttributes)); again != "" {
			w.buf = append(append(append(w.buf, `,"`...), again...), `":`...)
			attributes(w, v.Field(resourceAttributes), name)
		}
		if rel := v.Field(resourceRelationships); rel.Len() > 0 {
			w.buf = append(w.buf, `,"relationships":`...)
			encodeRelations(w, rel)
		}
		if meta := v.Field(resourceMeta); !meta.IsNil() {
			w.buf = append(w.buf, `,"meta":`...)
			encodeInterface(w, meta)
		}
		if self := v.Field(resourceSelf).String(); self != "" {
			w.buf = append(w.buf, `,"links":{"self":`...)
			w.buf = append(appendString(w.buf, w.origin.String()+self), '}')
		}
		w.buf = append(w.buf, '}')
	}
}

// Misspelt attributes are written a second time, under the name that the contract has for
// them.
type Misspelt interface{ Misspelt() string }

// misspelt is that name, empty for nearly all attributes.
func misspelt(v reflect.Value) string {
	if v.Kind() != reflect.Interface {
		return ""
	}
	if m, ok := v.Interface().(Misspelt); ok {
		return m.Misspelt()
	}
	return ""
}

// compileAttributes writes attributes under the name of their resource.
func compileAttributes(t reflect.Type) func(w *writer, v reflect.Value, resource string) {
	switch t.Kind() {
	case reflect.Struct:
		p := planOf(t)
		return func(w *writer, v reflect.Value, resource string) { w.object(p, v, resource) }
	case reflect.Pointer:
		elem := compileAttributes(t.Elem())
		return func(w *writer, v reflect.Value, resource string) {
			if v.IsNil() {
				w.null()
				return
			}
			elem(w, v.Elem(), resource)
		}
	case reflect.Interface:
		return func(w *writer, v reflect.Value, resource string) {
			if v.IsNil() {
				w.buf = append(w.buf, "{}"...)
				return
			}
			attributesOf(v.Elem().Type())(w, v.Elem(), resource)
		}
	}
	enc := encoderOf(t)
	return func(w *writer, v reflect.Value, _ string) { enc(w, v) }
}

// encodeIncluded writes the side-loaded resources; none is an empty list.
func encodeIncluded(w *writer, v reflect.Value) {
	rows := v.Field(0)
	w.buf = append(w.buf, '[')
	one := encoderOf(rows.Type().Elem())
	for i := range rows.Len() {
		if i > 0 {
			w.buf = append(w.buf, ',')
		}
		makeWay(i)
		one(w, rows.Index(i))
	}
	w.buf = append(w.buf, ']')
}

func encodeRelations(w *writer, v reflect.Value) {
	w.buf = append(w.buf, '{')
	for i := range v.Len() {
		if i > 0 {
			w.buf = append(w.buf, ',')
		}
		w.buf = appendString(w.buf, v.Index(i).Field(0).String())
		w.buf = append(w.buf, `:{"data":`...)
		encodeInterface(w, v.Index(i).Field(1))
		w.buf = append(w.buf, '}')
	}
	w.buf = append(w.buf, '}')
}

var attributePlans sync.Map // reflect.Type -> func(*writer, reflect.Value, string)

// attributesOf is compileAttributes, remembered.
func attributesOf(t reflect.Type) func(w *writer, v reflect.Value, resource string) {
	if fn, ok := attributePlans.Load(t); ok {
		return fn.(func(*writer, reflect.Value, string))
	}
	fn := compileAttributes(t)
	attributePlans.Store(t, fn)
	return fn
}
