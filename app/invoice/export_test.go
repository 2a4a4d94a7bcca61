package invoice

import "marquee/app"

// TakeNumber and StoreAs are what a twin does that takes a number in one transaction, and stores
// the document in another.
func TakeNumber(tx app.Tx, series string, year int64) (int64, error) { return next(tx, series, year) }

// StoreAs stores a copy of a document under a number.
func StoreAs(tx app.Tx, d Document, count int64) error {
	d.ID, d.Count = 0, count
	return documents.Insert(tx, &d)
}
