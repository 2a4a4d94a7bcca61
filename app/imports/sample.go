package imports

import (
	"context"
	"strings"

	"marquee/app"
	"marquee/indexes"
)

// Sample are the cells of the first row of an import; none once its rows are kept no longer.
func Sample(ctx context.Context, a *app.App, c *app.Caller, id int64) (cells []string, err error) {
	err = a.View(ctx, c, opened, func(r app.Reader) error {
		if _, err := visible(r, c, id); err != nil {
			return err
		}
		cells = nil
		for hit, err := range parts.Scan(r, indexes.Between(partKey{A: id}, partKey{A: id + 1}).Limit(1)) {
			if err != nil {
				return err
			}
			cells = hit.Rec.Rows[0].Cells
		}
		return nil
	})
	return cells, err
}

// LeftOut is a row that cannot be taken in, as it stands in the file, and why.
type LeftOut struct {
	Line  int64
	Cells []string
	Why   string
}

// LeftOuts are the rows of an import that cannot be taken in, or were not, in the order of the file:
// those of which there are cells still.
func LeftOuts(ctx context.Context, a *app.App, c *app.Caller, id int64) (all []LeftOut, err error) {
	err = a.View(ctx, c, opened, func(r app.Reader) error {
		if _, err := visible(r, c, id); err != nil {
			return err
		}
		all = nil
		why := map[int64]string{}
		for hit, err := range resultByProblem.Scan(r, indexes.Between(resultKey{A: id}, resultKey{A: id + 1})) {
			if err != nil {
				return err
			}
			if o := hit.Rec.Outcome; o == Refused || o == Failed {
				why[hit.Rec.Row] = hit.Rec.why()
			}
		}
		n := int64(0)
		for hit, err := range parts.Scan(r, indexes.Between(partKey{A: id}, partKey{A: id + 1})) {
			if err != nil {
				return err
			}
			for _, row := range hit.Rec.Rows {
				if n++; why[n] != "" {
					all = append(all, LeftOut{row.Line, row.Cells, why[n]})
				}
			}
		}
		return nil
	})
	return all, err
}

// why says what is wrong with a row, in a line.
func (r *Result) why() string {
	var said []string
	for _, p := range r.Problems {
		if p.Warning {
			continue
		}
		if p.Column != "" {
			said = append(said, p.Column+": "+p.Reason)
			continue
		}
		said = append(said, p.Reason)
	}
	return strings.Join(said, "; ")
}
