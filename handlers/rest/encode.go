package rest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"marquee/app"
)

// writer is one answer being written.
type writer struct {
	buf    []byte
	filter Filter
	// asked is the include parameter.
	asked Include
	// caller is who gets the answer, nil for a stranger, and lang what language in.
	caller *app.Caller
	lang   *language
	// origin stands in front of the paths in links; base is its text, once needed.
	origin origin
	base   string
	masks  map[maskKey][]bool
	err    error
}

// maskKey is one struct as one resource.
type maskKey struct {
	plan     *structPlan
	resource string
}

// encodeFunc appends one value.
type encodeFunc func(w *writer, v reflect.Value)

var (
	encoders   sync.Map // reflect.Type -> encodeFunc
	writerPool = sync.Pool{New: func() any { return &writer{buf: make([]byte, 0, 4096)} }}
)

// maxPooled is the largest buffer kept for the next answer, in bytes: a page of a
// hundred orders with some thousand items.
const maxPooled = 4 << 20

// maxSizeHint is the most that is made ready for an answer not yet seen, in bytes.
const maxSizeHint = 1 << 20

// newWriter begins an answer that will probably be so many bytes long.
func newWriter(f Filter, asked Include, c *app.Caller, size int) *writer {
	w := writerPool.Get().(*writer)
	w.buf, w.filter, w.asked, w.caller, w.lang, w.origin, w.base, w.err = slices.Grow(w.buf[:0], size), f, asked, c, english, origin{}, "", nil
	clear(w.masks)
	return w
}

func (w *writer) release() {
	w.caller = nil
	if cap(w.buf) <= maxPooled {
		writerPool.Put(w)
	}
}

// path writes an address of this server as one text, without making it first.
func (w *writer) path(p string) {
	if w.base == "" {
		w.base = w.origin.String()
	}
	w.buf = appendString(w.buf, w.base)
	end := len(w.buf) - 1
	w.buf = appendString(w.buf[:end], p)
	w.buf = slices.Delete(w.buf, end, end+1)
}

// encoderOf compiles the encoder of a type, once.
func encoderOf(t reflect.Type) encodeFunc {
	if fn, ok := encoders.Load(t); ok {
		return fn.(encodeFunc)
	}
	var (
		once sync.Once
		real encodeFunc
	)
	// A type that contains itself finds this forward while it is compiled.
	forward := encodeFunc(func(w *writer, v reflect.Value) {
		once.Do(func() {
			if real == nil {
				real = compile(t)
			}
		})
		real(w, v)
	})
	if fn, taken := encoders.LoadOrStore(t, forward); taken {
		return fn.(encodeFunc)
	}
	fn := compile(t)
	once.Do(func() { real = fn })
	encoders.Store(t, fn)
	return fn
}

func compile(t reflect.Type) encodeFunc {
	switch t {
	case reflect.TypeFor[time.Time]():
		return encodeTime
	case reflect.TypeFor[*time.Time](): // not by its own MarshalJSON
		return compilePointer(t)
	case reflect.TypeFor[Time]():
		return func(w *writer, v reflect.Value) { encodeTime(w, v.Field(0)) }
	case reflect.TypeFor[Stream](): // writes itself
		return func(*writer, reflect.Value) {}
	case reflect.TypeFor[Path]():
		return func(w *writer, v reflect.Value) { w.path(v.String()) }
	case reflect.TypeFor[Words]():
		return func(w *writer, v reflect.Value) {
			w.buf = appendString(w.buf, w.lang.text(app.Message{Format: v.String()}))
		}
	case reflect.TypeFor[Included]():
		return encodeIncluded
	case reflect.TypeFor[Relations]():
		return encodeRelations
	case reflect.TypeFor[Raw]():
		return encodeRaw
	case reflect.TypeFor[json.RawMessage]():
		return encodeRaw
	}
	switch {
	case t.Implements(reflect.TypeFor[resource]()) && t.Kind() == reflect.Struct:
		return compileResource(t)
	case t.Implements(reflect.TypeFor[optional]()) && t.Kind() == reflect.Struct:
		return compileOpt(t)
	case t.Implements(reflect.TypeFor[rows]()):
		return compileRows(t)
	case t.Kind() == reflect.Pointer:
		return compilePointer(t) // before Marshaler: a *time.Time is one, but not ours
	case t.Implements(reflect.TypeFor[json.Marshaler]()):
		return encodeMarshaler
	}
	return compileKind(t)
}

func compileKind(t reflect.Type) encodeFunc {
	switch t.Kind() {
	case reflect.String:
		return func(w *writer, v reflect.Value) { w.buf = appendString(w.buf, v.String()) }
	case reflect.Bool:
		return func(w *writer, v reflect.Value) { w.buf = strconv.AppendBool(w.buf, v.Bool()) }
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return func(w *writer, v reflect.Value) { w.buf = strconv.AppendInt(w.buf, v.Int(), 10) }
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return func(w *writer, v reflect.Value) { w.buf = strconv.AppendUint(w.buf, v.Uint(), 10) }
	case reflect.Float64:
		return func(w *writer, v reflect.Value) { w.float(v.Float(), 64) }
	case reflect.Float32:
		return func(w *writer, v reflect.Value) { w.float(v.Float(), 32) }
	case reflect.Interface:
		return encodeInterface
	case reflect.Slice, reflect.Array:
		return compileList(t)
	case reflect.Map:
		return compileMap(t)
	case reflect.Struct:
		return compileStruct(t)
	}
	panic(fmt.Sprintf("rest: %s cannot be written in an answer", t))
}

func (w *writer) null() { w.buf = append(w.buf, "null"...) }

func encodeTime(w *writer, v reflect.Value) {
	var t time.Time
	if v.CanAddr() {
		t = *(v.Addr().Interface().(*time.Time))
	} else {
		t = v.Interface().(time.Time)
	}
	w.buf = appendStamp(w.buf, t)
}

// appendStamp writes a moment with its quotes. It is Stamp without the general
// formatter, because lists hold thousands of them.
func appendStamp(b []byte, t time.Time) []byte {
	t = t.UTC()
	year, month, day := t.Date()
	if year < 0 || year > 9999 {
		return t.AppendFormat(b, `"`+stampLayout+`"`)
	}
	hour, minute, second := t.Clock()
	micro := t.Nanosecond() / 1000
	b = append(b, '"')
	b = twoDigits(twoDigits(b, year/100), year%100)
	b = twoDigits(append(b, '-'), int(month))
	b = twoDigits(append(b, '-'), day)
	b = twoDigits(append(b, 'T'), hour)
	b = twoDigits(append(b, ':'), minute)
	b = twoDigits(append(b, ':'), second)
	b = append(b, '.')
	b = twoDigits(twoDigits(twoDigits(b, micro/10_000), micro/100%100), micro%100)
	return append(b, 'Z', '"')
}

func twoDigits(b []byte, n int) []byte { return append(b, byte('0'+n/10), byte('0'+n%10)) }

func encodeRaw(w *writer, v reflect.Value) {
	if v.Len() == 0 {
		w.null()
		return
	}
	w.buf = append(w.buf, v.Bytes()...)
}

func encodeMarshaler(w *writer, v reflect.Value) {
	b, err := v.Interface().(json.Marshaler).MarshalJSON()
	if err != nil {
		w.err = err
		return
	}
	w.buf = append(w.buf, b...)
}

func encodeInterface(w *writer, v reflect.Value) {
	if v.IsNil() {
		w.null()
		return
	}
	e := v.Elem()
	encoderOf(e.Type())(w, e)
}

func compilePointer(t reflect.Type) encodeFunc {
	elem := encoderOf(t.Elem())
	return func(w *writer, v reflect.Value) {
		if v.IsNil() {
			w.null()
			return
		}
		elem(w, v.Elem())
	}
}

func compileOpt(t reflect.Type) encodeFunc {
	elem := encoderOf(t.Field(2).Type)
	return func(w *writer, v reflect.Value) {
		if !v.Field(0).Bool() || v.Field(1).Bool() {
			w.null()
			return
		}
		elem(w, v.Field(2))
	}
}

func compileList(t reflect.Type) encodeFunc {
	if t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 {
		return func(w *writer, v reflect.Value) {
			w.buf = append(w.buf, '"')
			w.buf = base64.StdEncoding.AppendEncode(w.buf, v.Bytes())
			w.buf = append(w.buf, '"')
		}
	}
	elem := encoderOf(t.Elem())
	return func(w *writer, v reflect.Value) {
		w.buf = append(w.buf, '[')
		for i := range v.Len() {
			if i > 0 {
				w.buf = append(w.buf, ',')
			}
			makeWay(i)
			elem(w, v.Index(i))
		}
		w.buf = append(w.buf, ']')
	}
}

// makeWay lets others have the processor after some elements of a long list: whoever stands
// at a gate would wait for all of it.
func makeWay(i int) {
	if i%someElements == someElements-1 {
		runtime.Gosched()
	}
}

func compileMap(t reflect.Type) encodeFunc {
	if k := t.Key().Kind(); k != reflect.String && k != reflect.Int64 && k != reflect.Int {
		panic(fmt.Sprintf("rest: %s: keys must be strings or integers", t))
	}
	elem := encoderOf(t.Elem())
	return func(w *writer, v reflect.Value) {
		keys := make([]mapKey, 0, v.Len())
		for _, k := range v.MapKeys() {
			keys = append(keys, mapKey{keyText(k), k})
		}
		slices.SortFunc(keys, func(a, b mapKey) int { return strings.Compare(a.text, b.text) })
		w.buf = append(w.buf, '{')
		for i, k := range keys {
			if i > 0 {
				w.buf = append(w.buf, ',')
			}
			w.buf = append(appendString(w.buf, k.text), ':')
			elem(w, v.MapIndex(k.value))
		}
		w.buf = append(w.buf, '}')
	}
}

type mapKey struct {
	text  string
	value reflect.Value
}

func keyText(k reflect.Value) string {
	if k.Kind() == reflect.String {
		return k.String()
	}
	return strconv.FormatInt(k.Int(), 10)
}

// float writes a number the way JavaScript does.
func (w *writer) float(f float64, bits int) {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		w.err = fmt.Errorf("rest: %v is not a JSON number", f)
		return
	}
	abs := math.Abs(f)
	format := byte('f')
	if abs != 0 && (bits == 64 && (abs < 1e-6 || abs >= 1e21) || bits == 32 && (float32(abs) < 1e-6 || float32(abs) >= 1e21)) {
		format = 'e'
	}
	w.buf = strconv.AppendFloat(w.buf, f, format, -1, bits)
	if n := len(w.buf); format == 'e' && n >= 4 && w.buf[n-4] == 'e' && w.buf[n-3] == '-' && w.buf[n-2] == '0' {
		w.buf[n-2] = w.buf[n-1]
		w.buf = w.buf[:n-1]
	}
}
