package logfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"marquee/kv"
	"marquee/kv/frame"
)

// Content is what the log of a store holds.
type Content struct {
	// Store is the id of the store; empty where there is not even a header: it was made, and
	// the store never went on in it.
	Store string
	// Start is the last commit before the first, and End the last.
	Start, End time.Time
	// Sets are the commits, each following the one before it.
	Sets []kv.WriteSet
	// Missing is the one of the two files that is not there; empty where both are. Commits may be
	// in it alone.
	Missing string
}

// After gives the commits that follow a time; ok is false if no commit was at that time.
func (c *Content) After(at time.Time) (sets []kv.WriteSet, ok bool) {
	if at.Equal(c.Start) {
		return c.Sets, true
	}
	for i := range c.Sets {
		if c.Sets[i].At.Equal(at) {
			return c.Sets[i+1:], true
		}
	}
	return nil, false
}

// Read reads the log of a store, to the end that a kill or a power cut left.
func Read(path string) (*Content, error) {
	var all []*read
	var unread []*read // files without a header
	missing := ""
	for _, name := range Paths(path) {
		r, err := readFile(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			missing = name
		case err != nil:
			return nil, err
		case r.head.Number == 0:
			unread = append(unread, r)
		default:
			all = append(all, r)
		}
	}
	if len(all) == 2 && all[0].head.Number > all[1].head.Number {
		all[0], all[1] = all[1], all[0]
	}
	c, err := join(all, unread)
	if err == nil {
		c.Missing = missing
	}
	return c, err
}

// join puts the files together, the older one first.
func join(all, unread []*read) (*Content, error) {
	c := &Content{}
	for _, r := range unread {
		if len(all) > 0 {
			r.head.Salt = all[0].head.Salt
		}
	}
	for i, r := range all {
		if err := r.frames(i == 0 || r.follows(all[0])); err != nil {
			return nil, err
		}
		if i == 0 {
			c.Store, c.Start, c.End = r.head.Store, r.head.Start, r.head.Start
		}
		c.Sets, c.End = append(c.Sets, r.sets...), r.end
	}
	for _, r := range append(all, unread...) {
		if at, ok := r.later(c.End); ok {
			return nil, r.bad(at, "a commit is there that follows nothing")
		}
	}
	return c, nil
}

// read is one file.
type read struct {
	name  string
	b     []byte
	at    int // behind what was read
	head  Header
	seed  uint32 // the checksum that the header is chained to
	chain uint32 // of the last good frame
	end   time.Time
	sets  []kv.WriteSet
}

func readFile(name string) (*read, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	r := &read{name: filepath.Base(name), b: b}
	if !bytes.HasPrefix(b, []byte(intro)) {
		return r, nil
	}
	body, seed, sum, ok := frame.Unseal(b[len(intro):])
	if !ok || body[0] != letterHeader {
		return r, nil
	}
	if err := json.Unmarshal(body[1:], &r.head); err != nil || r.head.Product != product || r.head.Number < 1 {
		return nil, r.bad(0, "its header is of another product")
	}
	if r.head.Form > form {
		return nil, r.bad(0, "a newer program made it")
	}
	if int64(len(b)) < r.head.Size {
		return nil, r.bad(len(b), fmt.Sprintf("it was cut off: it had %d bytes", r.head.Size))
	}
	r.seed, r.chain, r.end, r.at = seed, sum, r.head.Start, maxHeader
	return r, nil
}

// follows tells whether a file goes on where another one ends.
func (r *read) follows(before *read) bool {
	return r.head.Number == before.head.Number+1 && r.head.Store == before.head.Store && r.seed == before.chain && r.head.Start.Equal(before.end)
}

// frames takes the frames up to the first that is not good.
func (r *read) frames(follows bool) error {
	if !follows {
		return r.bad(0, "it does not go on where the other file ends")
	}
	spaces := map[string]kv.Space{}
	for r.at < len(r.b) {
		body, chain, sum, ok := r.unseal(r.at)
		if !ok || chain != r.chain || body[0] != frame.Batch {
			return nil
		}
		sets, err := frame.ReadBatch(body, spaces)
		if err == nil && !sets[0].Prev.Equal(r.end) {
			err = frame.ErrBody
		}
		if err != nil {
			return r.bad(r.at, err.Error())
		}
		r.sets, r.end, r.chain = append(r.sets, sets...), sets[len(sets)-1].At, sum
		r.at += frame.Head + len(body) + len(r.head.Salt)
	}
	return nil
}

// unseal reads the frame at a place, which has the salt behind it.
func (r *read) unseal(at int) (body []byte, chain, sum uint32, ok bool) {
	body, chain, sum, ok = frame.Unseal(r.b[at:])
	if ok {
		ok = bytes.HasPrefix(r.b[at+frame.Head+len(body):], r.head.Salt)
	}
	return body, chain, sum, ok
}

// later looks behind what was read for a commit that was made after a time. What lies there
// otherwise was written before the file was begun anew.
func (r *read) later(than time.Time) (at int, ok bool) {
	for at = r.at; at < len(r.b); {
		next := bytes.Index(r.b[at:], []byte(frame.Magic))
		if next < 0 {
			return 0, false
		}
		at += next
		body, _, _, good := r.unseal(at)
		if !good {
			at++
			continue
		}
		if sets, err := frame.ReadBatch(body, nil); body[0] == frame.Batch && err == nil && !sets[0].Prev.Before(than) {
			return at, true
		}
		at += frame.Head + len(body)
	}
	return 0, false
}

func (r *read) bad(at int, reason string) error {
	return fmt.Errorf("%w is: %s, byte %d: %s", ErrDamaged, strings.TrimSpace(r.name), at, reason)
}
