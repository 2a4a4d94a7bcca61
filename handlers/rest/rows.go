package rest

import "reflect"

// Rows is a list whose rows are made while the answer is written, each in the
// place of the one before: a page of large rows then takes the memory of one.
type Rows[T any] struct {
	// N is how many there are.
	N int
	// Fill makes row i. It finds in row what it made before, so that lists in it
	// can be used again; nothing else of it may remain.
	Fill func(i int, row *T)
}

// rows is any Rows.
type rows interface {
	rowType() reflect.Type
	encode(w *writer, one encodeFunc)
}

func (Rows[T]) rowType() reflect.Type { return reflect.TypeFor[T]() }

func (r Rows[T]) encode(w *writer, one encodeFunc) {
	row := new(T)
	v := reflect.ValueOf(row).Elem()
	w.buf = append(w.buf, '[')
	for i := range r.N {
		if i > 0 {
			w.buf = append(w.buf, ',')
		}
		r.Fill(i, row)
		one(w, v)
	}
	w.buf = append(w.buf, ']')
}

// compileRows writes Rows as a list.
func compileRows(t reflect.Type) encodeFunc {
	one := encoderOf(reflect.Zero(t).Interface().(rows).rowType())
	return func(w *writer, v reflect.Value) { v.Interface().(rows).encode(w, one) }
}
