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
	err := codes{reference: order.NewReference(a)}.retry(a, func(c codes) error {
		tried = append(tried, c.reference)
		if len(tried) == 3 {
			return nil
		}
		return taken
	})
	is.NoErr(err)
	is.True(tried[0] != tried[1] && tried[1] != tried[2] && tried[0] != tried[2])
	is.True(errors.Is(codes{reference: order.NewReference(a)}.retry(a, func(codes) error { return taken }), indexes.ErrTaken))
	n := 0
	_ = codes{reference: order.NewReference(a)}.retry(a, func(codes) error { n++; return &indexes.TakenError{Table: "orders", Index: "basket"} })
	is.Equal(n, 1)
}
