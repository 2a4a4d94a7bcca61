package order

import (
	"testing"

	"github.com/matryer/is"
)

// TestHandOf: of what several people hold, each gives away their own, and the purchaser what
// nobody holds.
func TestHandOf(t *testing.T) {
	o := Order{ID: 9, CustomerID: 1}
	var all []Handed
	for _, it := range []Item{{ID: 11}, {ID: 12, CustomerID: 2}, {ID: 13, CustomerID: 1}, {ID: 14, CustomerID: 3}, {ID: 15, CustomerID: 2}} {
		all = o.HandOf(all, &it)
	}
	is.New(t).Equal(all, []Handed{
		{OrderID: 9, From: 1, ItemIDs: []int64{11, 13}}, {OrderID: 9, From: 2, ItemIDs: []int64{12, 15}}, {OrderID: 9, From: 3, ItemIDs: []int64{14}},
	})
}
