package list

import (
	"slices"

	"marquee/app"
	"marquee/indexes"
)

// Side is one of the things that are asked for together: groups of an index.
type Side[T, K any] struct {
	by     *indexes.By[T, K]
	groups []indexes.Group
}

// Of is a side.
func Of[T, K any](by *indexes.By[T, K], groups []indexes.Group) Side[T, K] {
	return Side[T, K]{by, groups}
}

// Crossed plans a list of what is on all sides, each of which has the order of the list: it walks
// along the side that has fewest. Where even these are many, their records are read only if their
// ids are among those of each other side whose ids can be put together.
func Crossed[T, K any](r app.Reader, span indexes.Span, descending bool, sides ...Side[T, K]) (Plan[T], error) {
	fewest := slices.MinFunc(sides, func(a, b Side[T, K]) int { return int(membersOf(a.groups) - membersOf(b.groups)) })
	p := Groups(r, fewest.by, fewest.groups, span, descending)
	if p.Exact = false; membersOf(fewest.groups) <= fewGathered {
		return p, nil
	}
	for _, s := range sides {
		if Many(s.groups) {
			continue
		}
		ids, err := Members(r, s.by, s.groups, All)
		if err != nil {
			return p, err
		}
		p.Sets = append(p.Sets, ids)
	}
	return p, nil
}
