package waitingroom

import "time"

// moment is what decides how many are called next.
type moment struct {
	waiting  int64 // in the line
	inside   int64 // and who was just called
	shoppers int64 // at most inside
	slow     float64
	left     int64 // units that can be had; below 0: nobody counts them
	steps    float64
}

// next is how many are called now. What is free is filled in some steps and not at once,
// so that what comes back of a hundred baskets is not fought over by a hundred people.
func (m moment) next() int64 {
	most := max(1, int64(float64(m.shoppers)*m.slow))
	if m.left >= 0 {
		most = min(most, m.left)
	}
	free := min(most-m.inside, m.waiting)
	if free <= 0 {
		return 0
	}
	return min(free, max(1, int64(m.steps*float64(most)/filling)))
}

// slower is the part of the shoppers that may be inside after a commit that took so long:
// it falls quickly, and grows back in some ten steps.
func slower(part float64, commit time.Duration) float64 {
	if commit > slowCommit {
		return max(.05, part*.7)
	}
	return min(1, part+.1)
}

// mark is how many had been called at a time.
type mark struct {
	at     time.Time
	called int64
}

// marks are in the order of time.
type marks []mark

// add notes how many have been called, to the step, and forgets what is long ago.
func (m marks) add(now time.Time, called int64) marks {
	if n := len(m); n > 0 && now.Sub(m[n-1].at) < step {
		m[n-1].called = called
	} else {
		m = append(m, mark{now, called})
	}
	for len(m) > 1 && now.Sub(m[1].at) > marksFor {
		m = m[1:]
	}
	return m
}

// by is how many had been called at a time; what is not known any more is 0.
func (m marks) by(at time.Time) (called int64) {
	for _, x := range m {
		if x.at.After(at) {
			break
		}
		called = x.called
	}
	return called
}

// when is when a place was called, if not before what is known.
func (m marks) when(place int64, now time.Time) time.Time {
	for _, x := range m {
		if x.called > place {
			return x.at
		}
	}
	return now
}

// perMinute is how many were called within a minute, of late.
func (m marks) perMinute(now time.Time, called int64) float64 {
	if len(m) == 0 {
		return 0
	}
	from := m[0]
	for _, x := range m {
		if now.Sub(x.at) >= paceOver {
			from = x
		}
	}
	if over := now.Sub(from.at); over >= paceLeast {
		return float64(called-from.called) / over.Minutes()
	}
	return 0
}
