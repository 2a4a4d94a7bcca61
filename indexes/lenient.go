package indexes

import "errors"

// Lenient is a Reader that goes on when single records cannot be read. Whatever reads
// many records, [Table.GetMany], [By.Scan], [By.All], [Table.Scan] and [Part.GetMany],
// leaves a damaged one out and tells the reader of it. Reading one record fails as ever.
type Lenient interface {
	Reader
	// LeftOut hears of a record that was left out.
	LeftOut(damage *DamagedError)
}

// leftOut tells whether a reader goes on without a record that could not be read.
func leftOut(r Reader, err error) bool {
	var damage *DamagedError
	l, ok := r.(Lenient)
	if err == nil || !ok || !errors.As(err, &damage) {
		return false
	}
	l.LeftOut(damage)
	return true
}
