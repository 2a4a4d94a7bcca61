package indexes

import (
	"fmt"
	"math"
	"reflect"
)

// scalarPlan is for what takes one word of msgpack.
func scalarPlan(t reflect.Type) plan {
	p := plan{empty: reflect.Value.IsZero}
	switch t.Kind() {
	case reflect.Bool:
		p.write, p.read = writeBool, readBool
	case reflect.String:
		p.write, p.read = writeString, readString
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		p.write, p.read = writeInteger, readInteger
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		p.write, p.read = writeUnsigned, readUnsigned
	case reflect.Float32, reflect.Float64:
		p.write, p.read = writeReal, readReal
		p.empty = func(v reflect.Value) bool { return v.Float() == 0 }
	default:
		panic(fmt.Sprintf("indexes: a %s cannot be stored", t))
	}
	return p
}

func writeBool(dst []byte, v reflect.Value) ([]byte, error) {
	if v.Bool() {
		return append(dst, codeTrue), nil
	}
	return append(dst, codeFalse), nil
}

func readBool(b string, v reflect.Value) (string, error) {
	if len(b) == 0 || b[0] != codeTrue && b[0] != codeFalse {
		return "", errMsgpack
	}
	v.SetBool(b[0] == codeTrue)
	return b[1:], nil
}

func writeString(dst []byte, v reflect.Value) ([]byte, error) {
	return appendText(dst, v.String()), nil
}

func readString(b string, v reflect.Value) (string, error) {
	text, rest, err := readText(b)
	if err == nil {
		v.SetString(text)
	}
	return rest, err
}

func writeInteger(dst []byte, v reflect.Value) ([]byte, error) { return appendInt(dst, v.Int()), nil }

func readInteger(b string, v reflect.Value) (string, error) {
	n, rest, err := readInt(b)
	if err == nil && v.OverflowInt(n) {
		err = errMsgpack
	}
	if err == nil {
		v.SetInt(n)
	}
	return rest, err
}

func writeUnsigned(dst []byte, v reflect.Value) ([]byte, error) {
	return appendUint(dst, v.Uint()), nil
}

func readUnsigned(b string, v reflect.Value) (string, error) {
	n, rest, err := readUint(b)
	if err == nil && v.OverflowUint(n) {
		err = errMsgpack
	}
	if err == nil {
		v.SetUint(n)
	}
	return rest, err
}

func writeReal(dst []byte, v reflect.Value) ([]byte, error) {
	if v.Kind() == reflect.Float32 {
		return appendNumber(append(dst, codeFloat32), uint64(math.Float32bits(float32(v.Float()))), 4), nil
	}
	return appendNumber(append(dst, codeFloat64), math.Float64bits(v.Float()), 8), nil
}

func readReal(b string, v reflect.Value) (string, error) {
	x, rest, err := readFloat(b)
	if err == nil {
		v.SetFloat(x)
	}
	return rest, err
}

// appendNumber writes n bytes, high byte first.
func appendNumber(dst []byte, u uint64, n int) []byte {
	for shift := 8 * (n - 1); shift >= 0; shift -= 8 {
		dst = append(dst, byte(u>>shift))
	}
	return dst
}
