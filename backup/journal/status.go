package journal

import "time"

// Status is how a journal stands.
type Status struct {
	Generation string    `json:"generation"`
	Start      time.Time `json:"start"`
	// NeedsBase: there is no backup yet from which this generation goes on.
	NeedsBase bool `json:"needsBase"`
	// Failed is why nothing is being written; empty when all is well.
	Failed string `json:"failed,omitempty"`
	// Lag is the age of the oldest write that is neither synced to the journal nor
	// in a backup; 0 when there is none.
	Lag time.Duration `json:"lag"`
	// Compared is when the journal was last compared with the store, Fault what was
	// wrong then.
	Compared time.Time `json:"compared"`
	Fault    string    `json:"fault,omitempty"`
	// Bytes were written since Start.
	Bytes uint64 `json:"bytes"`
}

// Status takes it now.
func (j *Journal) Status() Status {
	j.mu.Lock()
	defer j.mu.Unlock()
	s := Status{Generation: j.generation, Start: j.start, NeedsBase: j.needsBase(), Bytes: j.bytes}
	s.Compared, s.Fault = j.notes.Compared, j.notes.Fault
	if j.failed != nil {
		s.Failed = j.failed.Error()
	}
	for _, t := range []time.Time{j.missed, j.behind, j.flying, j.dirty} {
		if !t.IsZero() {
			s.Lag = max(s.Lag, j.o.now().Sub(t))
		}
	}
	return s
}

// Wanted gets a value when a base is needed: at the start, until Based tells of
// one, and whenever a generation begins.
func (j *Journal) Wanted() <-chan struct{} { return j.wanted }

func (j *Journal) needsBase() bool { return !j.start.IsZero() && j.notes.Base.Before(j.start) }

func (j *Journal) epochNow() uint64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.epoch
}

func (j *Journal) isBroken() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.broken
}

// newGeneration names one, later than every other.
func (j *Journal) newGeneration() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	name := j.o.now().UTC()
	if old, err := time.Parse(generationTime, j.generation); err == nil && !name.After(old) {
		name = old.Add(time.Microsecond)
	}
	return name.Format(generationTime)
}

// continues tells that the generation of an earlier process goes on.
func (j *Journal) continues(start time.Time) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.start = start
	j.want()
}

// began tells of a segment, the first of a generation or another. It heals nothing
// that failed meanwhile.
func (j *Journal) began(c *openSegment, generation string, start time.Time, epoch uint64, first bool) {
	j.mu.Lock()
	j.current, j.newNames = c, true
	if epoch == j.epoch {
		j.broken = false
	}
	c.dirty = true
	j.bytes += uint64(c.size)
	if first {
		j.generation, j.start = generation, start
		j.forget(start)
		j.want()
	}
	n := j.notes
	j.mu.Unlock()
	signal(j.wake)
	if first {
		j.keepNotes(n)
		j.o.Log.Info("a journal begins; it needs a backup as its base", "generation", generation)
	}
}

// wrote tells of bytes that are not yet synced.
func (j *Journal) wrote(c *openSegment, n int) {
	j.mu.Lock()
	j.bytes += uint64(n)
	c.dirty = true
	if j.dirty.IsZero() {
		j.dirty = j.o.now()
	}
	j.mu.Unlock()
	signal(j.wake)
}

// over tells of a segment that gets no more.
func (j *Journal) over(c *openSegment, dropped bool) {
	j.mu.Lock()
	c.dropped = dropped
	j.closing = append(j.closing, c)
	j.current, j.finished = nil, true
	j.mu.Unlock()
	signal(j.wake)
}

func (j *Journal) want() {
	if j.needsBase() {
		signal(j.wanted)
	}
}

func signal(to chan struct{}) {
	select {
	case to <- struct{}{}:
	default:
	}
}
