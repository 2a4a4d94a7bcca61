package areas_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/areas"
	"marquee/kv/mem"
)

// TestAMissingPortStopsTheStart takes every function of every area's ports away, one at a time.
func TestAMissingPortStopsTheStart(t *testing.T) {
	is, taken := is.New(t), 0
	e := mem.New(mem.Options{})
	for _, ports := range areas.Definition().Ports {
		of := reflect.TypeOf(ports).Elem()
		for i := range of.NumField() {
			if name := of.Field(i).Name; of.Field(i).IsExported() {
				is.Equal(start(e, of, name), fmt.Sprintf("app: %s.%s is not filled", of, name))
				taken++
			}
		}
	}
	is.True(taken > 60)
}

// start starts the business without a function of some ports, and gives what it says.
func start(e *mem.Engine, of reflect.Type, name string) (said any) {
	defer func() { said = recover() }()
	d := areas.Definition()
	for _, ports := range d.Ports {
		if v := reflect.ValueOf(ports).Elem(); v.Type() == of {
			v.FieldByName(name).SetZero()
		}
	}
	app.New(e, d, app.Options{})
	return nil
}
