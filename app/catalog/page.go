package catalog

// Page is which part of a list is asked for.
type Page struct {
	Offset, Limit int64
	// WithTrashed lists deleted records too.
	WithTrashed bool
}

// window collects one page out of the rows it is offered, and counts them all.
type window[T any] struct {
	page     Page
	rows     []T
	total    int64
	examined int
}

// listing starts a window of a page.
func listing[T any](p Page) *window[T] { return &window[T]{page: p, rows: []T{}} }

// offer takes a row that belongs to the list.
func (w *window[T]) offer(row T) {
	if w.total >= w.page.Offset && int64(len(w.rows)) < w.page.Limit {
		w.rows = append(w.rows, row)
	}
	w.total++
}

func (w *window[T]) offerAll(rows []T) {
	for _, r := range rows {
		w.offer(r)
	}
}

// spent counts a record looked at, and tells that there have been enough.
func (w *window[T]) spent() bool {
	w.examined++
	return w.examined > maxExamined
}
