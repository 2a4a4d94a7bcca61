package codes

import (
	"fmt"

	"marquee/app"
	"marquee/indexes"
)

// CheckAll looks at every code: its parent must be there, and named tells what else of
// what it names is not. Things that are deleted are there.
func (k *Kind[T]) CheckAll(r app.Reader, report func(app.Breach), named func(code *T, lacks func(expected string)) error) error {
	for hit, err := range k.Table.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		own := k.Of(&hit.Rec)
		lacks := func(expected string) {
			report(app.Breach{ID: own.ID, Key: k.Name, Expected: expected, Found: "none"})
		}
		if own.ParentID != 0 {
			if p, err := k.Table.GetShared(r, own.ParentID); err != nil || !k.Of(p).IsParent {
				lacks(fmt.Sprintf("parent %d", own.ParentID))
			}
		}
		if err := named(&hit.Rec, lacks); err != nil {
			return err
		}
	}
	return nil
}
