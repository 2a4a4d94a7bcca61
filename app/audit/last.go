package audit

import (
	"strconv"

	"marquee/app"
	"marquee/indexes"
)

// LastOf is the last entry about a record, as far back as the log goes.
func LastOf(r app.Reader, table string, id int64) (e Entry, found bool, err error) {
	key := object{A: table, B: strconv.FormatInt(id, 10)}
	for hit, err := range entryByObject.Scan(r, indexes.Equal(key).Reversed().Limit(1)) {
		if err != nil {
			return e, false, err
		}
		return hit.Rec, true, nil
	}
	return e, false, nil
}
