package journal

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"marquee/kv"
)

// GapError: a journal does not hold what was asked of it. Nothing was made of it.
type GapError struct{ Reason string }

func (e *GapError) Error() string { return "the journal does not reach: " + e.Reason }

func gap(format string, args ...any) error { return &GapError{fmt.Sprintf(format, args...)} }

// Generation is a journal without a gap.
type Generation struct {
	Name string `json:"generation"`
	// Store is the id of the store; empty where an older program began it.
	Store string `json:"store,omitempty"`
	// Start is the moment that a base has to have reached, End the last commit.
	Start    time.Time `json:"start"`
	End      time.Time `json:"end"`
	Made     time.Time `json:"made"` // when it was begun
	Segments int       `json:"segments"`
	Bytes    int64     `json:"bytes"`

	// Damage is why it cannot be read, if so.
	Damage string `json:"damage,omitempty"`

	files  []file
	last   *segment // of files, its moments
	damage error
	// beyond is why the segment behind files cannot be read.
	beyond *DamagedError
}

// Generations lists what is in a folder, the oldest first. It looks at the first
// and the last segment of each.
func Generations(dir string) ([]Generation, error) {
	files, err := list(dir)
	if err != nil {
		return nil, err
	}
	var all []Generation
	for len(files) > 0 {
		n := 1
		for n < len(files) && files[n].generation == files[0].generation {
			n++
		}
		if g := newGeneration(files[:n]); !errors.Is(g.damage, errStump) {
			all = append(all, g)
		}
		files = files[n:]
	}
	return all, nil
}

// newGeneration leaves out stumps at the end, and a last segment that has lost its
// first bytes in a power cut: what lies before it is whole.
func newGeneration(files []file) Generation {
	g := Generation{Name: files[0].generation, files: files}
	last, err := readSegment(files[len(files)-1], moments)
	for errors.Is(err, errStump) && len(g.files) > 1 {
		g.files = g.files[:len(g.files)-1]
		last, err = readSegment(g.files[len(g.files)-1], moments)
	}
	if errors.As(err, &g.beyond) && g.beyond.Offset == 0 && len(g.files) > 1 {
		g.files = g.files[:len(g.files)-1]
		last, err = readSegment(g.files[len(g.files)-1], moments)
	} else {
		g.beyond = nil
	}
	g.Segments = len(g.files)
	for _, f := range g.files {
		g.Bytes += f.bytes
	}
	if err == nil {
		var head Header
		if head, err = readHeader(g.files[0]); errors.Is(err, errStump) {
			err = never(g.files[0])
		}
		g.Start, g.Made, g.End, g.last = head.Start, head.Made, last.end(), last
		g.Store = cmp.Or(last.head.Store, head.Store)
	}
	if g.damage = err; err == nil && g.beyond != nil {
		err = g.beyond
	}
	if err != nil {
		g.Damage = err.Error()
	}
	return g
}

// Walk gives the write sets after a moment to fn, up to and with another, commit
// by commit. The first moment must be one of the generation's; GapError when it is
// not, or when a segment is missing.
func (g Generation) Walk(after, until time.Time, fn func([]kv.WriteSet) error) error {
	if g.damage != nil {
		return g.damage
	}
	w := walk{at: after, until: until, fn: fn}
	files := g.from(after)
	s, err := readWhole(files[0], writes)
	if err != nil {
		return err
	}
	if after.Before(s.head.Start) {
		return gap("it begins at %s, after %s", say(s.head.Start), say(after))
	}
	w.found = after.Equal(s.head.Start)
	for _, f := range files[1:] {
		next, err := readWhole(f, writes)
		if err != nil {
			return err
		}
		if err := w.frames(s, next); err != nil || w.over {
			return err
		}
		s = next
	}
	if err := w.tail(s); err != nil || w.over || g.beyond == nil {
		return err
	}
	return w.broken(g.beyond)
}

// readWhole reads a segment that cannot be a stump, because others follow it.
func readWhole(f file, d detail) (*segment, error) {
	s, err := readSegment(f, d)
	if errors.Is(err, errStump) {
		err = never(f)
	}
	return s, err
}

func never(f file) error { return &DamagedError{filepath.Base(f.path), 0, errStump.Error()} }

// tail gives what counts of the last segment.
func (w *walk) tail(s *segment) error {
	if err := w.rest(s.frames); err != nil || w.over {
		return err
	}
	if s.damage != nil {
		return w.broken(s.damage)
	}
	if !w.found {
		return gap("%s is no moment of it; it ends at %s", say(w.at), say(s.end()))
	}
	return nil
}

// from leaves out the segments that end before a moment. It looks only at the
// front of those that it leaves out.
func (g Generation) from(after time.Time) []file {
	files := g.files
	for len(files) > 1 {
		head, err := readHeader(files[1])
		if err != nil || head.Start.After(after) {
			break
		}
		files = files[1:]
	}
	return files
}

// walk is where a Walk stands.
type walk struct {
	at, until time.Time
	fn        func([]kv.WriteSet) error
	found     bool // the moment to begin at
	over      bool
}

// frames gives what counts of a segment that another one follows.
func (w *walk) frames(s, next *segment) error {
	if next.number != s.number+1 {
		return gap("segment %s is missing", nameOf(s.generation, s.number+1))
	}
	frames, ok := s.upTo(next.seed)
	if err := w.rest(frames); err != nil || w.over || ok {
		return err
	}
	if s.damage != nil {
		return w.broken(s.damage)
	}
	return gap("segment %s does not go on where %s ends", filepath.Base(next.path), filepath.Base(s.path))
}

// broken adds how far the journal can be trusted. A power cut may leave a hole in
// what was not synced yet, the last tenth of a second; that cannot be told from
// other damage, so somebody has to say that this is far enough.
func (w *walk) broken(d *DamagedError) error {
	if !w.found {
		return d
	}
	return fmt.Errorf("%w\nIt is whole up to %s: restore --as-of %s brings that back", d, say(w.at), say(w.at))
}

// upTo gives the frames up to the one with a checksum, all of them when none has
// it. What follows that one never reached the store.
func (s *segment) upTo(sum uint32) ([]commit, bool) {
	if sum == s.last {
		return s.frames, true
	}
	for i := len(s.frames) - 1; i >= 0 && !s.finished; i-- {
		if s.frames[i].sum == sum {
			return s.frames[:i+1], true
		}
	}
	if s.first == sum && !s.finished {
		return nil, true
	}
	return s.frames, false
}

func (w *walk) rest(frames []commit) error {
	for _, f := range frames {
		if err := w.frame(f.sets); err != nil || w.over {
			return err
		}
	}
	return nil
}

func (w *walk) frame(sets []kv.WriteSet) error {
	for len(sets) > 0 && !sets[0].At.After(w.at) {
		w.found = w.found || sets[0].At.Equal(w.at)
		sets = sets[1:]
	}
	n := 0
	for n < len(sets) && !sets[n].At.After(w.until) {
		n++
	}
	w.over = n < len(sets)
	if len(sets) > 0 && !sets[0].Prev.Equal(w.at) {
		return gap("%s is no moment of it; the one before is %s", say(w.at), say(sets[0].Prev))
	}
	if n == 0 {
		return nil
	}
	w.at = sets[n-1].At
	w.over = w.over || !w.at.Before(w.until)
	return w.fn(sets[:n])
}
