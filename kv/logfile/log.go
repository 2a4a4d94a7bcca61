package logfile

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"marquee/kv"
	"marquee/kv/frame"
)

// ErrDamaged: a log is not what was written.
var ErrDamaged = fmt.Errorf("%w: its log", kv.ErrDamaged)

// Log is the log of one store, open for writing. It is used by one goroutine.
type Log struct {
	store  string    // the id of the store
	salt   []byte    // see Header
	size   int64     // of each file, unless one commit takes more
	halves [2]*half  // the files
	now    int       // which of them is written
	number int       // of its header, from 1
	last   time.Time // the last commit
	chain  uint32    // checksum of the last frame
	buf    []byte    // the frame that is being made
	err    error     // the first error, after which nothing is written
	sync   func(*os.File) error
}

// Paths are the two files of the log of a store.
func Paths(path string) [2]string { return [2]string{path + ".log-1", path + ".log-2"} }

// Exists tells whether there is a file of a log beside a store.
func Exists(path string) (bool, error) {
	for _, name := range Paths(path) {
		_, err := os.Lstat(name)
		if err == nil || !errors.Is(err, os.ErrNotExist) {
			return err == nil, err
		}
	}
	return false, nil
}

// Remove removes the log of a store that has everything in it.
func Remove(path string) error {
	var err error
	for _, name := range Paths(path) {
		if gone := os.Remove(name); gone != nil && !errors.Is(gone, os.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	return errors.Join(err, syncFolder(filepath.Dir(path)))
}

// Create makes the log of a store, by its id, whose last commit was at a time. There must be
// none. It is durable when Create returns.
func Create(path, store string, at time.Time, size int64) (*Log, error) {
	l := &Log{store: store, salt: make([]byte, saltBytes), size: size, last: at, sync: datasync}
	if _, err := rand.Read(l.salt); err != nil {
		return nil, err
	}
	for i, name := range Paths(path) {
		h, err := create(name, size)
		if err != nil {
			return nil, errors.Join(err, l.Close(), Remove(path))
		}
		l.halves[i] = h
	}
	l.now = len(l.halves) - 1
	err := l.turn()
	if err == nil {
		err = syncFolder(filepath.Dir(path))
	}
	if err != nil {
		return nil, errors.Join(err, l.Close(), Remove(path))
	}
	return l, nil
}

// Size is how much of the log a commit takes, in bytes, once it is made by Frame.
func (l *Log) Size() int { return len(l.buf) }

// Frame makes the frame of a commit, which Append writes.
func (l *Log) Frame(sets []kv.WriteSet) {
	l.buf = append(frame.AppendBatch(l.buf, sets), l.salt...)
}

// Fits tells whether the frame can be written while the store's file has everything up to a
// time. One that takes more than a file fits as the first of one.
func (l *Log) Fits(file time.Time) bool {
	return l.halves[l.now].fits(len(l.buf), l.size) || !l.halves[1-l.now].last.After(file)
}

// Append writes the frame, which must fit. It is durable when Append returns; last is the time
// of its commit. After an error nothing more is written: what is on the disk is not known.
func (l *Log) Append(last time.Time) error {
	if l.err == nil {
		l.err = l.append(last)
	}
	if cap(l.buf) > keptFrame {
		l.buf = nil
	}
	return l.err
}

func (l *Log) append(last time.Time) error {
	if !l.halves[l.now].fits(len(l.buf), l.size) {
		if err := l.turn(); err != nil {
			return err
		}
	}
	chain := frame.Seal(l.buf[:len(l.buf)-len(l.salt)], l.chain)
	if err := l.halves[l.now].write(l.buf, last, l.sync); err != nil {
		return err
	}
	l.chain, l.last = chain, last
	return nil
}

// turn goes on in the other file. Its header is durable before a frame follows it: what cannot
// be read behind a header is no damage, a header that cannot be read is.
func (l *Log) turn() error {
	l.now, l.number = 1-l.now, l.number+1
	head, chain, err := header(Header{
		Product: product, Form: form, Store: l.store, Number: l.number, Start: l.last, Size: l.size, Salt: l.salt,
	}, l.chain)
	if err != nil {
		return err
	}
	l.chain = chain
	return l.halves[l.now].begin(head, l.last, l.size, l.sync)
}

// Close closes the files.
func (l *Log) Close() error {
	var err error
	for _, h := range l.halves {
		if h != nil {
			err = errors.Join(err, h.file.Close())
		}
	}
	return err
}
