package wire

import (
	"time"

	"marquee/handlers/rest"
)

// PageOf cuts one page out of a list that is short enough to hold.
func PageOf[T, A any](p rest.Page, all []T, form func(T) rest.Resource[A]) rest.Many[A] {
	out := rest.List[A](p, int64(len(all)))
	from := min(p.Offset, int64(len(all)))
	for _, v := range all[from:min(from+p.Limit, int64(len(all)))] {
		out.Data = append(out.Data, form(v))
	}
	return out
}

// ChangedJSON is the meta of a row that tells when it changed.
type ChangedJSON struct {
	LastUpdated time.Time `json:"lastUpdated"`
}

// Changed is the meta of a row that changed at that moment.
func Changed(at time.Time) ChangedJSON { return ChangedJSON{at} }
