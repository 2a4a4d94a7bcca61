package seating

// wanted is what the best seats must be like.
type wanted struct {
	n int
	// band and area are places among the parts; area 0 is anywhere.
	band, area int64
	neighbours Neighbours
	// protect leaves no single free seat behind.
	protect bool
}

// best chooses the seats nearest to the focal point, none when there are not enough.
// free tells whether a seat can be sold now, whatever its price band.
func (c *Chart) best(w wanted, free func(int) bool) []int {
	if w.neighbours == AnySeats {
		w.protect = false
		return c.singles(w, free)
	}
	if first, ok := c.block(w, w.n, free); ok {
		return upTo(nil, first, w.n)
	}
	if w.neighbours == OnlyNeighbours {
		return nil
	}
	return c.split(w, free)
}

func upTo(all []int, first, n int) []int {
	for i := range n {
		all = append(all, first+i)
	}
	return all
}

// block finds the best n seats side by side. Of equal ones the first of the plan is best.
func (c *Chart) block(w wanted, n int, free func(int) bool) (first int, found bool) {
	var score int64
	for i := range c.lines {
		l := &c.lines[i]
		if found && l.near*int64(n) > score {
			break
		}
		if l.n < n || l.whole || w.area != 0 && l.area != w.area {
			continue
		}
		run, sum := 0, int64(0)
		for at := l.first; at < l.first+l.n; at++ {
			if c.Spaces[at].Band != w.band || !free(at) {
				run, sum = 0, 0
				continue
			}
			run++
			sum += c.distance[at]
			if run > n {
				sum -= c.distance[at-n]
			}
			if run < n {
				continue
			}
			from := at + 1 - n
			better := !found || sum < score || sum == score && from < first
			if better && (!w.protect || !l.strands(from, n, free)) {
				first, score, found = from, sum, true
			}
		}
	}
	return first, found
}

// strands tells whether taking n seats leaves a single free one beside them.
func (l *line) strands(from, n int, free func(int) bool) bool {
	open := func(at int) bool { return at >= l.first && at < l.first+l.n && free(at) }
	left := open(from-1) && !open(from-2)
	right := open(from+n) && !open(from+n+1)
	return left || right
}

// split chooses seats in several groups of neighbours, the largest first, and the last
// ones by themselves.
func (c *Chart) split(w wanted, free func(int) bool) []int {
	chosen := map[int]bool{}
	var all []int
	still := func(at int) bool { return !chosen[at] && free(at) }
	take := func(seats []int) {
		for _, at := range seats {
			chosen[at] = true
		}
		all = append(all, seats...)
	}
	for range maxRuns {
		left := w.n - len(all)
		for n := min(left, c.longest(w, still)); n > 1 && left == w.n-len(all); n-- {
			if first, ok := c.block(w, n, still); ok {
				take(upTo(nil, first, n))
			}
		}
		if len(all) == w.n {
			return all
		}
	}
	w.n -= len(all)
	rest := c.singles(w, still)
	if rest == nil {
		return nil
	}
	return append(all, rest...)
}

// longest is how many seats that fit are side by side at most.
func (c *Chart) longest(w wanted, free func(int) bool) (most int) {
	for i := range c.lines {
		l := &c.lines[i]
		if l.n <= most || l.whole || w.area != 0 && l.area != w.area {
			continue
		}
		run := 0
		for at := l.first; at < l.first+l.n; at++ {
			if c.Spaces[at].Band != w.band || !free(at) {
				run = 0
				continue
			}
			run++
			most = max(most, run)
		}
	}
	return most
}

// singles chooses seats one by one. Where no single seats may be left, one that would
// leave some may be fine after others were chosen, so it looks again.
func (c *Chart) singles(w wanted, free func(int) bool) []int {
	chosen := map[int]bool{}
	var all []int
	still := func(at int) bool { return !chosen[at] && free(at) }
	for pass, again := 0, true; again && pass < maxPasses && len(all) < w.n; pass++ {
		again = false
		for _, seat := range c.nearest {
			at := int(seat)
			if len(all) == w.n {
				break
			}
			if c.Spaces[at].Band != w.band || !still(at) || !c.alone(w, at, still) {
				continue
			}
			chosen[at], again = true, w.protect
			all = append(all, at)
		}
	}
	if len(all) < w.n {
		return nil
	}
	return all
}

// alone tells whether a seat may be taken by itself.
func (c *Chart) alone(w wanted, at int, free func(int) bool) bool {
	group := c.part(c.Spaces[at].In)
	if group.Whole || w.area != 0 && group.Area != w.area {
		return false
	}
	if !w.protect {
		return true
	}
	l := c.lineOf(at)
	return !l.strands(at, 1, free)
}

// lineOf is the line that a seat is in.
func (c *Chart) lineOf(at int) line {
	l := line{first: at, n: 1}
	same := func(a, b int) bool { return c.Spaces[a].In == c.Spaces[b].In && !c.Spaces[a].Gap }
	for l.first > 0 && same(l.first-1, l.first) && at-l.first < 2 {
		l.first--
		l.n++
	}
	for end := at; end+1 < len(c.Spaces) && same(end, end+1) && end-at < 2; end++ {
		l.n++
	}
	return l
}
