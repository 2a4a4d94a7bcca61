package order

import "testing"

// TestTransactionTypesAreNumbered: a type without a number would be in no list by type.
func TestTransactionTypesAreNumbered(t *testing.T) {
	for slug := range transactionTypes {
		if transactionTypeNumber(slug) == 0 {
			t.Errorf("%s has no number", slug)
		}
	}
}
