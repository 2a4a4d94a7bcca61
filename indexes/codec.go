package indexes

import (
	"bytes"
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"time"

	// msgpack: the stored form of every record. It is compact, it names fields by
	// short tags so that fields can be added, and other tools can read it. Only this
	// file imports the library, for rare types of values: plan.go encodes common
	// types itself, to the same bytes, and a few hot records have hand-written
	// encodings (custom.go).
	"github.com/vmihailenco/msgpack/v5"
)

// encodeTime writes a time in whole microseconds, the zero time as nil.
func encodeTime(e *msgpack.Encoder, t time.Time) error {
	if t.IsZero() {
		return e.EncodeNil()
	}
	return e.EncodeInt(t.UnixMicro())
}

// decodeTime reads what encodeTime wrote, in UTC.
func decodeTime(d *msgpack.Decoder) (time.Time, error) {
	if code, err := d.PeekCode(); err != nil {
		return time.Time{}, err
	} else if code == codeNil {
		return time.Time{}, d.DecodeNil()
	}
	us, err := d.DecodeInt64()
	if err != nil {
		return time.Time{}, err
	}
	return time.UnixMicro(us).UTC(), nil
}

func init() {
	msgpack.Register(time.Time{},
		func(e *msgpack.Encoder, v reflect.Value) error {
			return encodeTime(e, v.Interface().(time.Time))
		},
		func(d *msgpack.Decoder, v reflect.Value) error {
			t, err := decodeTime(d)
			if err == nil {
				v.Set(reflect.ValueOf(t))
			}
			return err
		})
}

// The pools hold encoders and decoders and their buffers.
var (
	encoders = sync.Pool{New: func() any { return &encoder{enc: msgpack.NewEncoder(nil)} }}
	decoders = sync.Pool{New: func() any { return &decoder{dec: msgpack.NewDecoder(nil)} }}
)

type encoder struct {
	buf bytes.Buffer
	raw []byte
	enc *msgpack.Encoder
	own Encoder
}

type decoder struct {
	src bytes.Reader
	dec *msgpack.Decoder
}

// pack returns head followed by the msgpack of the record that rec points to. Empty
// fields are left out; an absent field is read as its zero value.
func pack(head []byte, rec any) ([]byte, error) {
	e := encoders.Get().(*encoder)
	defer encoders.Put(e)
	raw, err := appendPacked(append(e.raw[:0], head...), rec)
	if err != nil {
		return nil, err
	}
	e.raw = raw
	return bytes.Clone(raw), nil
}

// appendPacked is pack that appends to dst.
func appendPacked(dst []byte, rec any) ([]byte, error) {
	if own, custom := rec.(encodes); custom {
		e := encoders.Get().(*encoder)
		defer encoders.Put(e)
		e.own.b = dst
		own.EncodeMsgpack(&e.own)
		dst, e.own.b = e.own.b, nil
		return dst, nil
	}
	v := reflect.ValueOf(rec)
	return planFor(v.Type().Elem()).write(dst, v.UnsafePointer())
}

// unpack reads a whole payload into the record that rec points to. Malformed input
// gives an error, never a panic.
func unpack(payload []byte, rec any) error { return unpackIn(nil, payload, rec) }

// unpackIn is unpack for a record that shares an arena with others.
func unpackIn(mem *arena, payload []byte, rec any) error {
	if own, custom := rec.(decodes); custom {
		rest, err := readCustom(mem.copyBytes(payload), own)
		return tooMany(len(rest), err)
	}
	if isAny(rec) {
		return unpackByLibrary(payload, rec)
	}
	v := reflect.ValueOf(rec)
	rest, err := planFor(v.Type().Elem()).read(mem.copyBytes(payload), v.UnsafePointer(), mem)
	return tooMany(len(rest), err)
}

func tooMany(left int, err error) error {
	if err == nil && left > 0 {
		err = fmt.Errorf("msgpack: %d bytes too many", left)
	}
	return err
}

func isAny(rec any) bool {
	_, ok := rec.(*any)
	return ok
}

// packByLibrary returns head followed by one value.
func packByLibrary(head []byte, v any) ([]byte, error) {
	e := encoders.Get().(*encoder)
	defer encoders.Put(e)
	e.buf.Reset()
	e.buf.Write(head)
	e.enc.Reset(&e.buf)
	e.enc.SetSortMapKeys(true)
	e.enc.UseCompactInts(true)
	e.enc.SetOmitEmpty(true)
	if err := e.enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.Clone(e.buf.Bytes()), nil
}

// unpackByLibrary reads one value and nothing behind it.
func unpackByLibrary(b []byte, v any) (err error) {
	d := decoders.Get().(*decoder)
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("msgpack: %v", p)
			return
		}
		d.src.Reset(nil)
		decoders.Put(d)
	}()
	d.src.Reset(b)
	d.dec.Reset(&d.src)
	err = d.dec.Decode(v)
	return tooMany(d.src.Len(), err)
}

// isCustom reports whether a type has a hand-written encoding.
func isCustom(t reflect.Type) bool {
	custom := reflect.TypeFor[encodes]()
	return t.Implements(custom) || reflect.PointerTo(t).Implements(custom)
}

// sortMaps makes maps of a type encode in the order of their keys, so that equal
// records have equal bytes.
func sortMaps(t reflect.Type) {
	msgpack.Register(reflect.Zero(t).Interface(), encodeSortedMap, nil)
}

func encodeSortedMap(e *msgpack.Encoder, v reflect.Value) error {
	if v.IsNil() {
		return e.EncodeNil()
	}
	keys := v.MapKeys()
	slices.SortFunc(keys, compareKeys)
	if err := e.EncodeMapLen(len(keys)); err != nil {
		return err
	}
	for _, k := range keys {
		if err := e.EncodeValue(k); err != nil {
			return err
		}
		if err := e.EncodeValue(v.MapIndex(k)); err != nil {
			return err
		}
	}
	return nil
}

func compareKeys(a, b reflect.Value) int {
	if a.Kind() == reflect.String {
		return cmp.Compare(a.String(), b.String())
	}
	return cmp.Compare(a.Int(), b.Int())
}

// Marshal encodes a value that is stored inside a record (such as the answer in an
// idempotency record) the way records are encoded: by explicit tags, leaving empty
// fields out.
func Marshal[T any](v *T) ([]byte, error) { return pack(nil, v) }

// Unmarshal reads what Marshal wrote. Malformed input gives an error, never a panic.
func Unmarshal[T any](b []byte, v *T) error { return unpack(b, v) }
