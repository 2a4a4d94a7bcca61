package wire

import (
	"time"

	"marquee/app/list"
	"marquee/handlers/rest"
)

// PageOf cuts one page out of a list that is short enough to hold.
func PageOf[T, A any](p rest.Page, all []T, form func(T) rest.Resource[A]) (rest.Many[A], list.Info, error) {
	page := list.Held(all, list.Request{Offset: p.Offset, Limit: p.Limit})
	return rest.ListOf(p, page.Info, page.Rows, form), page.Info, nil
}

// ChangedJSON is the meta of a row that tells when it changed.
type ChangedJSON struct {
	LastUpdated time.Time `json:"lastUpdated"`
}

// Changed is the meta of a row that changed at that moment.
func Changed(at time.Time) ChangedJSON { return ChangedJSON{at} }
