package rest

import (
	"encoding/json"
	"reflect"
	"strconv"
	"time"

	// unsafe: fields are read at their offsets, which the compiler gave to them.
	"unsafe"
)

// plainKind is a type that is written without an encoder of its own; a pointer to
// one may be null.
type plainKind byte

const (
	notPlain plainKind = iota
	plainString
	plainBool
	plainInt64
	plainTime
)

// plainKindOf returns the plain kind of a field, and whether it is a pointer.
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
	case t == reflect.TypeFor[Path](), t == reflect.TypeFor[Words](), t.Implements(reflect.TypeFor[json.Marshaler]()):
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

// addressable is a struct whose fields can be read by their address: itself, or a
// copy.
func addressable(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return v
	}
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	return c
}

// append writes a plain field of a struct, with its name. The buffer is passed and
// returned instead of being kept in the writer, because a page has tens of thousands
// of fields and each store to the heap would cost a write barrier. The field is read where
// it lies, as reflection would take half of the time.
func (f *output) append(b []byte, object unsafe.Pointer) []byte {
	at := unsafe.Add(object, f.offset)
	if f.pointer {
		if at = *(*unsafe.Pointer)(at); at == nil {
			return append(b, f.null...)
		}
	}
	b = append(b, f.key...)
	switch f.plain {
	case plainString:
		return appendString(b, *(*string)(at))
	case plainBool:
		return strconv.AppendBool(b, *(*bool)(at))
	case plainInt64:
		return strconv.AppendInt(b, *(*int64)(at), 10)
	default:
		return appendStamp(b, *(*time.Time)(at))
	}
}

// isNull tells whether a pointer of a struct points to nothing.
func (f *output) isNull(object unsafe.Pointer) bool {
	return *(*unsafe.Pointer)(unsafe.Add(object, f.offset)) == nil
}
