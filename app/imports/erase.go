package imports

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"marquee/app"
	"marquee/app/customer"
	"marquee/indexes"
)

// rowsPlace is the area of an erasure that stands here.
const rowsPlace = "imported rows"

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
	rows, found := slices.Clone(p.Rows), false
	for i := range rows {
		if !rows[i].names(e.Email) {
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

// names tells whether a cell of the row has an address.
func (r *Row) names(email string) bool {
	return email != "" && slices.ContainsFunc(r.Cells, func(cell string) bool {
		return slices.Contains(strings.FieldsFunc(app.Fold(cell), aroundAddress), app.Fold(email))
	})
}

// aroundAddress tells what stands around an address in a text: no part of another one.
func aroundAddress(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune(",;<>()[]:\"'|/", r)
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

// erasedReason stands where the reason of a problem stood.
const erasedReason = "was erased with a customer"
