package indexes

import (
	"encoding"
	"reflect"
	"strings"
	"sync"
	"time"

	// unsafe: see the comment of plan. Only files named plan*.go import it.
	"unsafe"
)

// plan is a compiled encoder and decoder of one type. It produces the same bytes as
// the msgpack library without inspecting the type of every field of every record
// again, because reading a list of records spends most of its time here. Rare types
// (maps, types with their own IsZero) are passed to the library value by value.
//
// A plan knows the offset and type of each field and accesses it through its
// address. The address passed to a plan must be that of a value of its type. Access
// through reflection instead, measured in turns, made walks over 100 records of an
// index 25 to 30 % slower.
type plan struct {
	write func(dst []byte, p unsafe.Pointer) ([]byte, error)
	read  planRead
	// empty reports whether a value is left out of its record.
	empty func(p unsafe.Pointer) bool
	// scalar marks the most common types, which are read without calling read.
	scalar scalar
}

// planRead reads a value from the front of b into *p. What the value points to is
// allocated in mem.
type planRead = func(b string, p unsafe.Pointer, mem *arena) (rest string, err error)

var plans sync.Map // reflect.Type -> *plan

// planFor returns the plan of a type.
func planFor(t reflect.Type) *plan {
	if p, ok := plans.Load(t); ok {
		return p.(*plan)
	}
	p := compile(t, map[reflect.Type]*plan{})
	plans.Store(t, p)
	return p
}

// compile makes a plan. above holds the unfinished plans of the enclosing types, for
// types that contain themselves.
func compile(t reflect.Type, above map[reflect.Type]*plan) *plan {
	if p, ok := above[t]; ok {
		return &plan{
			write: func(dst []byte, at unsafe.Pointer) ([]byte, error) { return p.write(dst, at) },
			read:  func(b string, at unsafe.Pointer, mem *arena) (string, error) { return p.read(b, at, mem) },
			empty: func(at unsafe.Pointer) bool { return p.empty(at) },
		}
	}
	p := new(plan)
	above[t] = p
	defer delete(above, t)
	switch {
	case t == reflect.TypeFor[time.Time]():
		*p = timePlan
	case t.Kind() != reflect.Pointer && isCustom(t):
		*p = customPlan(t)
	case leftToLibrary(t):
		*p = libraryPlan(t)
	case t.Kind() == reflect.Struct:
		*p = structPlan(t, above)
	case t.Kind() == reflect.Pointer:
		*p = pointerPlan(t, compile(t.Elem(), above))
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		*p = bytesPlan
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Int64:
		*p = flatPlan(compile(t.Elem(), above), (*arena).makeInts)
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.String:
		*p = flatPlan(compile(t.Elem(), above), (*arena).makeTexts)
	case t.Kind() == reflect.Slice:
		*p = listPlan(t, compile(t.Elem(), above))
	default:
		*p = scalarPlan(t)
	}
	p.read = nilIsZero(t, p.read)
	return p
}

// leftToLibrary selects rare types, and types with methods that change how they are
// encoded or when they are empty.
func leftToLibrary(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Map, reflect.Interface, reflect.Array:
		return true
	case reflect.Pointer:
		return false // its element is looked at
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); f.Anonymous && f.Type.Kind() != reflect.Struct {
				return true
			}
		}
	}
	for _, i := range []reflect.Type{
		reflect.TypeFor[encoding.BinaryMarshaler](), reflect.TypeFor[encoding.TextMarshaler](),
		reflect.TypeFor[interface{ MarshalMsgpack() ([]byte, error) }](), reflect.TypeFor[interface{ IsZero() bool }](),
	} {
		if t.Implements(i) || reflect.PointerTo(t).Implements(i) {
			return true
		}
	}
	return false
}

// nilIsZero reads nil as the zero value, whatever the type.
func nilIsZero(t reflect.Type, read planRead) planRead {
	return func(b string, p unsafe.Pointer, mem *arena) (string, error) {
		if len(b) > 0 && b[0] == codeNil {
			reflect.NewAt(t, p).Elem().SetZero()
			return b[1:], nil
		}
		return read(b, p, mem)
	}
}

// field is one stored field of a struct.
type field struct {
	*plan
	tag    string // as encoded, with its length in front
	offset uintptr
	typ    reflect.Type
}

func (f *field) of(p unsafe.Pointer) unsafe.Pointer { return unsafe.Add(p, f.offset) }

func structPlan(t reflect.Type, above map[reflect.Type]*plan) plan {
	fields := planFields(t, 0, above)
	return plan{
		write: func(dst []byte, p unsafe.Pointer) ([]byte, error) { return writeFields(dst, p, fields) },
		read:  func(b string, p unsafe.Pointer, mem *arena) (string, error) { return readFields(b, p, fields, mem) },
		empty: func(p unsafe.Pointer) bool {
			for i := range fields {
				if !fields[i].empty(fields[i].of(p)) {
					return false
				}
			}
			return true
		},
	}
}

func planFields(t reflect.Type, offset uintptr, above map[reflect.Type]*plan) []field {
	var out []field
	for i := range t.NumField() {
		f := t.Field(i)
		at := offset + f.Offset
		tag, _, _ := strings.Cut(f.Tag.Get("msgpack"), ",")
		switch {
		case tag == "-", !f.IsExported() && !f.Anonymous:
		case opened(f):
			out = append(out, planFields(f.Type, at, above)...)
		default:
			out = append(out, field{compile(f.Type, above), string(appendText(nil, tag)), at, f.Type})
		}
	}
	return out
}

func writeFields(dst []byte, p unsafe.Pointer, fields []field) (_ []byte, err error) {
	head, n := len(dst), 0
	if len(fields) < 16 {
		dst = append(dst, 0)
	} else {
		dst = append(dst, 0, 0, 0)
	}
	for i := range fields {
		f := &fields[i]
		if f.empty(f.of(p)) {
			continue
		}
		n++
		if dst, err = f.write(append(dst, f.tag...), f.of(p)); err != nil {
			return nil, err
		}
	}
	return closeHead(dst, head, len(fields) < 16, n), nil
}

// closeHead fills in the number of fields, in the shortest encoding.
func closeHead(dst []byte, head int, short bool, n int) []byte {
	switch {
	case short:
		dst[head] = codeFixMap | byte(n)
	case n < 16:
		dst[head] = codeFixMap | byte(n)
		dst = append(dst[:head+1], dst[head+3:]...)
	default:
		dst[head], dst[head+1], dst[head+2] = codeMap16, byte(n>>8), byte(n)
	}
	return dst
}

// readFields reads the fields of a struct. It is fastest in the order in which they
// are written, but accepts any order. Unknown fields are skipped.
func readFields(b string, p unsafe.Pointer, fields []field, mem *arena) (string, error) {
	n, b, err := readLength(b, codeFixMap, codeMap16)
	if err != nil {
		return "", err
	}
	next := 0
	for range n {
		i := find(fields, next, b)
		if i < 0 {
			_, rest, err := readText(b)
			if err != nil {
				return "", err
			}
			if b, err = skip(rest); err != nil {
				return "", err
			}
			continue
		}
		f := &fields[i]
		if b, err = f.take(b[len(f.tag):], f.of(p), mem); err != nil {
			return "", err
		}
		next = i + 1
	}
	return b, nil
}

// take reads the field's value, the common scalar types without an indirect call.
func (f *field) take(b string, p unsafe.Pointer, mem *arena) (string, error) {
	if len(b) == 0 || b[0] == codeNil {
		return f.read(b, p, mem)
	}
	switch f.scalar {
	case scalarInt:
		n, rest, err := readInt(b)
		if err == nil {
			*(*int64)(p) = n
		}
		return rest, err
	case scalarText:
		return readString(b, p, mem)
	case scalarBool:
		return readBool(b, p, mem)
	case scalarSkip:
		return skip(b)
	}
	return f.read(b, p, mem)
}

// find returns the index of the field whose tag is at the front of b, or -1. No
// encoded tag is a prefix of another, because each starts with its length.
func find(fields []field, next int, b string) int {
	if len(b) < 2 {
		return -1
	}
	for i := next; i < len(fields); i++ {
		if tag := fields[i].tag; tag[1] == b[1] && strings.HasPrefix(b, tag) { // most differ in their first letter
			return i
		}
	}
	for i := range min(next, len(fields)) {
		if strings.HasPrefix(b, fields[i].tag) {
			return i
		}
	}
	return -1
}

func pointerPlan(t reflect.Type, elem *plan) plan {
	moment := t.Elem() == reflect.TypeFor[time.Time]()
	fresh := func(mem *arena) unsafe.Pointer {
		if moment {
			return unsafe.Pointer(mem.newTime())
		}
		return reflect.New(t.Elem()).UnsafePointer()
	}
	return plan{
		write: func(dst []byte, p unsafe.Pointer) ([]byte, error) {
			if to := *(*unsafe.Pointer)(p); to != nil {
				return elem.write(dst, to)
			}
			return append(dst, codeNil), nil
		},
		read: func(b string, p unsafe.Pointer, mem *arena) (string, error) {
			to := fresh(mem)
			*(*unsafe.Pointer)(p) = to
			return elem.read(b, to, mem)
		},
		empty: func(p unsafe.Pointer) bool {
			to := *(*unsafe.Pointer)(p)
			return to == nil || moment && elem.empty(to)
		},
	}
}

func listPlan(t reflect.Type, elem *plan) plan {
	size := t.Elem().Size()
	list := func(p unsafe.Pointer) reflect.Value { return reflect.NewAt(t, p).Elem() }
	return plan{
		write: func(dst []byte, p unsafe.Pointer) (_ []byte, err error) {
			v := list(p)
			if v.IsNil() {
				return append(dst, codeNil), nil
			}
			dst = appendLength(dst, codeFixArray, codeArray16, v.Len())
			for i := range v.Len() {
				if dst, err = elem.write(dst, unsafe.Add(v.UnsafePointer(), uintptr(i)*size)); err != nil {
					return nil, err
				}
			}
			return dst, nil
		},
		read: func(b string, p unsafe.Pointer, mem *arena) (string, error) {
			n, b, err := readLength(b, codeFixArray, codeArray16)
			if err != nil {
				return "", err
			}
			v := list(p)
			v.Set(reflect.MakeSlice(t, 0, min(n, 64)))
			for i := range n {
				if i == v.Cap() {
					v.Grow(1)
				}
				v.SetLen(i + 1)
				if b, err = elem.read(b, unsafe.Add(v.UnsafePointer(), uintptr(i)*size), mem); err != nil {
					return "", err
				}
			}
			v.SetCap(n) // so that appending copies: the record may be shared
			return b, nil
		},
		empty: func(p unsafe.Pointer) bool { return list(p).Len() == 0 },
	}
}

// flatPlan is listPlan for lists of integers and of texts, which nearly every record
// has. Their elements are small, so the whole list is allocated at once.
func flatPlan[T int64 | string](elem *plan, make func(mem *arena, n int) []T) plan {
	return plan{
		write: func(dst []byte, p unsafe.Pointer) (_ []byte, err error) {
			list := *(*[]T)(p)
			if list == nil {
				return append(dst, codeNil), nil
			}
			dst = appendLength(dst, codeFixArray, codeArray16, len(list))
			for i := range list {
				if dst, err = elem.write(dst, unsafe.Pointer(&list[i])); err != nil {
					return nil, err
				}
			}
			return dst, nil
		},
		read: func(b string, p unsafe.Pointer, mem *arena) (string, error) {
			n, b, err := readLength(b, codeFixArray, codeArray16)
			if err != nil {
				return "", err
			}
			list := make(mem, n)
			for i := range list {
				if b, err = elem.read(b, unsafe.Pointer(&list[i]), mem); err != nil {
					return "", err
				}
			}
			*(*[]T)(p) = list
			return b, nil
		},
		empty: func(p unsafe.Pointer) bool { return len(*(*[]T)(p)) == 0 },
	}
}

var bytesPlan = plan{
	write: func(dst []byte, p unsafe.Pointer) ([]byte, error) {
		if v := *(*[]byte)(p); v != nil {
			return appendBytes(dst, v), nil
		}
		return append(dst, codeNil), nil
	},
	read: func(b string, p unsafe.Pointer, _ *arena) (string, error) {
		text, rest, err := readText(b)
		if err == nil {
			*(*[]byte)(p) = []byte(text)
		}
		return rest, err
	},
	empty: func(p unsafe.Pointer) bool { return len(*(*[]byte)(p)) == 0 },
}

var timePlan = plan{
	write: func(dst []byte, p unsafe.Pointer) ([]byte, error) {
		if t := *(*time.Time)(p); !t.IsZero() {
			return appendInt(dst, t.UnixMicro()), nil
		}
		return append(dst, codeNil), nil
	},
	read: func(b string, p unsafe.Pointer, _ *arena) (string, error) {
		us, rest, err := readInt(b)
		if err == nil {
			*(*time.Time)(p) = time.UnixMicro(us).UTC()
		}
		return rest, err
	},
	empty: func(p unsafe.Pointer) bool { return (*time.Time)(p).IsZero() },
}

// libraryPlan encodes single values with the library.
func libraryPlan(t reflect.Type) plan {
	return plan{
		write: func(dst []byte, p unsafe.Pointer) ([]byte, error) {
			b, err := packByLibrary(nil, reflect.NewAt(t, p).Interface())
			return append(dst, b...), err
		},
		read: func(b string, p unsafe.Pointer, _ *arena) (string, error) {
			rest, err := skip(b)
			if err != nil {
				return "", err
			}
			return rest, unpackByLibrary([]byte(b[:len(b)-len(rest)]), reflect.NewAt(t, p).Interface())
		},
		empty: func(p unsafe.Pointer) bool { return emptyForLibrary(reflect.NewAt(t, p).Elem()) },
	}
}

// customPlan encodes a record with a hand-written encoding inside another record.
func customPlan(t reflect.Type) plan {
	return plan{
		write: func(dst []byte, p unsafe.Pointer) ([]byte, error) {
			e := &Encoder{dst}
			reflect.NewAt(t, p).Interface().(encodes).EncodeMsgpack(e)
			return e.b, nil
		},
		read: func(b string, p unsafe.Pointer, _ *arena) (string, error) {
			return readCustom(b, reflect.NewAt(t, p).Interface().(decodes))
		},
		empty: func(p unsafe.Pointer) bool { return emptyForLibrary(reflect.NewAt(t, p).Elem()) },
	}
}

// emptyForLibrary reports whether the library would leave a value out. It never
// leaves out a struct.
func emptyForLibrary(v reflect.Value) bool {
	if z, ok := v.Interface().(interface{ IsZero() bool }); ok {
		return z.IsZero()
	}
	switch v.Kind() {
	case reflect.Map, reflect.Array, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}
