package rest

import (
	"reflect"
	"slices"
	"time"
)

// resourcesIn lists the resources that a value of a type may hold, at any depth.
// What an interface or an envelope holds is not known beforehand.
func resourcesIn(t reflect.Type) []string {
	var found []string
	gather(t, map[reflect.Type]bool{}, &found)
	return found
}

func gather(t reflect.Type, seen map[reflect.Type]bool, found *[]string) {
	if seen[t] || t == reflect.TypeFor[time.Time]() {
		return
	}
	seen[t] = true
	switch {
	case t.Implements(reflect.TypeFor[resource]()):
	case t.Implements(reflect.TypeFor[rows]()):
		gather(reflect.Zero(t).Interface().(rows).rowType(), seen, found)
	case t.Kind() == reflect.Pointer, t.Kind() == reflect.Slice, t.Kind() == reflect.Array, t.Kind() == reflect.Map:
		gather(t.Elem(), seen, found)
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if name := f.Tag.Get("rest"); f.Type == reflect.TypeFor[Of]() && !slices.Contains(*found, name) {
				*found = append(*found, name)
			}
			gather(f.Type, seen, found)
		}
	}
}
