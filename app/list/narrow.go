package list

// narrow leaves out what is hidden from the reader: index entries and counters know
// nothing of that, so that each record is looked at.
func (g *reading[T]) narrow() {
	if !g.table.Narrows(g.r) {
		return
	}
	fits := g.plan.Fits
	g.plan.Exact = false
	g.plan.Cost++ // what a record hangs on is read too
	g.plan.Fits = func(rec *T) (bool, error) {
		if fits != nil {
			if ok, err := fits(rec); err != nil || !ok {
				return false, err
			}
		}
		return g.table.Shows(g.r, rec)
	}
}
