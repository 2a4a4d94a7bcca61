package indexes

import "iter"

// Page is one page of a list.
type Page[T any] struct {
	Items []T
	// Next resumes behind the last record looked at; nil when nothing follows.
	Next Position
	// More tells that records may follow: the page is full, or the budget is
	// used up. The next page can still turn out empty.
	More bool
}

// Collect reads a page off a walk: up to limit records that keep accepts, after
// looking at no more than budget of them. A nil keep accepts all. It is how a
// list stays bounded however rare the records are that it looks for.
func Collect[T any](walk iter.Seq2[Hit[T], error], limit, budget int, keep func(*T) bool) (Page[T], error) {
	var p Page[T]
	var rec T // what keep looks at; one is enough for the walk
	looked := 0
	for h, err := range walk {
		if at, ok := Paused(err); ok {
			p.Next, p.More = at, true
			return p, nil
		}
		if err != nil {
			return Page[T]{}, err
		}
		if len(p.Items) == limit || looked == budget {
			p.More = true
			return p, nil
		}
		looked++
		p.Next = h.At
		rec = h.Rec
		if keep == nil || keep(&rec) {
			if p.Items == nil {
				p.Items = make([]T, 0, min(limit, firstPage))
			}
			p.Items = append(p.Items, rec)
		}
	}
	p.Next = nil
	return p, nil
}
