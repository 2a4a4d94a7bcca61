package imports

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"marquee/app"
	"marquee/app/person"
	"marquee/indexes"
)

// Personal are the rules of files: of their rows, and of what is kept of imports for good (the
// name of the file, what counted for all rows, and why one could not go on).
func Personal() []person.Rule {
	return []person.Rule{
		{Name: "imported rows", Later: true, Erase: eraseRows, Export: exportFiles},
		{Name: "imported files", Erase: person.Search(imports, erasedFiles, (*Import).without)},
	}
}

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

// erasedPlace is how far an erasure has come: behind a part of an import, whose rows end
// before the next one's.
type erasedPlace struct{ importID, part, rows int64 }

// eraseRows blanks the rows that name an erased customer, and what was said of them: files
// are kept for a while, and one that waits would make the person anew.
func eraseRows(tx app.Tx, e *person.Erasing) error {
	var at erasedPlace
	if _, err := fmt.Sscanf(cmp.Or(e.Place(), at.String()), "%d %d %d", &at.importID, &at.part, &at.rows); err != nil {
		return err
	}
	var some []Part
	for hit, err := range parts.Scan(tx, indexes.From(partKey{A: at.importID, B: at.part + 1}).Limit(erasedAtOnce)) {
		if err != nil {
			return err
		}
		some = append(some, hit.Rec)
	}
	for i := range some {
		p := &some[i]
		if p.ImportID != at.importID {
			at.rows = 0
		}
		if err := p.erase(tx, e, at.rows); err != nil {
			return err
		}
		at = erasedPlace{p.ImportID, p.Number, at.rows + int64(len(p.Rows))}
	}
	if len(some) == erasedAtOnce {
		e.GoOn(at.String())
	}
	return nil
}

func (at erasedPlace) String() string { return fmt.Sprintf("%d %d %d", at.importID, at.part, at.rows) }

// erase blanks the rows of a part that name the customer; before is how many rows of the
// import stand in the parts above.
func (p *Part) erase(tx app.Tx, e *person.Erasing, before int64) error {
	made, err := p.made(tx, []int64{e.CustomerID}, before)
	if err != nil {
		return err
	}
	rows, found := slices.Clone(p.Rows), false
	for i := range rows {
		if !made[before+int64(i)+1] && !rows[i].names(e) {
			continue
		}
		found = true
		rows[i].Cells = make([]string, len(rows[i].Cells))
		if err := forgetWords(tx, resultKey{A: p.ImportID, B: before + int64(i) + 1}); err != nil {
			return err
		}
	}
	if !found {
		return nil
	}
	p.Rows = rows
	return parts.Put(tx, p)
}

// made are the rows of a part that some customers were made of or changed by.
func (p *Part) made(r app.Reader, customerIDs []int64, before int64) (map[int64]bool, error) {
	n, err := imports.Get(r, p.ImportID)
	if err != nil || n.Type != customersType {
		return nil, err
	}
	rows := map[int64]bool{}
	for i := range p.Rows {
		res, found, err := results.Find(r, resultKey{A: p.ImportID, B: before + int64(i) + 1})
		if err != nil {
			return nil, err
		}
		if found && slices.Contains(customerIDs, res.RecordID) {
			rows[res.Row] = true
		}
	}
	return rows, nil
}

// names tells whether the row is about the customer: a cell has the address, or, where there is
// none in the row, is the name or the phone number, or some cells are the name together.
func (r *Row) names(e *person.Erasing) bool {
	addressed := slices.ContainsFunc(r.Cells, func(cell string) bool { return strings.Contains(cell, "@") })
	if !addressed && e.AreName(r.Cells) {
		return true
	}
	return slices.ContainsFunc(r.Cells, func(cell string) bool {
		if !addressed {
			return e.Is(cell)
		}
		return e.Addresses(cell)
	})
}

// forgetWords blanks what was said of a row: it may repeat a cell.
func forgetWords(tx app.Tx, k resultKey) error {
	r, found, err := results.Find(tx, k)
	if err != nil || !found || len(r.Problems) == 0 {
		return err
	}
	r.Problems = slices.Clone(r.Problems)
	for i := range r.Problems {
		r.Problems[i].Reason = erasedReason
	}
	return results.Put(tx, &r)
}

// without takes a customer out of an import, and tells whether it was named there.
func (n *Import) without(e *person.Erasing) (named bool) {
	clean := func(text *string) {
		if now := e.Without(*text); now != *text {
			*text, named = now, true
		}
	}
	clean(&n.Name)
	clean(&n.Problem)
	n.Mapping.Values = slices.Clone(n.Mapping.Values)
	for i := range n.Mapping.Values {
		if v := &n.Mapping.Values[i]; e.Is(v.Text) {
			v.Text, named = person.ErasedName, true
		} else {
			clean(&v.Text)
		}
	}
	n.Mapping.Words = slices.Clone(n.Mapping.Words)
	for i := range n.Mapping.Words {
		clean(&n.Mapping.Words[i].Cell)
	}
	return named
}

// erasedReason stands where the reason of a problem stood.
const erasedReason = "was erased with a customer"

// exportFiles adds the rows of imported files that name somebody, or that they were made of, and
// the imports that name them beside their rows, at most so many of each.
func exportFiles(r app.Reader, x *person.Export) error {
	rows, err := rowsOf(r, &x.Who)
	if err != nil {
		return err
	}
	files, err := filesOf(r, &x.Who)
	x.Add("importRows", rows)
	x.Add("importFiles", files)
	x.Full(len(rows), len(files))
	return err
}

func rowsOf(r app.Reader, who *person.Who) (all []KeptRow, err error) {
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
			if !made[at.rows+int64(i)+1] && !slices.ContainsFunc(sought, func(e person.Erasing) bool { return row.names(&e) }) {
				continue
			}
			if all = append(all, KeptRow{p.ImportID, row.Line, row.Cells}); len(all) == person.MaxRecords {
				return all, nil
			}
		}
		at.rows += int64(len(p.Rows))
	}
	return all, nil
}

func filesOf(r app.Reader, who *person.Who) (all []KeptFile, err error) {
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
		if all = append(all, KeptFile{was.ID, was.Type, was.Name, was.Problem, was.Mapping.Values}); len(all) == person.MaxRecords {
			break
		}
	}
	return all, nil
}
