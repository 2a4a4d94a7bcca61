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

// plain writes a field of the struct at base.
func (w *writer) plain(f *output, base unsafe.Pointer) {
	p := unsafe.Add(base, f.offset)
	if f.pointer {
		if p = *(*unsafe.Pointer)(p); p == nil {
			w.null()
			return
		}
	}
	switch f.plain {
	case plainString:
		w.buf = appendString(w.buf, *(*string)(p))
	case plainBool:
		w.buf = strconv.AppendBool(w.buf, *(*bool)(p))
	case plainInt64:
		w.buf = strconv.AppendInt(w.buf, *(*int64)(p), 10)
	case plainTime:
		w.buf = appendStamp(w.buf, *(*time.Time)(p))
	}
}
