package indexes

import (
	"fmt"
	"math"
	"reflect"
	"unsafe"
)

// scalar is the kind of a value that readFields reads without calling plan.read.
type scalar byte

const (
	noScalar scalar = iota
	scalarInt
	scalarText
	scalarBool
	scalarSkip
)

// scalarPlan is the plan of a type that is stored as one msgpack value. A named
// type has the memory layout of its underlying type.
func scalarPlan(t reflect.Type) plan {
	switch t.Kind() {
	case reflect.Bool:
		return plan{writeBool, readBool, isZero[bool], scalarBool}
	case reflect.String:
		return plan{writeString, readString, isZero[string], scalarText}
	case reflect.Int:
		return integerPlan[int]()
	case reflect.Int8:
		return integerPlan[int8]()
	case reflect.Int16:
		return integerPlan[int16]()
	case reflect.Int32:
		return integerPlan[int32]()
	case reflect.Int64:
		p := integerPlan[int64]()
		p.scalar = scalarInt
		return p
	case reflect.Uint:
		return unsignedPlan[uint]()
	case reflect.Uint8:
		return unsignedPlan[uint8]()
	case reflect.Uint16:
		return unsignedPlan[uint16]()
	case reflect.Uint32:
		return unsignedPlan[uint32]()
	case reflect.Uint64:
		return unsignedPlan[uint64]()
	case reflect.Float32:
		return plan{writeFloat32, readReal[float32], isZero[float32], noScalar}
	case reflect.Float64:
		return plan{writeFloat64, readReal[float64], isZero[float64], noScalar}
	}
	panic(fmt.Sprintf("indexes: a %s cannot be stored", t))
}

func isZero[T comparable](p unsafe.Pointer) bool {
	var zero T
	return *(*T)(p) == zero
}

func writeBool(dst []byte, p unsafe.Pointer) ([]byte, error) {
	if *(*bool)(p) {
		return append(dst, codeTrue), nil
	}
	return append(dst, codeFalse), nil
}

func readBool(b string, p unsafe.Pointer, _ *arena) (string, error) {
	if len(b) == 0 || b[0] != codeTrue && b[0] != codeFalse {
		return "", errMsgpack
	}
	*(*bool)(p) = b[0] == codeTrue
	return b[1:], nil
}

func writeString(dst []byte, p unsafe.Pointer) ([]byte, error) {
	return appendText(dst, *(*string)(p)), nil
}

func readString(b string, p unsafe.Pointer, _ *arena) (string, error) {
	text, rest, err := readText(b)
	if err == nil {
		*(*string)(p) = text
	}
	return rest, err
}

func integerPlan[T int | int8 | int16 | int32 | int64]() plan {
	return plan{
		write: func(dst []byte, p unsafe.Pointer) ([]byte, error) { return appendInt(dst, int64(*(*T)(p))), nil },
		read: func(b string, p unsafe.Pointer, _ *arena) (string, error) {
			n, rest, err := readInt(b)
			if err == nil && int64(T(n)) != n {
				err = errMsgpack
			}
			if err == nil {
				*(*T)(p) = T(n)
			}
			return rest, err
		},
		empty: isZero[T],
	}
}

func unsignedPlan[T uint | uint8 | uint16 | uint32 | uint64]() plan {
	return plan{
		write: func(dst []byte, p unsafe.Pointer) ([]byte, error) { return appendUint(dst, uint64(*(*T)(p))), nil },
		read: func(b string, p unsafe.Pointer, _ *arena) (string, error) {
			n, rest, err := readUint(b)
			if err == nil && uint64(T(n)) != n {
				err = errMsgpack
			}
			if err == nil {
				*(*T)(p) = T(n)
			}
			return rest, err
		},
		empty: isZero[T],
	}
}

func writeFloat32(dst []byte, p unsafe.Pointer) ([]byte, error) {
	return appendNumber(append(dst, codeFloat32), uint64(math.Float32bits(*(*float32)(p))), 4), nil
}

func writeFloat64(dst []byte, p unsafe.Pointer) ([]byte, error) {
	return appendNumber(append(dst, codeFloat64), math.Float64bits(*(*float64)(p)), 8), nil
}

func readReal[T float32 | float64](b string, p unsafe.Pointer, _ *arena) (string, error) {
	x, rest, err := readFloat(b)
	if err == nil {
		*(*T)(p) = T(x)
	}
	return rest, err
}

// appendNumber writes n bytes, big endian.
func appendNumber(dst []byte, u uint64, n int) []byte {
	for shift := 8 * (n - 1); shift >= 0; shift -= 8 {
		dst = append(dst, byte(u>>shift))
	}
	return dst
}
