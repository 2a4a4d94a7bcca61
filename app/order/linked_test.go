package order

import (
	"testing"

	"github.com/matryer/is"
)

// TestFormerPurchasers: each is known once, the last one last, and the newest are kept.
func TestFormerPurchasers(t *testing.T) {
	is := is.New(t)
	o := Order{}
	for _, id := range []int64{7, 8, 7, 9} {
		o.PassTo(id)
	}
	is.Equal(o.CustomerID, int64(9))
	is.Equal(o.Former, []int64{8, 7})
	for id := int64(10); id < 10+2*maxFormer; id++ {
		o.PassTo(id)
	}
	is.Equal(len(o.Former), maxFormer)
	is.Equal(o.Former[maxFormer-1], int64(10+2*maxFormer-2))
	kept := o.Former
	o.PassTo(99)
	is.Equal(kept[0], int64(19)) // what others hold is let be
	o.PassTo(0)
	o.PassTo(5)
	is.Equal(o.Former[maxFormer-1], int64(99))
}
