package indexes

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"marquee/kv"
)

// Describe lists the stored form of everything: tables, versions, field tags and
// types, indexes and migrations. It is kept as a golden file, so that every change
// of the stored form shows as a difference.
func (s *Schema) Describe() string {
	var b strings.Builder
	for _, t := range s.sorted() {
		t.describe(&b)
	}
	for _, m := range s.migrations {
		fmt.Fprintf(&b, "%s %s\n\n", m.mark(), m.Name)
	}
	return b.String()
}

func (c *core) describe(b *strings.Builder) {
	fmt.Fprintf(b, "%s v%d key %s%s\n", c.name, c.version, c.keyName, flags(c.global, false))
	describeFields(b, c.reflected, "  ", nil)
	for _, x := range c.shapes() {
		fmt.Fprintf(b, "  index %s v%d %s %s%s\n", x.name, x.version, x.kind, x.codec, flags(x.global, x.counted))
	}
	b.WriteByte('\n')
}

func flags(global, counted bool) string {
	var s string
	if global {
		s += " global"
	}
	if counted {
		s += " counted"
	}
	return s
}

// describeFields lists the fields of a struct, and those of the structs inside.
func describeFields(b *strings.Builder, t reflect.Type, indent string, above []reflect.Type) {
	for _, f := range storedFields(t) {
		tag, _, _ := strings.Cut(f.Tag.Get("msgpack"), ",")
		fmt.Fprintf(b, "%s%s %s\n", indent, tag, typeName(f.Type))
		if inner := structInside(f.Type); inner != nil && !slices.Contains(above, inner) {
			describeFields(b, inner, indent+"  ", append(above, t))
		}
	}
}

// storedFields are the fields that are stored, with those of embedded structs.
func storedFields(t reflect.Type) []reflect.StructField {
	var out []reflect.StructField
	if t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		f := t.Field(i)
		tag := f.Tag.Get("msgpack")
		switch {
		case tag == "-", !f.IsExported() && !f.Anonymous:
		case opened(f):
			out = append(out, storedFields(f.Type)...)
		default:
			out = append(out, f)
		}
	}
	return out
}

// opened reports whether the fields of an embedded struct are stored as fields of
// the record itself.
func opened(f reflect.StructField) bool {
	return f.Anonymous && f.Tag.Get("msgpack") == "" && f.Type.Kind() == reflect.Struct &&
		f.Type != reflect.TypeFor[time.Time]() && !isCustom(f.Type)
}

// structInside returns the struct type that a field consists of, through pointers,
// slices and maps; nil for scalars and times.
func structInside(t reflect.Type) reflect.Type {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return structInside(t.Elem())
	case reflect.Struct:
		if t != reflect.TypeFor[time.Time]() {
			return t
		}
	}
	return nil
}

// typeName describes the stored form of a type, not its Go name.
func typeName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return "optional " + typeName(t.Elem())
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
		return "list of " + typeName(t.Elem())
	case reflect.Array:
		return fmt.Sprintf("%d of %s", t.Len(), typeName(t.Elem()))
	case reflect.Map:
		return "map of " + typeName(t.Key()) + " to " + typeName(t.Elem())
	case reflect.Struct:
		if t == reflect.TypeFor[time.Time]() {
			return "time"
		}
		if isCustom(t) {
			return "custom struct"
		}
		return "struct"
	}
	return t.Kind().String()
}

// checkType refuses a record type whose stored form depends on Go names: every
// stored field needs its own tag. Keys of maps must be strings or integers.
func checkType(t reflect.Type) error { return checkFields(t, nil) }

func checkFields(t reflect.Type, seen []reflect.Type) error {
	if t.Kind() != reflect.Struct || slices.Contains(seen, t) {
		return nil
	}
	seen = append(seen, t)
	tags := map[string]string{}
	for _, f := range storedFields(t) {
		tag, _, _ := strings.Cut(f.Tag.Get("msgpack"), ",")
		if tag == "" {
			return fmt.Errorf("field %s of %s has no msgpack tag", f.Name, t)
		}
		if other, twice := tags[tag]; twice {
			return fmt.Errorf("fields %s and %s of %s share the tag %q", other, f.Name, t, tag)
		}
		tags[tag] = f.Name
		if err := checkField(f.Type); err != nil {
			return fmt.Errorf("field %s of %s: %w", f.Name, t, err)
		}
		if inner := structInside(f.Type); inner != nil {
			if err := checkFields(inner, seen); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkField(t reflect.Type) error {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return checkField(t.Elem())
	case reflect.Chan, reflect.Func, reflect.Complex64, reflect.Complex128, reflect.UnsafePointer:
		return fmt.Errorf("a %s cannot be stored", t.Kind())
	case reflect.Map:
		switch t.Key().Kind() {
		case reflect.String, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
			sortMaps(t)
			return checkField(t.Elem())
		}
		return fmt.Errorf("keys of a map are strings or integers, not %s", t.Key())
	}
	return nil
}

// isFlat reports whether an assignment copies a value deeply.
func isFlat(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct:
		if t == reflect.TypeFor[time.Time]() {
			return true
		}
		for i := range t.NumField() {
			if !isFlat(t.Field(i).Type) {
				return false
			}
		}
		return true
	case reflect.Array:
		return isFlat(t.Elem())
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return false
	}
	return true
}

// codecName describes a codec by its components, for the golden file.
func codecName[K any](c kv.Codec[K]) string { return partName(reflect.ValueOf(c)) }

func partName(v reflect.Value) string {
	if v.Kind() == reflect.Interface {
		return partName(v.Elem())
	}
	name, _, _ := strings.Cut(v.Type().Name(), "Codec")
	if v.Kind() != reflect.Struct || v.NumField() == 0 {
		return name
	}
	parts := make([]string, v.NumField())
	for i := range parts {
		parts[i] = partName(v.Field(i))
	}
	return name + "(" + strings.Join(parts, ", ") + ")"
}
