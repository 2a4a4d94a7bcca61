package porttest

import "reflect"

// Silent fills every function of ports with one that does nothing and answers with zero: what
// a test leaves so is none of its concern.
func Silent[T any]() (ports T) {
	v := reflect.ValueOf(&ports).Elem()
	for i := range v.NumField() {
		of := v.Field(i).Type()
		if !v.Field(i).CanSet() {
			continue // the area fills it itself
		}
		v.Field(i).Set(reflect.MakeFunc(of, func([]reflect.Value) (out []reflect.Value) {
			for k := range of.NumOut() {
				out = append(out, reflect.Zero(of.Out(k)))
			}
			return out
		}))
	}
	return ports
}
