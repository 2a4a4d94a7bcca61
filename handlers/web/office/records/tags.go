package records

import (
	"reflect"
	"strconv"
	"strings"
	"time"

	"marquee/app"
)

// filterTag names the fields of a filter of an area: those that its list has a plan for.
const filterTag = "list"

// filtersOf are the filters that an area has for a list, with the type of each.
func filtersOf(filter any) map[string]reflect.Type {
	out := map[string]reflect.Type{}
	t := reflect.TypeOf(filter).Elem()
	for i := range t.NumField() {
		if name, ok := t.Field(i).Tag.Lookup(filterTag); ok {
			out[name] = t.Field(i).Type
		}
	}
	return out
}

// setFilter sets one filter by its name, to times or texts. What it cannot be is refused under its
// name.
func setFilter(filter any, name string, values []any) error {
	v := reflect.ValueOf(filter).Elem()
	for i := range v.NumField() {
		if tag, ok := v.Type().Field(i).Tag.Lookup(filterTag); !ok || tag != name {
			continue
		}
		for _, value := range values {
			if !putFilter(v.Field(i), value) {
				return app.Field(name, "is not valid")
			}
		}
		return nil
	}
	return app.Field(name, "is not valid")
}

// putFilter sets a filter to a value, or adds the value to a list; false: it cannot be that.
func putFilter(field reflect.Value, value any) bool {
	if t, ok := value.(time.Time); ok {
		if field.Type() != reflect.TypeFor[*time.Time]() {
			return false
		}
		field.Set(reflect.ValueOf(&t))
		return true
	}
	text, _ := value.(string)
	if field.Kind() == reflect.Pointer {
		field.Set(reflect.New(field.Type().Elem()))
		field = field.Elem()
	}
	switch field.Kind() {
	case reflect.Bool:
		b, err := strconv.ParseBool(text)
		field.SetBool(b)
		return err == nil
	case reflect.Int64:
		n, err := strconv.ParseInt(text, 10, 64)
		field.SetInt(n)
		return err == nil
	case reflect.String:
		field.SetString(text)
		return true
	case reflect.Slice:
		one := reflect.New(field.Type().Elem()).Elem()
		if strings.Contains(text, ",") || !putFilter(one, text) {
			return false
		}
		field.Set(reflect.Append(field, one))
		return true
	}
	return false
}
