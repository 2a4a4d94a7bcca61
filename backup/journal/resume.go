package journal

import (
	"errors"
	"path/filepath"
	"time"
)

// resume goes on where the last journal ended, when that is where the store is. Of
// a process that was killed between the journal and the commit, the journal has one
// commit too many: the new segment is chained to the one before it.
func (s *writer) resume(last time.Time) {
	start, err := s.find(last)
	if err != nil {
		s.j.o.Log.Warn("the journal that is there cannot be continued", "folder", s.j.o.Dir, "error", err)
		err = nil
	}
	if s.generation != "" {
		s.j.continues(start)
		err = s.j.o.disk.Remove(s.next()) // one that held no commit
	}
	if err = errors.Join(err, s.begin(last)); err != nil {
		s.j.fail(err)
	}
}

// find looks for the end of the newest generation. Without a generation of its own
// afterwards, the writer begins a new one.
func (s *writer) find(last time.Time) (start time.Time, err error) {
	all, err := Generations(s.j.o.Dir)
	if err != nil || len(all) == 0 {
		return start, err
	}
	g := all[len(all)-1]
	if g.damage != nil {
		return start, g.damage
	}
	if g.beyond != nil {
		return start, g.beyond
	}
	s.j.mu.Lock()
	s.j.generation = g.Name // the next one has a later name
	s.j.mu.Unlock()
	if g.Store != "" && s.j.o.Store != "" && g.Store != s.j.o.Store {
		return start, gap("it is of another store, %s; give each store a journal folder of its own", g.Store)
	}
	end := g.last
	chain, ok := end.chainAt(last)
	if !ok || end.damage != nil {
		return start, errors.Join(end.problem(), gapTo(end.end(), last))
	}
	if err := joined(g.files, end); err != nil {
		return start, err
	}
	s.generation, s.number, s.chain = g.Name, end.number, chain
	if len(end.frames) == 0 && end.number > 1 {
		s.number, s.chain = end.number-1, end.seed
	}
	return g.Start, nil
}

// joined looks whether the last segment goes on where the one before it ends: a
// power cut may have taken the end of that one.
func joined(files []file, last *segment) error {
	if len(files) == 1 {
		return nil
	}
	before, err := readWhole(files[len(files)-2], moments)
	if err != nil {
		return err
	}
	if _, ok := before.upTo(last.seed); !ok {
		return gap("segment %s lost its end", filepath.Base(before.path))
	}
	return nil
}

func gapTo(end, last time.Time) error {
	if end.Equal(last) {
		return nil
	}
	return gap("it ends at %s, the store at %s", say(end), say(last))
}

// chainAt gives the checksum to go on from when the segment ends at a moment, or
// one commit later.
func (s *segment) chainAt(at time.Time) (chain uint32, ok bool) {
	n := len(s.frames)
	switch {
	case at.Equal(s.end()):
		return s.last, true
	case n == 0 || s.finished || !s.frames[n-1].sets[0].Prev.Equal(at):
		return 0, false
	case n == 1:
		return s.first, true
	}
	return s.frames[n-2].sum, true
}

func (s *segment) problem() error {
	if s.damage == nil {
		return nil
	}
	return s.damage
}
