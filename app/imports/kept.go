package imports

import (
	"slices"

	"marquee/app"
	"marquee/app/customer"
	"marquee/indexes"
)

// KeptRow is a row of an imported file that is kept still.
type KeptRow struct {
	ImportID int64
	Line     int64
	Cells    []string
}

// KeptOf gathers the rows of imported files that name somebody, at most so many.
func KeptOf(r app.Reader, who customer.Person, most int) (all []KeptRow, err error) {
	sought := who.Sought()
	for hit, err := range parts.Scan(r, indexes.All[partKey]()) {
		if err != nil {
			return nil, err
		}
		for _, row := range hit.Rec.Rows {
			if !slices.ContainsFunc(sought, func(e customer.Erasing) bool { return row.names(&e) }) {
				continue
			}
			if all = append(all, KeptRow{hit.Rec.ImportID, row.Line, row.Cells}); len(all) == most {
				return all, nil
			}
		}
	}
	return all, nil
}
