package imports

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/app/customer"
	"marquee/indexes"
)

// The areas of an erasure that stand here.
const (
	rowsPlace  = "imported rows"
	filesPlace = "imported files"
)

// erasedPlace is how far an erasure has come: behind a part of an import, whose rows end
// before the next one's.
type erasedPlace struct{ importID, part, rows int64 }

// EraseRows blanks the rows that name an erased customer, and what was said of them: files
// are kept for a while, and one that waits would make the person anew. The first step only
// notes that there is something to do, because all rows have to be looked at.
func EraseRows(tx app.Tx, e *customer.Erasing) error {
	if e.Ended(rowsPlace) {
		return nil
	}
	var at erasedPlace
	if text := e.Place(rowsPlace); text == "" {
		e.GoOn(rowsPlace, at.String())
		return nil
	} else if _, err := fmt.Sscanf(text, "%d %d %d", &at.importID, &at.part, &at.rows); err != nil {
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
	if len(some) < erasedAtOnce {
		e.End(rowsPlace)
	} else {
		e.GoOn(rowsPlace, at.String())
	}
	return nil
}

func (at erasedPlace) String() string { return fmt.Sprintf("%d %d %d", at.importID, at.part, at.rows) }

// erase blanks the rows of a part that name the customer; before is how many rows of the
// import stand in the parts above.
func (p *Part) erase(tx app.Tx, e *customer.Erasing, before int64) error {
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
func (r *Row) names(e *customer.Erasing) bool {
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

// EraseFiles takes an erased customer out of what is kept of imports for good: the name of the
// file, what counted for all rows, and why one could not go on.
func EraseFiles(tx app.Tx, e *customer.Erasing) error {
	if e.Ended(filesPlace) {
		return nil
	}
	last, err := int64(0), error(nil)
	if text := e.Place(filesPlace); text != "" {
		if last, err = strconv.ParseInt(text, 10, 64); err != nil {
			return err
		}
	}
	n, about := 0, []int64{}
	for hit, err := range imports.Scan(tx, indexes.From(last+1).Limit(erasedFiles)) {
		if err != nil {
			return err
		}
		if n, last = n+1, hit.Rec.ID; hit.Rec.without(e) {
			about = append(about, last)
		}
	}
	for _, id := range about {
		if _, err := imports.Update(tx, id, func(n *Import) error { n.without(e); return nil }); err != nil {
			return err
		}
	}
	if n < erasedFiles {
		e.End(filesPlace)
	} else {
		e.GoOn(filesPlace, strconv.FormatInt(last, 10))
	}
	return nil
}

// without takes a customer out of an import, and tells whether it was named there.
func (n *Import) without(e *customer.Erasing) (named bool) {
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
			v.Text, named = customer.ErasedName, true
		} else {
			clean(&v.Text)
		}
	}
	return named
}

// erasedReason stands where the reason of a problem stood.
const erasedReason = "was erased with a customer"
