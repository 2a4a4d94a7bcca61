package invoice

import (
	"marquee/app"
	"marquee/indexes"
)

// next is the number that comes next in a series and year. It is good in this transaction
// alone: nothing but a document that is stored takes it.
func next(tx app.Tx, series string, year int64) (int64, error) {
	for e, err := range byNumber.Keys(app.Whole(tx), indexes.PrefixOf2[int64](series, year).Reversed().Limit(1)) {
		return e.Key.C + 1, err
	}
	return 1, nil
}
