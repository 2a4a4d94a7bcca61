package app

import (
	"cmp"
	"context"
	"errors"
	"hash/maphash"
	"slices"
	"sync"

	"marquee/indexes"
)

// answerIndex is a hash index of the answers in memory, by what was asked. What it
// finds is a candidate: whoever looks compares the answer itself. It only ever learns
// from answers that a snapshot holds, and asks each snapshot for those it has not
// seen, so it misses none, whoever wrote it.
//
// It takes about eight bytes an answer.
type answerIndex struct {
	mu         sync.Mutex
	seed       maphash.Seed
	partitions []*partition // in order
	last       int64        // everything up to it was seen
	gone       int64        // everything up to it was deleted
	learned    bool         // whatever follows last came after the start
}

var answerIndexes = NewPerApp(func() *answerIndex { return &answerIndex{seed: maphash.MakeSeed()} })

// partitionBits says how many answers a partition has; its slots are twice as many,
// so that chains stay short.
const partitionBits = 16

// partition is a hash table of answers that follow one another. A slot holds 16 bits
// of a hash and the low bits of a number; 0 is a free one.
type partition struct {
	number int64
	slots  [2 << partitionBits]uint32
}

// slot gives where a chain begins and what marks the hash in it, which is never 0.
func (s *partition) slot(hash uint64) (at int, mark uint32) {
	return int(hash % uint64(len(s.slots))), uint32(hash>>48)<<partitionBits | 1<<31
}

// put adds an answer once.
func (s *partition) put(hash uint64, seq int64) {
	at, mark := s.slot(hash)
	entry := mark | uint32(seq&(1<<partitionBits-1))
	for s.slots[at] != 0 && s.slots[at] != entry {
		at = (at + 1) % len(s.slots)
	}
	s.slots[at] = entry
}

// find adds the numbers of the answers that may be meant.
func (s *partition) find(found []int64, hash uint64) []int64 {
	at, mark := s.slot(hash)
	for ; s.slots[at] != 0; at = (at + 1) % len(s.slots) {
		if s.slots[at]>>partitionBits == mark>>partitionBits {
			found = append(found, s.number<<partitionBits|int64(s.slots[at]&(1<<partitionBits-1)))
		}
	}
	return found
}

// find tells where answers may lie.
func (p *answerIndex) find(want asked) (found []int64) {
	hash := maphash.Comparable(p.seed, want)
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.partitions {
		found = s.find(found, hash)
	}
	return found
}

// follow looks at the answers that have come since the last look.
func (p *answerIndex) follow(r Reader) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.look(r)
}

func (p *answerIndex) look(r Reader) error {
	for !p.learned {
		if err := p.walk(r); err != nil {
			return err
		}
	}
	for {
		a, found, err := answers.Find(r, p.last+1)
		switch {
		case errors.Is(err, indexes.ErrDamaged):
			p.last++ // nobody's answer any more; checks report it
		case err != nil || !found:
			return err
		default:
			p.add(&a)
		}
	}
}

// next gives the number of the next answer. What an abandoned transaction left in
// memory is taken back: numbers follow one another without a gap. A rival in an
// older snapshot comes to the same number, and one of the two has to run again.
func (p *answerIndex) next(tx Tx) (int64, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		if err := p.look(tx); err != nil {
			return 0, err
		}
		there, err := p.holds(tx)
		if err != nil || there {
			return p.last + 1, err
		}
		p.last--
	}
}

// holds tells whether the last answer is there.
func (p *answerIndex) holds(r Reader) (bool, error) {
	if p.last == p.gone {
		return true, nil
	}
	_, found, err := answers.Find(r, p.last)
	if errors.Is(err, indexes.ErrDamaged) {
		return true, nil
	}
	return found, err
}

// learnBatch bounds the answers looked at while a scan may have to wait for it.
const learnBatch = 10_000

// learn looks at all answers, a batch at a time.
func (p *answerIndex) learn(ctx context.Context, a *App) error {
	for done := false; !done; {
		err := a.ViewCompany(ctx, 0, func(r Reader) error {
			p.mu.Lock()
			defer p.mu.Unlock()
			if done = p.learned; done {
				return nil
			}
			return p.walk(r)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// walk looks at the next batch of what was stored before the start.
func (p *answerIndex) walk(r Reader) error {
	n := 0
	for hit, err := range answers.Scan(r, indexes.From(p.last+1).Limit(learnBatch)) {
		if errors.Is(err, indexes.ErrDamaged) {
			p.last = hit.Key
			return nil
		}
		if err != nil {
			return err
		}
		if p.last == 0 {
			p.gone = hit.Key - 1
		}
		p.add(&hit.Rec)
		n++
	}
	p.learned = n < learnBatch
	return nil
}

// add notes where an answer lies.
func (p *answerIndex) add(a *answer) {
	p.last = a.Seq
	number := a.Seq >> partitionBits
	at, there := slices.BinarySearchFunc(p.partitions, number, func(s *partition, n int64) int { return cmp.Compare(s.number, n) })
	if !there {
		p.partitions = slices.Insert(p.partitions, at, &partition{number: number})
	}
	p.partitions[at].put(maphash.Comparable(p.seed, a.asked()), a.Seq)
}

// forget drops what was known of answers up to one.
func (p *answerIndex) forget(seq int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.gone = max(p.gone, seq)
	for len(p.partitions) > 0 && p.partitions[0].number < seq>>partitionBits {
		p.partitions = p.partitions[1:]
	}
}
