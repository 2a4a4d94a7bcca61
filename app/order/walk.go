package order

import "slices"

// walked is the path of an order after a step into another state. Every order begins as
// a basket, which is left out, so that one that is just bought has no path. Who goes back
// where they came from was never away: a card that was declined leaves no trace.
func walked(old *Order, now Status) []Status {
	path := old.Path
	if old.Status == now || old.Status == Active && len(path) == 0 {
		return path
	}
	before := Active
	if n := len(path); n > 0 {
		before = path[n-1]
	}
	if before != now {
		return append(slices.Clone(path), old.Status)
	}
	return path[:max(0, len(path)-1)]
}

// misstep finds the first step of an order that the transitions do not list; ok is false
// when there is none. What became of orders before paths were kept is not known: they
// are believed if they can have come so far at all.
func (o *Order) misstep() (from, to Status, found bool) {
	steps := append(slices.Clone(o.Path), o.Status)
	if !slices.Contains(reachable(Active), steps[0]) {
		return Active, steps[0], true
	}
	for i := range len(steps) - 1 {
		if !steps[i].MayBecome(steps[i+1]) {
			return steps[i], steps[i+1], true
		}
	}
	return 0, 0, false
}

// reachable are all states that an order can come to from one, that one included.
func reachable(from Status) []Status {
	all := []Status{from}
	for i := 0; i < len(all); i++ {
		for _, next := range transitions[all[i]] {
			if !slices.Contains(all, next) {
				all = append(all, next)
			}
		}
	}
	return all
}
