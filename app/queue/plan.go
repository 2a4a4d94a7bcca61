package queue

import (
	"context"
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// lane is where the entries of one destination stand.
type lane struct {
	laneKey
	// due is when the first of them is due.
	due time.Time
}

func (l *lane) kind() string {
	kind, _, _ := strings.Cut(l.lane, " ")
	return kind
}

func (l *lane) to() string {
	_, to, _ := strings.Cut(l.lane, " ")
	return to
}

// lanesOf lists every lane that has open entries. It reads one entry of each.
func lanesOf(ctx context.Context, a *app.App) (all []lane, err error) {
	err = a.ViewCompany(ctx, 0, func(r app.Reader) error {
		all = nil
		for rg, more := indexes.All[queueKey](), true; more; {
			more = false
			for e, err := range entryByQueue.Keys(r, rg.Limit(1)) {
				if err != nil {
					return err
				}
				l := lane{laneKey{e.Key.A, e.Key.B}, e.Key.C}
				all, more = append(all, l), true
				rg = indexes.From(queueKey{A: l.company, B: l.lane + "\x00"}) // the next lane
			}
		}
		return nil
	})
	return all, err
}

// nextDue is when the first lane becomes due that is not due yet; zero when none does.
func nextDue(lanes []lane, now time.Time) (next time.Time) {
	for _, l := range lanes {
		if l.due.After(now) && (next.IsZero() || l.due.Before(next)) {
			next = l.due
		}
	}
	return next
}

// grant is how many entries of each lane of a company may be taken.
type grant struct {
	company int64
	lanes   []laneGrant
}

type laneGrant struct {
	lane string
	n    int
}

// plan divides what may be sent at once: one entry for each lane that is due, and again
// until nothing is left. The companies take turns: the first of each come before the
// second of any, and each round begins with another company. Of kinds that have a limit of
// their own, those come first that are due the longest. short tells that not every lane got
// what it may send.
func (w *worker) plan(lanes []lane, kinds map[string]wired, now time.Time) (all []grant, short bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	free, left := maxSending-len(w.sending), map[string]int{}
	for name, k := range kinds {
		left[name] = k.the().most - w.figure(name).busy
	}
	due := w.inTurn(slices.DeleteFunc(lanes, func(l lane) bool { return l.due.After(now) || w.headroom(&l, kinds) <= 0 }))
	first := w.after
	if len(due) > 0 {
		first = due[0].company
	}
	slices.SortStableFunc(due, func(x, y lane) int { return longestDue(&x, &y, kinds) })
	granted := make([]int, len(due))
	for again := true; again; {
		again = false
		for i := range due {
			pump := kinds[due[i].kind()].the().isPump
			switch {
			case granted[i] == w.headroom(&due[i], kinds):
			case left[due[i].kind()] <= 0, free == 0 && !pump:
				short = true
			default:
				granted[i]++
				left[due[i].kind()]--
				if !pump {
					free--
				}
				again = true
			}
		}
	}
	for i, l := range due {
		if granted[i] == 0 {
			continue
		}
		at := slices.IndexFunc(all, func(g grant) bool { return g.company == l.company })
		if at < 0 {
			at, all = len(all), append(all, grant{company: l.company})
		}
		all[at].lanes = append(all[at].lanes, laneGrant{l.lane, granted[i]})
	}
	if len(all) > 0 {
		w.after = first
	}
	return all, short
}

// longestDue puts lanes of kinds with a limit of their own before the others, in the order in
// which they became due.
func longestDue(x, y *lane, kinds map[string]wired) int {
	limited := func(l *lane) bool { return kinds[l.kind()].the().most < maxSending }
	switch a, b := limited(x), limited(y); {
	case a && b:
		return x.due.Compare(y.due)
	case a:
		return -1
	case b:
		return 1
	}
	return 0
}

// headroom is how many more entries of a lane may be sent at once.
func (w *worker) headroom(l *lane, kinds map[string]wired) int {
	k, ok := kinds[l.kind()]
	if !ok || k.the().isUnsent || w.figure(l.kind()).hung >= maxHung {
		return 0
	}
	return k.the().parallel - w.lanes[l.laneKey]
}

// inTurn puts the first lanes of all companies before the second ones, and begins with
// the company behind the one that was first last time.
func (w *worker) inTurn(lanes []lane) []lane {
	rank, seen := map[laneKey]int{}, map[int64]int{}
	for _, l := range lanes {
		rank[l.laneKey] = seen[l.company]
		seen[l.company]++
	}
	slices.SortStableFunc(lanes, func(x, y lane) int {
		if d := rank[x.laneKey] - rank[y.laneKey]; d != 0 {
			return d
		}
		if first := (x.company > w.after); first != (y.company > w.after) {
			if first {
				return -1
			}
			return 1
		}
		return int(x.company - y.company)
	})
	return lanes
}
