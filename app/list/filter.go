package list

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// named are the filters of a list that are set, as text under their names.
type named map[string]string

// namesOf reads the filters off a struct: those fields that have a tag and are not
// zero. A field's type is one of those in write.
func namesOf(filter any) named {
	out := named{}
	v := reflect.ValueOf(filter).Elem()
	for i := range v.NumField() {
		name, ok := v.Type().Field(i).Tag.Lookup("list")
		if ok && !unset(v.Field(i)) {
			out[name] = write(v.Field(i))
		}
	}
	return out
}

func unset(v reflect.Value) bool {
	return v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0
}

// fill sets the fields of a struct from their names. An unknown name or a text that
// is none of the field's is refused.
func (n named) fill(filter any) error {
	v := reflect.ValueOf(filter).Elem()
	found := 0
	for i := range v.NumField() {
		name, ok := v.Type().Field(i).Tag.Lookup("list")
		if !ok {
			continue
		}
		v.Field(i).SetZero()
		text, set := n[name]
		if !set {
			continue
		}
		found++
		if err := read(v.Field(i), text); err != nil {
			return err
		}
	}
	if found != len(n) {
		return errForeign
	}
	return nil
}

// agrees tells whether the filters that somebody sent are among these.
func (n named) agrees(sent named) bool {
	for name, text := range sent {
		if n[name] != text {
			return false
		}
	}
	return true
}

// write is a filter as text.
func write(v reflect.Value) string {
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if t, ok := v.Interface().(time.Time); ok {
		return strconv.FormatInt(t.UnixMicro(), 10)
	}
	switch v.Kind() {
	case reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case reflect.Int64:
		return strconv.FormatInt(v.Int(), 10)
	case reflect.String:
		return v.String()
	case reflect.Slice:
		parts := make([]string, v.Len())
		for i := range parts {
			parts[i] = write(v.Index(i))
		}
		slices.Sort(parts)
		return strings.Join(parts, ",")
	}
	panic(fmt.Sprintf("list: a filter cannot be a %s", v.Type()))
}

// read undoes write.
func read(v reflect.Value, text string) error {
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	if v.Type() == reflect.TypeFor[time.Time]() {
		micros, err := strconv.ParseInt(text, 10, 64)
		v.Set(reflect.ValueOf(time.UnixMicro(micros).UTC()))
		return err
	}
	switch v.Kind() {
	case reflect.Bool:
		b, err := strconv.ParseBool(text)
		v.SetBool(b)
		return err
	case reflect.Int64:
		n, err := strconv.ParseInt(text, 10, 64)
		v.SetInt(n)
		return err
	case reflect.String:
		v.SetString(text)
		return nil
	}
	for part := range strings.SplitSeq(text, ",") {
		one := reflect.New(v.Type().Elem()).Elem()
		if err := read(one, part); err != nil {
			return err
		}
		v.Set(reflect.Append(v, one))
	}
	return nil
}
