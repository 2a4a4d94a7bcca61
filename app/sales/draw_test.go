package sales

import (
	"errors"
	"testing"

	"marquee/app"
	"marquee/app/order"
	"marquee/indexes"
	"marquee/kv/mem"

	"github.com/matryer/is"
)

func TestATakenReferenceIsReplaced(t *testing.T) {
	is := is.New(t)
	a := app.New(mem.New(mem.Options{}), nil, app.Options{})
	taken := &indexes.TakenError{Table: "orders", Index: "reference"}
	var tried []string
	err := Codes{Reference: order.NewReference(a)}.Retry(a, func(c Codes) error {
		tried = append(tried, c.Reference)
		if len(tried) == 3 {
			return nil
		}
		return taken
	})
	is.NoErr(err)
	is.True(tried[0] != tried[1] && tried[1] != tried[2] && tried[0] != tried[2])
	is.True(errors.Is(Codes{Reference: order.NewReference(a)}.Retry(a, func(Codes) error { return taken }), indexes.ErrTaken))
	n := 0
	_ = Codes{Reference: order.NewReference(a)}.Retry(a, func(Codes) error { n++; return &indexes.TakenError{Table: "orders", Index: "basket"} })
	is.Equal(n, 1)
}
