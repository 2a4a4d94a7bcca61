package capture

import (
	"reflect"
	"testing"
)

// TestAFieldIsAskedOnce: with the first event that asks it, and not again about a fee, which is
// of no event, about another event, or about another kind of ticket.
func TestAFieldIsAskedOnce(t *testing.T) {
	fee := AskedGroup{EventID: 0, FieldIDs: []int64{1}, Items: []AskedItem{{SaleItemID: 9}}}
	first := AskedGroup{EventID: 5, FieldIDs: []int64{1, 2}, Items: []AskedItem{{SaleItemID: 6, FieldIDs: []int64{3, 4}}, {SaleItemID: 7, FieldIDs: []int64{3}}}}
	second := AskedGroup{EventID: 8, FieldIDs: []int64{1, 2, 10}}
	got := once([]AskedGroup{fee, first, second})
	want := []AskedGroup{
		{EventID: 5, FieldIDs: []int64{1, 2}, Items: []AskedItem{{SaleItemID: 6, FieldIDs: []int64{3, 4}}}},
		{EventID: 8, FieldIDs: []int64{10}, Items: nil},
	}
	if len(got) != 2 || !reflect.DeepEqual(got[0], want[0]) || got[1].EventID != 8 || !reflect.DeepEqual(got[1].FieldIDs, want[1].FieldIDs) {
		t.Errorf("asked %+v", got)
	}
	if alone := once([]AskedGroup{{EventID: 0, FieldIDs: []int64{1}}}); len(alone) != 1 {
		t.Errorf("an order of no event is asked %+v", alone)
	}
}
