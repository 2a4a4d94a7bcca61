package cluster

import (
	"fmt"
	"time"

	"marquee/kv"
)

// commit is one that was read from the log.
type commit struct {
	prev time.Time
	sets []kv.WriteSet
}

func (c commit) at() time.Time { return c.sets[len(c.sets)-1].At }

// chained takes what follows a state, each commit the one before it, from commits in the order of
// their keys. Loose are those that the chain does not reach: somebody wrote them before the one
// that they follow was there, and it never was.
func chained(at time.Time, all []commit) (chain, loose []commit) {
	for _, c := range all {
		if c.prev.Equal(at) {
			chain, at = append(chain, c), c.at()
			continue
		}
		loose = append(loose, c)
	}
	return chain, loose
}

// sets joins the write sets of commits.
func sets(chain []commit) (all []kv.WriteSet) {
	for _, c := range chain {
		all = append(all, c.sets...)
	}
	return all
}

// place is where a file stands in a log.
type place int

const (
	onChain  place = iota // the log goes on from it, or ends with it
	behind                // what follows it was removed
	offChain              // it has what the log has not
)

// placeOf tells it from the time of the file, where the log begins, whether there is a commit that
// follows the file, and the last commit that follows an earlier state, if there is one.
func placeOf(file, trim time.Time, followed bool, before *commit) place {
	switch {
	case file.Before(trim):
		return behind
	case followed, file.Equal(trim):
		return onChain
	case before != nil && before.at().Equal(file):
		return onChain
	}
	return offChain
}

// refusal says what to do about it.
func (p place) refusal(file, trim time.Time) error {
	switch p {
	case behind:
		return fmt.Errorf("%w: its own is at %s, and the log begins at %s", ErrMustJoin, clockTime(file), clockTime(trim))
	case offChain:
		return fmt.Errorf("%w: its own is at %s, where the log never was", ErrMustJoin, clockTime(file))
	}
	return nil
}

func clockTime(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000Z") }

// arrived keeps commits that came before the one that they follow.
type arrived map[int64]commit

func (a arrived) put(c commit)        { a[c.prev.UnixMicro()] = c }
func (a arrived) drop(prev time.Time) { delete(a, prev.UnixMicro()) }
func (a arrived) next(at time.Time) (chain []commit) {
	for {
		c, ok := a[at.UnixMicro()]
		if !ok {
			return chain
		}
		delete(a, at.UnixMicro())
		chain, at = append(chain, c), c.at()
	}
}
