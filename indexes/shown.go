package indexes

// Narrow is a Reader that may not be shown everything. Of a table whose Spec says what is
// Shown, a hidden record is to it as if it were not there: not found by [Table.Get],
// [Table.GetShared], [Unique.Get], [Unique.Find], [Table.Update] and [Table.Delete]. Walks
// and reads of many leave it out too, where the reader asks for that.
type Narrow interface {
	Reader
	// Narrowed tells whether anything is hidden from the reader at all.
	Narrowed() bool
	// LeavesOut tells whether walks and reads of many leave hidden records out. A
	// transaction does not: what it adds up must be whole.
	LeavesOut() bool
}

// narrows tells whether records of the table may be hidden from a reader.
func (c *core) narrows(r any) (Narrow, bool) {
	if c.shown == nil {
		return nil, false
	}
	n, ok := r.(Narrow)
	return n, ok && n.Narrowed()
}

// reveal is a MissingError for a record that is hidden from the reader. It is small enough
// to be inlined: a read of a table that hides nothing does not pay for it.
func (c *core) reveal(r any, pk []byte, rec any) error {
	if c.shown == nil {
		return nil
	}
	return c.unhidden(r, pk, rec)
}

func (c *core) unhidden(r any, pk []byte, rec any) error {
	n, ok := c.narrows(r)
	if !ok {
		return nil
	}
	shown, err := c.shown(n, rec)
	if err == nil && !shown {
		own := append([]byte(nil), pk...) // pk itself would be moved to the heap, whatever comes out
		err = &MissingError{c.name, func() string { return c.label(own) }}
	}
	return err
}

// passesOver tells whether a walk leaves a record out because it is hidden.
func (c *core) passesOver(r any, rec any) (bool, error) {
	if c.shown == nil {
		return false, nil
	}
	return c.leavesOut(r, rec)
}

func (c *core) leavesOut(r any, rec any) (bool, error) {
	n, ok := c.narrows(r)
	if !ok || !n.LeavesOut() {
		return false, nil
	}
	shown, err := c.shown(n, rec)
	return !shown, err
}

func anyShown[T any](shown func(Reader, *T) (bool, error)) func(Reader, any) (bool, error) {
	if shown == nil {
		return nil
	}
	return func(r Reader, rec any) (bool, error) { return shown(r, rec.(*T)) }
}

// Narrows tells whether records of the table may be hidden from a reader, so that its
// index entries and counters tell more than the reader may know.
func (t *Table[T]) Narrows(r Reader) bool {
	_, ok := t.core.narrows(r)
	return ok
}

// Shows tells whether a record that was read in another way is shown to a reader.
func (t *Table[T]) Shows(r Reader, rec *T) (bool, error) {
	n, ok := t.core.narrows(r)
	if !ok {
		return true, nil
	}
	return t.core.shown(n, rec)
}
