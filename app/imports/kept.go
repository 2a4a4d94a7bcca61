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

// KeptFile is an import that is named after somebody, or whose values for all rows name them.
type KeptFile struct {
	ImportID int64
	Type     string
	Name     string
	Problem  string
	Values   []Value
}

// KeptOf gathers the rows of imported files that name somebody, or that they were made of, at
// most so many.
func KeptOf(r app.Reader, who customer.Person, most int) (all []KeptRow, err error) {
	sought := who.Sought()
	var at erasedPlace
	for hit, err := range parts.Scan(r, indexes.All[partKey]()) {
		if err != nil {
			return nil, err
		}
		p := &hit.Rec
		if p.ImportID != at.importID {
			at = erasedPlace{importID: p.ImportID}
		}
		made, err := p.made(r, who.IDs, at.rows)
		if err != nil {
			return nil, err
		}
		for i, row := range p.Rows {
			if !made[at.rows+int64(i)+1] && !slices.ContainsFunc(sought, func(e customer.Erasing) bool { return row.names(&e) }) {
				continue
			}
			if all = append(all, KeptRow{p.ImportID, row.Line, row.Cells}); len(all) == most {
				return all, nil
			}
		}
		at.rows += int64(len(p.Rows))
	}
	return all, nil
}

// KeptFiles gathers the imports that name somebody beside their rows, at most so many.
func KeptFiles(r app.Reader, who customer.Person, most int) (all []KeptFile, err error) {
	sought := &who.Sought()[0]
	for hit, err := range imports.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return nil, err
		}
		n := hit.Rec
		if !n.without(sought) {
			continue
		}
		was := &hit.Rec
		if all = append(all, KeptFile{was.ID, was.Type, was.Name, was.Problem, was.Mapping.Values}); len(all) == most {
			break
		}
	}
	return all, nil
}
