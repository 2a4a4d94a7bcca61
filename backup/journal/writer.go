package journal

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"path/filepath"
	"time"

	"marquee/kv/frame"
)

// kind is what the writer is asked for.
type kind int

const (
	writeFrame kind = iota
	beginGeneration
	finishOld // the segment, when it is old enough
	finishNow
)

type job struct {
	kind     kind
	frame    []byte
	prev, at time.Time
	epoch    uint64
	reply    chan error // has room for the answer; nil when nobody waits
}

// writer is the goroutine that writes. A slow disk holds up nobody else.
type writer struct {
	j          *Journal
	current    *openSegment
	generation string
	number     int
	chain      uint32
	end        time.Time // of what is written
	epoch      uint64    // of what is being done
}

// openSegment is a segment that is being written, or waits to be closed.
type openSegment struct {
	file   diskFile
	size   int64
	frames int
	born   time.Time

	// Under the journal's lock.
	dirty, dropped bool
}

func (s *writer) run() {
	for w := range s.j.jobs {
		err := s.do(w)
		if err != nil && w.kind != finishNow {
			s.j.fail(err)
		}
		if w.kind == writeFrame {
			s.j.written(w)
		}
		if w.reply != nil {
			w.reply <- err
		}
	}
	s.drop()
}

func (s *writer) do(w job) error {
	if w.kind != finishNow && w.epoch != s.j.epochNow() {
		return nil // what it follows is lost
	}
	s.epoch = w.epoch
	switch w.kind {
	case writeFrame:
		return s.write(w)
	case beginGeneration:
		s.drop()
		return s.begin(w.prev)
	}
	if s.current == nil || s.current.frames == 0 || w.kind == finishOld && !s.old() {
		return nil
	}
	return s.finish()
}

// write adds a frame, after a new header where one is due.
func (s *writer) write(w job) error {
	if s.j.isBroken() || s.generation != "" && !w.prev.Equal(s.end) {
		s.drop()
	}
	if s.current != nil && (s.current.size >= s.j.o.SegmentBytes || s.old()) {
		if err := s.finish(); err != nil {
			return err
		}
	}
	if s.current == nil {
		if err := s.begin(w.prev); err != nil {
			return err
		}
	}
	if err := s.put(w.frame); err != nil {
		return err
	}
	s.end = w.at
	s.current.frames++
	return nil
}

func (s *writer) old() bool {
	return s.current.frames > 0 && s.j.o.now().Sub(s.current.born) >= segmentAge
}

// next is the path of the next segment.
func (s *writer) next() string {
	return filepath.Join(s.j.o.Dir, nameOf(s.generation, s.number+1))
}

// put seals and writes one frame.
func (s *writer) put(b []byte) error {
	chain := frame.Seal(b, s.chain)
	if _, err := s.current.file.Write(b); err != nil {
		return err
	}
	s.chain = chain
	s.current.size += int64(len(b))
	s.j.wrote(s.current, len(b))
	return nil
}

// begin opens the next segment: of this generation, or after drop of a new one.
func (s *writer) begin(start time.Time) error {
	if s.generation == "" {
		s.generation, s.number, s.chain = s.j.newGeneration(), 0, 0
	}
	o := s.j.o
	if err := o.disk.MakeFolder(o.Dir); err != nil {
		return err
	}
	path := s.next()
	file, err := o.disk.Create(path)
	if err != nil {
		return err
	}
	c := &openSegment{file: file, born: o.now()}
	front := s.front(start)
	if _, err := file.Write(front); err != nil {
		return errors.Join(err, file.Close(), o.disk.Remove(path))
	}
	c.size = int64(len(front))
	s.number++
	s.current, s.end = c, start
	s.j.began(c, s.generation, start, s.epoch, s.number == 1)
	return nil
}

// front is the line and the header of the next segment.
func (s *writer) front(start time.Time) []byte {
	o := s.j.o
	header, _ := json.Marshal(Header{ // texts, numbers and moments: nothing in it can fail
		Product: product, Form: form, Store: o.Store, Build: o.Build, Schema: o.Schema,
		Generation: s.generation, Number: s.number + 1, Start: start.UTC(), Made: o.now().UTC(),
	})
	b := append(frame.Start(nil, letterHeader), header...)
	s.chain = frame.Seal(b, s.chain)
	return append([]byte(segmentIntro), b...)
}

// finish ends the segment; the next one goes on where it ends.
func (s *writer) finish() error {
	end := binary.AppendUvarint(frame.Start(nil, letterEnd), uint64(s.current.frames))
	if err := s.put(end); err != nil {
		return err
	}
	s.j.over(s.current, false)
	s.current = nil
	return nil
}

// drop ends the generation, or leaves what is unfinished as it is.
func (s *writer) drop() {
	if s.current != nil {
		s.j.over(s.current, true)
	}
	s.current, s.generation = nil, ""
}
