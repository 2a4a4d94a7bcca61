package rest

import (
	"encoding/json"
	"reflect"
	"strconv"
	"time"

	// unsafe: lists have tens of thousands of fields, nearly all of a few types.
	// Asking the reflection for each took half the time of an answer, so those are
	// read where they lie. A field's offset is only ever used with its own struct.
	"unsafe"
)

// plainKind is a type that is read where it lies; a pointer to one may be null.
type plainKind byte

const (
	notPlain plainKind = iota
	plainString
	plainBool
	plainInt64
	plainTime
)

// plainKindOf tells how a field is read where it lies.
func plainKindOf(t reflect.Type) (kind plainKind, pointer bool) {
	if t.Kind() == reflect.Pointer {
		kind, nested := plainKindOf(t.Elem())
		if nested {
			return notPlain, false
		}
		return kind, true
	}
	switch {
	case t == reflect.TypeFor[time.Time]():
		return plainTime, false
	case t.Implements(reflect.TypeFor[json.Marshaler]()):
		return notPlain, false
	}
	switch t.Kind() {
	case reflect.String:
		return plainString, false
	case reflect.Bool:
		return plainBool, false
	case reflect.Int64:
		return plainInt64, false
	}
	return notPlain, false
}

// address is where a struct lies; one that lies nowhere is copied.
func address(v reflect.Value) unsafe.Pointer {
	if !v.CanAddr() {
		c := reflect.New(v.Type())
		c.Elem().Set(v)
		return c.UnsafePointer()
	}
	return v.Addr().UnsafePointer()
}

// append writes a plain field of the struct at base, with its name. The buffer is
// handed on instead of being kept in the writer: a page has tens of thousands of
// fields, and each store of it would cost the collector's attention.
func (f *output) append(b []byte, base unsafe.Pointer) []byte {
	p := unsafe.Add(base, f.offset)
	if f.pointer {
		if p = *(*unsafe.Pointer)(p); p == nil {
			return append(b, f.null...)
		}
	}
	b = append(b, f.key...)
	switch f.plain {
	case plainString:
		return appendString(b, *(*string)(p))
	case plainBool:
		return strconv.AppendBool(b, *(*bool)(p))
	case plainInt64:
		return strconv.AppendInt(b, *(*int64)(p), 10)
	default:
		return appendStamp(b, *(*time.Time)(p))
	}
}
