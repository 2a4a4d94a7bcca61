package wire

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"marquee/app"
)

// Kept is stored records as JSON, for people: each field by its name, moments as RFC 3339,
// words for what has words. What opens something is left out, and so is what is empty.
func Kept(records any) (json.RawMessage, error) {
	v := reflect.ValueOf(records)
	all := make([]any, 0, v.Len())
	for i := range v.Len() {
		all = append(all, kept(v.Index(i)))
	}
	return json.Marshal(all)
}

func kept(v reflect.Value) any {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return nil
		}
		v = v.Elem()
	}
	if t, ok := v.Interface().(time.Time); ok {
		return t.UTC()
	}
	if named, ok := v.Interface().(fmt.Stringer); ok {
		return named.String()
	}
	switch v.Kind() {
	case reflect.Struct:
		return keptFields(v, map[string]any{})
	case reflect.Slice, reflect.Array:
		all := make([]any, v.Len())
		for i := range v.Len() {
			all[i] = kept(v.Index(i))
		}
		return all
	case reflect.Map:
		all := map[string]any{}
		for _, k := range v.MapKeys() {
			all[fmt.Sprint(k)] = kept(v.MapIndex(k))
		}
		return all
	}
	return v.Interface()
}

func keptFields(v reflect.Value, into map[string]any) map[string]any {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		switch {
		case f.Anonymous:
			keptFields(v.Field(i), into)
		case f.IsExported() && !v.Field(i).IsZero() && !opens(f):
			into[keptName(f.Name)] = kept(v.Field(i))
		}
	}
	return into
}

// keptName is the name of a field: CompanyID is companyId, DOB is dob.
func keptName(s string) string {
	s = strings.NewReplacer("IDs", "Ids", "ID", "Id", "DOB", "Dob", "URL", "Url", "SSO", "Sso", "NFC", "Nfc", "VAT", "Vat", "UUID", "Uuid").Replace(s)
	return strings.ToLower(s[:1]) + s[1:]
}

func opens(f reflect.StructField) bool {
	if f.Type == reflect.TypeFor[[]byte]() {
		return true
	}
	return app.Opens(f.Name) || strings.Contains(strings.ToLower(f.Name), "link")
}
