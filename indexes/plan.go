package indexes

import (
	"encoding"
	"reflect"
	"strings"
	"sync"
	"time"
)

// A plan is how the records of one type are written and read, worked out once
// per type. It does what the msgpack library does, to the byte, without asking
// of each field of each record again what it is: reading a list of records is
// mostly this. Whatever is rare (maps, types with an encoding of their own) is
// left to the library, value by value.
type plan struct {
	write func(dst []byte, v reflect.Value) ([]byte, error)
	read  func(b string, v reflect.Value) (string, error)
	// empty tells which values are left out of their record.
	empty func(v reflect.Value) bool
}

var plans sync.Map // reflect.Type -> *plan

// planFor gives the plan of a type.
func planFor(t reflect.Type) *plan {
	if p, ok := plans.Load(t); ok {
		return p.(*plan)
	}
	p := compile(t, map[reflect.Type]*plan{})
	plans.Store(t, p)
	return p
}

// compile works out a plan. A type that contains itself finds the plan under way
// among those above it.
func compile(t reflect.Type, above map[reflect.Type]*plan) *plan {
	if p, ok := above[t]; ok {
		return &plan{
			write: func(dst []byte, v reflect.Value) ([]byte, error) { return p.write(dst, v) },
			read:  func(b string, v reflect.Value) (string, error) { return p.read(b, v) },
			empty: func(v reflect.Value) bool { return p.empty(v) },
		}
	}
	p := new(plan)
	above[t] = p
	defer delete(above, t)
	switch {
	case t == reflect.TypeFor[time.Time]():
		*p = timePlan
	case leftToLibrary(t):
		*p = libraryPlan
	case t.Kind() == reflect.Struct:
		*p = structPlan(t, above)
	case t.Kind() == reflect.Pointer:
		*p = pointerPlan(t, compile(t.Elem(), above))
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		*p = bytesPlan
	case t.Kind() == reflect.Slice:
		*p = listPlan(compile(t.Elem(), above))
	default:
		*p = scalarPlan(t)
	}
	p.read = nilIsZero(p.read)
	return p
}

// leftToLibrary picks the types that are rare, and those that say themselves how
// they are written or when they are empty.
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
	if isCustom(t) {
		return true
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
func nilIsZero(read func(string, reflect.Value) (string, error)) func(string, reflect.Value) (string, error) {
	return func(b string, v reflect.Value) (string, error) {
		if len(b) > 0 && b[0] == codeNil {
			v.SetZero()
			return b[1:], nil
		}
		return read(b, v)
	}
}

// field is one stored field of a struct.
type field struct {
	*plan
	tag   string // as it is written, with its length in front
	index []int
}

func (f *field) of(v reflect.Value) reflect.Value {
	if len(f.index) == 1 {
		return v.Field(f.index[0])
	}
	return v.FieldByIndex(f.index)
}

func structPlan(t reflect.Type, above map[reflect.Type]*plan) plan {
	fields := planFields(t, nil, above)
	return plan{
		write: func(dst []byte, v reflect.Value) ([]byte, error) { return writeFields(dst, v, fields) },
		read:  func(b string, v reflect.Value) (string, error) { return readFields(b, v, fields) },
		empty: func(v reflect.Value) bool {
			for i := range fields {
				if !fields[i].empty(fields[i].of(v)) {
					return false
				}
			}
			return true
		},
	}
}

func planFields(t reflect.Type, index []int, above map[reflect.Type]*plan) []field {
	var out []field
	for i := range t.NumField() {
		f := t.Field(i)
		at := append(append([]int(nil), index...), i)
		tag, _, _ := strings.Cut(f.Tag.Get("msgpack"), ",")
		switch {
		case tag == "-", !f.IsExported() && !f.Anonymous:
		case opened(f):
			out = append(out, planFields(f.Type, at, above)...)
		default:
			out = append(out, field{compile(f.Type, above), string(appendText(nil, tag)), at})
		}
	}
	return out
}

func writeFields(dst []byte, v reflect.Value, fields []field) (_ []byte, err error) {
	head, n := len(dst), 0
	if len(fields) < 16 {
		dst = append(dst, 0)
	} else {
		dst = append(dst, 0, 0, 0)
	}
	for i := range fields {
		f := &fields[i]
		fv := f.of(v)
		if f.empty(fv) {
			continue
		}
		n++
		if dst, err = f.write(append(dst, f.tag...), fv); err != nil {
			return nil, err
		}
	}
	return closeHead(dst, head, len(fields) < 16, n), nil
}

// closeHead fills in the number of fields, in the shortest form there is.
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

// readFields expects the fields in the order in which they are written, some
// left out; any other order is found too, and an unknown field is passed over.
func readFields(b string, v reflect.Value, fields []field) (string, error) {
	n, b, err := readLength(b, codeFixMap, codeMap16)
	if err != nil {
		return "", err
	}
	next := 0
	for range n {
		_, rest, err := readText(b)
		if err != nil {
			return "", err
		}
		i := find(fields, next, b[:len(b)-len(rest)])
		if i < 0 {
			b, err = skip(rest)
		} else {
			b, err = fields[i].read(rest, fields[i].of(v))
			next = i + 1
		}
		if err != nil {
			return "", err
		}
	}
	return b, nil
}

func find(fields []field, next int, tag string) int {
	for i := next; i < len(fields); i++ {
		if fields[i].tag == tag {
			return i
		}
	}
	for i := range min(next, len(fields)) {
		if fields[i].tag == tag {
			return i
		}
	}
	return -1
}

func pointerPlan(t reflect.Type, elem *plan) plan {
	moment := t.Elem() == reflect.TypeFor[time.Time]()
	return plan{
		write: func(dst []byte, v reflect.Value) ([]byte, error) {
			if v.IsNil() {
				return append(dst, codeNil), nil
			}
			return elem.write(dst, v.Elem())
		},
		read: func(b string, v reflect.Value) (string, error) {
			v.Set(reflect.New(t.Elem()))
			return elem.read(b, v.Elem())
		},
		empty: func(v reflect.Value) bool { return v.IsNil() || moment && elem.empty(v.Elem()) },
	}
}

func listPlan(elem *plan) plan {
	return plan{
		write: func(dst []byte, v reflect.Value) (_ []byte, err error) {
			if v.IsNil() {
				return append(dst, codeNil), nil
			}
			dst = appendLength(dst, codeFixArray, codeArray16, v.Len())
			for i := range v.Len() {
				if dst, err = elem.write(dst, v.Index(i)); err != nil {
					return nil, err
				}
			}
			return dst, nil
		},
		read: func(b string, v reflect.Value) (string, error) {
			n, b, err := readLength(b, codeFixArray, codeArray16)
			if err != nil {
				return "", err
			}
			v.Set(reflect.MakeSlice(v.Type(), 0, min(n, 64)))
			for i := range n {
				if i == v.Cap() {
					v.Grow(1)
				}
				v.SetLen(i + 1)
				if b, err = elem.read(b, v.Index(i)); err != nil {
					return "", err
				}
			}
			v.Set(v.Slice3(0, n, n)) // who appends to a shared record appends to a copy
			return b, nil
		},
		empty: func(v reflect.Value) bool { return v.Len() == 0 },
	}
}

var bytesPlan = plan{
	write: func(dst []byte, v reflect.Value) ([]byte, error) {
		if v.IsNil() {
			return append(dst, codeNil), nil
		}
		return appendBytes(dst, v.Bytes()), nil
	},
	read: func(b string, v reflect.Value) (string, error) {
		text, rest, err := readText(b)
		if err == nil {
			v.SetBytes([]byte(text))
		}
		return rest, err
	},
	empty: func(v reflect.Value) bool { return v.Len() == 0 },
}

// timePlan reads through the pointer, which boxes nothing.
var timePlan = plan{
	write: func(dst []byte, v reflect.Value) ([]byte, error) {
		if t := moment(v); !t.IsZero() {
			return appendInt(dst, t.UnixMicro()), nil
		}
		return append(dst, codeNil), nil
	},
	read: func(b string, v reflect.Value) (string, error) {
		us, rest, err := readInt(b)
		if err == nil {
			*v.Addr().Interface().(*time.Time) = time.UnixMicro(us).UTC()
		}
		return rest, err
	},
	empty: func(v reflect.Value) bool { return moment(v).IsZero() },
}

func moment(v reflect.Value) time.Time { return *v.Addr().Interface().(*time.Time) }

// libraryPlan hands single values to the library.
var libraryPlan = plan{
	write: func(dst []byte, v reflect.Value) ([]byte, error) {
		b, err := packByLibrary(nil, v.Addr().Interface())
		return append(dst, b...), err
	},
	read: func(b string, v reflect.Value) (string, error) {
		rest, err := skip(b)
		if err != nil {
			return "", err
		}
		return rest, unpackByLibrary([]byte(b[:len(b)-len(rest)]), v.Addr().Interface())
	},
	empty: emptyForLibrary,
}

// emptyForLibrary leaves out what is empty without looking into structs.
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
