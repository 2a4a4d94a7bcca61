package audit

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// differ finds what changed in a record.
type differ struct {
	// personal: every free text is about a person.
	personal bool
	// secret tells of fields of this table that are never shown, beside those that never are.
	secret func(field string) bool
	fields []Field
}

// diff gives the fields in which two records differ; either may be nil.
func (d *differ) diff(old, rec any) []Field {
	d.walk("", pointed(old), pointed(rec), 0)
	return d.fields
}

// FieldNames are the names that the log has for the fields of records of a type.
func FieldNames(t reflect.Type) []string { return namesIn(t, "", 0) }

func namesIn(t reflect.Type, path string, depth int) (all []string) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || t == timeType || depth > maxDepth {
		return []string{path}
	}
	for i := range t.NumField() {
		if name, told := told(t.Field(i), path); told {
			all = append(all, namesIn(t.Field(i).Type, name, depth+1)...)
		}
	}
	return all
}

// told is the name of a field within another, and whether the log has it.
func told(f reflect.StructField, path string) (name string, is bool) {
	if !f.IsExported() || f.Tag.Get("msgpack") == "-" {
		return "", false
	}
	if name = path; !f.Anonymous {
		name = join(path, fieldName(f.Name))
	}
	return name, !slices.Contains(derived, name)
}

// pointed is the record behind a pointer; the zero Value for none.
func pointed(rec any) reflect.Value {
	if rec == nil {
		return reflect.Value{}
	}
	return inside(reflect.ValueOf(rec))
}

// inside is the value that a pointer leads to; the zero Value for none.
func inside(v reflect.Value) reflect.Value {
	for v.IsValid() && v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	return v
}

var timeType = reflect.TypeFor[time.Time]()

// walk compares two values of a field. Fields of structs are told one by one, anything
// else as a whole.
func (d *differ) walk(path string, a, b reflect.Value, depth int) {
	one := a
	if !one.IsValid() {
		one = b
	}
	if len(d.fields) >= MaxFields || !one.IsValid() {
		return
	}
	if one.Kind() != reflect.Struct || one.Type() == timeType || depth > maxDepth {
		d.leaf(path, a, b)
		return
	}
	for i := range one.NumField() {
		name, is := told(one.Type().Field(i), path)
		if !is {
			continue
		}
		d.walk(name, inside(fieldOf(a, i)), inside(fieldOf(b, i)), depth+1)
	}
}

// derived are fields that change with every write, and the one by which a record is known.
var derived = []string{"id", "createdAt", "updatedAt", "changedAt"}

func fieldOf(v reflect.Value, i int) reflect.Value {
	if !v.IsValid() {
		return v
	}
	return v.Field(i)
}

func (d *differ) leaf(path string, a, b reflect.Value) {
	before, after := plainText(a), plainText(b)
	if before == after || !a.IsValid() && b.IsZero() || !b.IsValid() && a.IsZero() {
		return
	}
	secret := isSecret(path) || d.secret(path)
	before, after = d.shown(a, secret), d.shown(b, secret)
	d.fields = append(d.fields, Field{path, clip(before), clip(after)})
}

// shown is what the log shows of a value. Of what is known of a person it shows numbers,
// times, and words that the program chose; of a secret, that there is one.
func (d *differ) shown(v reflect.Value, secret bool) string {
	switch {
	case !v.IsValid() || v.IsZero() && (secret || d.personal):
		return ""
	case secret:
		return masked
	}
	return text(v, writer{free: d.personal, secret: true})
}

// fieldName is the name of a field as the log has it: CompanyID is companyId.
func fieldName(s string) string {
	n := 0
	for n < len(s) && s[n] >= 'A' && s[n] <= 'Z' {
		n++
	}
	if n > 1 && n < len(s) && s[n:] != "s" {
		n-- // the last capital begins the next word
	}
	s = strings.ToLower(s[:n]) + s[n:]
	if strings.HasSuffix(s, "ID") {
		return s[:len(s)-1] + "d"
	}
	return strings.Replace(s, "IDs", "Ids", 1)
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// writer writes a value as text.
type writer struct {
	b strings.Builder
	// free texts and bytes are masked, secret names too.
	free, secret bool
}

// plainText is the whole value, to compare.
func plainText(v reflect.Value) string { return text(v, writer{}) }

func text(v reflect.Value, w writer) string {
	if !v.IsValid() {
		return ""
	}
	w.value(v, 0)
	return w.b.String()
}

func (w *writer) value(v reflect.Value, depth int) {
	v = inside(v)
	switch {
	case !v.IsValid():
		return
	case v.Type() == timeType:
		w.moment(v)
		return
	case depth > maxDepth:
		w.b.WriteString("…")
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		w.fields(v, depth)
	case reflect.Slice, reflect.Array:
		w.list(v, depth)
	case reflect.Map:
		w.entries(v, depth)
	case reflect.String:
		w.text(v)
	default:
		w.b.WriteString(scalar(v))
	}
}

func (w *writer) moment(v reflect.Value) {
	if t, ok := v.Interface().(time.Time); ok && !t.IsZero() {
		w.b.WriteString(t.UTC().Format(time.RFC3339Nano))
	}
}

// text writes a text. One of a type of its own is a word that the program chose.
func (w *writer) text(v reflect.Value) {
	if w.free && v.Type().PkgPath() == "" && v.Len() > 0 {
		w.b.WriteString(masked)
		return
	}
	w.b.WriteString(v.String())
}

func (w *writer) fields(v reflect.Value, depth int) {
	w.b.WriteByte('{')
	first := true
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if !f.IsExported() || f.Tag.Get("msgpack") == "-" || v.Field(i).IsZero() {
			continue
		}
		if !first {
			w.b.WriteString(", ")
		}
		first = false
		name := fieldName(f.Name)
		w.b.WriteString(name + ": ")
		if w.secret && isSecret(name) {
			w.b.WriteString(masked)
			continue
		}
		w.value(v.Field(i), depth+1)
	}
	w.b.WriteByte('}')
}

func (w *writer) list(v reflect.Value, depth int) {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		if w.secret || w.free {
			fmt.Fprintf(&w.b, "%d bytes", v.Len())
		} else {
			fmt.Fprintf(&w.b, "%x", v.Bytes())
		}
		return
	}
	if v.Len() == 0 {
		return
	}
	w.b.WriteByte('[')
	for i := range v.Len() {
		if i > 0 {
			w.b.WriteString(", ")
		}
		w.value(v.Index(i), depth+1)
	}
	w.b.WriteByte(']')
}

func (w *writer) entries(v reflect.Value, depth int) {
	if v.Len() == 0 {
		return
	}
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(scalar(a), scalar(b)) })
	w.b.WriteByte('{')
	for i, k := range keys {
		if i > 0 {
			w.b.WriteString(", ")
		}
		w.b.WriteString(scalar(k) + ": ")
		w.value(v.MapIndex(k), depth+1)
	}
	w.b.WriteByte('}')
}

// scalar writes a number, or its name where its type has names.
func scalar(v reflect.Value) string {
	if named, ok := v.Interface().(fmt.Stringer); ok {
		return named.String()
	}
	switch v.Kind() {
	case reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.FormatUint(v.Uint(), 10)
	case reflect.Float32, reflect.Float64:
		return strconv.FormatFloat(v.Float(), 'f', -1, 64)
	}
	return v.String()
}

// clip cuts a text to what an entry holds.
func clip(s string) string {
	if len(s) <= MaxText {
		return s
	}
	n := MaxText
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}
