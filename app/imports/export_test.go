package imports

import (
	"fmt"

	"marquee/app"
	"marquee/indexes"
)

// ReadTable is read.
var ReadTable = read

// Headers, Format and Rows are what was read.
func (t *table) Headers() []string { return t.headers }
func (t *table) Format() Format    { return t.format }
func (t *table) Rows() []Row       { return t.rows }

// Recognise says that a file was recognised as one of a ready mapping.
func Recognise(tx app.Tx, id int64, preset string) error {
	_, err := imports.Update(tx, id, func(n *Import) error { n.Mapping.Preset = preset; return nil })
	return err
}

// Kept is all that is kept of the rows of an import.
func Kept(r app.Reader, id int64) (text string, err error) {
	for hit, err := range parts.Scan(r, indexes.Between(partKey{A: id}, partKey{A: id + 1})) {
		if err != nil {
			return "", err
		}
		text += fmt.Sprint(hit.Rec.Rows)
	}
	for hit, err := range results.Scan(r, indexes.Between(resultKey{A: id}, resultKey{A: id + 1})) {
		if err != nil {
			return "", err
		}
		text += fmt.Sprint(hit.Rec.Problems)
	}
	return text, nil
}
