package backup

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"marquee/backup/journal"
	"marquee/backup/machine"
)

const (
	// shipPause is how long the journal waits between two shipments.
	shipPause = 5 * time.Second
	// shipLimit bounds one shipment.
	shipLimit = 30 * time.Second
	// zstdSuffix is behind the name of a shipped segment, and .age behind that when
	// it is encrypted.
	zstdSuffix = ".zst"
	// shippedSegment is how large a segment grows that is sent again each time it
	// has grown, in bytes.
	shippedSegment = 4 << 20
)

// Shipper sends the segments of a journal elsewhere, the one that is being written
// too, again and again.
type Shipper struct {
	dir, place  string
	to          []Recipient
	log         *slog.Logger
	destination writableDestination
	sent        map[string]int64 // bytes of each segment, by this program

	mu     sync.Mutex
	whole  time.Time // when all that had been written was there
	failed error
}

// writableDestination is a destination that takes small files.
type writableDestination interface {
	destination
	write(ctx context.Context, name string, content []byte) error
}

// NewShipper sends the journal in a folder to a destination, s3://bucket/prefix or
// another folder.
func NewShipper(dir, dest string, to []Recipient, log *slog.Logger) (*Shipper, error) {
	s, err := shippingTo(dest)
	if err != nil {
		return nil, err
	}
	place, err := Home(dest)
	return &Shipper{dir: dir, place: place, to: to, log: log, destination: s, sent: map[string]int64{}, whole: time.Now()}, err
}

func shippingTo(dest string) (writableDestination, error) {
	if IsS3(dest) {
		return openBucket(dest)
	}
	return folder{dest, realDisk{}}, nil
}

// Run ships until the context ends.
func (s *Shipper) Run(ctx context.Context) {
	for ctx.Err() == nil {
		s.Ship(ctx)
		select {
		case <-ctx.Done():
		case <-time.After(shipPause):
		}
	}
}

// Ship sends what was written since the last time, and takes away what the journal
// no longer keeps.
func (s *Shipper) Ship(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, shipLimit)
	defer cancel()
	start := time.Now()
	err := s.ship(ctx)
	if ctx.Err() != nil && errors.Is(ctx.Err(), context.Canceled) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case err == nil:
		s.whole = start
	case s.failed == nil:
		s.log.Error("the journal cannot be shipped; it is tried again and again", "error", err)
	}
	if err == nil && s.failed != nil {
		s.log.Info("the journal is shipped again")
	}
	s.failed = err
}

func (s *Shipper) ship(ctx context.Context) error {
	segments, err := journal.Segments(s.dir)
	if err != nil {
		return err
	}
	all, err := readShipped(s.dir)
	if err != nil {
		return err
	}
	for _, g := range segments {
		// Whoever took the note away had it begin anew: what lies there has to stand in it.
		if s.sent[g.Name] == g.Bytes && all.has(s.place, shippedName(g.Name, len(s.to) > 0)) {
			continue
		}
		if err := s.send(ctx, g, all); err != nil {
			return err
		}
	}
	for _, name := range all.stale(s.place, segments) {
		if err := takeAway(ctx, s.destination, name); err != nil {
			return err
		}
		all.remove(s.place, name)
		segment, _ := segmentIn(name)
		delete(s.sent, segment)
	}
	return all.write(s.dir, realDisk{})
}

// send sends a segment. That it is there is noted before.
func (s *Shipper) send(ctx context.Context, g journal.Segment, all shipped) error {
	content, err := os.ReadFile(filepath.Join(s.dir, g.Name))
	if err != nil {
		return err
	}
	name := shippedName(g.Name, len(s.to) > 0)
	if !all.add(s.place, name) {
		if err := all.write(s.dir, realDisk{}); err != nil {
			return err
		}
	}
	var packed bytes.Buffer
	err = encryptTo(&packed, s.to, func(w io.Writer) error { return zip(w, content) })
	if err == nil {
		err = s.destination.write(ctx, name, packed.Bytes())
	}
	if err == nil {
		s.sent[g.Name] = int64(len(content))
	}
	return err
}

func shippedName(segment string, secret bool) string {
	if secret {
		return segment + zstdSuffix + ageSuffix
	}
	return segment + zstdSuffix
}

// Place is where the journal is sent.
func (s *Shipper) Place() string { return s.place }

// Lag is how long ago everything that was written then had been shipped, and why
// the last shipment failed, if it did.
func (s *Shipper) Lag() (time.Duration, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Since(s.whole), s.failed
}

// write puts a file into the folder, in the place of an older one.
func (f folder) write(_ context.Context, name string, content []byte) error {
	if err := machine.MakeFolder(f.dir); err != nil {
		return err
	}
	path := filepath.Join(f.dir, name)
	temp := path + partialSuffix
	if err := f.disk.Remove(temp); err != nil {
		return err
	}
	err := writeBytes(f.disk, temp, content)
	if err == nil {
		err = f.disk.Rename(temp, path)
	}
	return err
}
