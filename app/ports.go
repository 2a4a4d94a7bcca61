package app

import (
	"fmt"
	"reflect"

	"marquee/indexes"
)

// An area tells areas below it, which it must not import, of what happens, and asks them
// about what is stored, through its ports: a struct of functions that is filled where the
// areas are put together.
//
//	type Ports struct {                       // in catalog
//		EventCreated func(tx app.Tx, e *Event) error
//	}
//	catalog.Area(catalog.Ports{               // in areas
//		EventCreated: app.Each(entry.MakeEntryZone, mail.EventMade),
//	})
//	ports(tx).EventCreated(tx, &e)            // in catalog
//
// An App does not start while a function is missing.

// PortsOf is what ports of this type are filled with in the App of a reader.
func PortsOf[T any](r Reader) *T { return PortsIn[T](Of(r)) }

// PortsIn is what ports of this type are filled with in an App.
func PortsIn[T any](a *App) *T {
	for _, ports := range a.definition.Ports {
		if p, ok := ports.(*T); ok {
			return p
		}
	}
	panic(fmt.Sprintf("app: nobody filled %T", *new(T)))
}

// Each calls functions in this order, in the transaction of whoever calls it; the first error
// stops.
func Each[T any](all ...func(tx Tx, in T) error) func(tx Tx, in T) error {
	return func(tx Tx, in T) error {
		for _, one := range all {
			if err := one(tx, in); err != nil {
				return err
			}
		}
		return nil
	}
}

// Wrote is for Spec.Wrote of a table: it calls a function of ports with what was written. A
// migration, whose transaction comes from no App, tells nobody.
func Wrote[P, T any](port func(*P) func(Tx, []indexes.Change[T]) error) func(Tx, []indexes.Change[T]) error {
	return func(tx Tx, all []indexes.Change[T]) error {
		if _, ok := tx.(interface{ owner() *App }); !ok {
			return nil
		}
		return port(PortsOf[P](tx))(tx, all)
	}
}

// filled refuses ports with a missing function: it would be noticed when somebody needs it.
func filled(ports any) {
	v := reflect.ValueOf(ports).Elem()
	for i := range v.NumField() {
		if v.Field(i).IsNil() {
			panic(fmt.Sprintf("app: %s.%s is not filled", v.Type(), v.Type().Field(i).Name))
		}
	}
}
