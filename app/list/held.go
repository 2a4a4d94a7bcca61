package list

// Held is one page of a list that is short enough to be in memory as a whole: a table
// of the program, the zones of one event.
func Held[T any](all []T, q Request) Page[T] {
	total := int64(len(all))
	first := min(max(q.Offset, 0), total)
	last := total
	if q.Limit > 0 {
		last = min(first+q.Limit, total)
	}
	return Page[T]{all[first:last], Info{Total: total, HasMore: last < total, answered: true}}
}

// Empty is a list that has nothing, whatever is asked for.
func Empty() Info { return Info{answered: true} }
