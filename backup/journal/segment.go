package journal

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"marquee/kv"
	"marquee/kv/frame"
)

const (
	product      = "marquee"
	form         = 1
	segmentIntro = "marquee journal 1\n"
	suffix       = ".journal"
	// generationTime is how a generation is named: by when it began.
	generationTime = "20060102T150405.000000Z"
)

var nameForm = regexp.MustCompile(`^(\d{8}T\d{6}\.\d{6}Z)-(\d{8})\.journal$`)

// Header stands in front of every segment.
type Header struct {
	Product    string `json:"product"`
	Form       int    `json:"form"`            // of the segments, 1
	Store      string `json:"store,omitempty"` // the id of the store; older programs wrote none
	Build      string `json:"build"`           // of the program
	Schema     string `json:"schema"`          // a SHA-256 of the description of every table and index
	Generation string `json:"generation"`
	Number     int    `json:"number"` // within the generation, from 1
	// Start is the last commit before the first frame.
	Start time.Time `json:"start"`
	Made  time.Time `json:"made"`
}

// file is a segment by its name.
type file struct {
	generation string
	number     int
	path       string
	bytes      int64
}

func nameOf(generation string, number int) string {
	return fmt.Sprintf("%s-%08d%s", generation, number, suffix)
}

// list gives the segments in a folder, the oldest generation first. A folder that
// is not there holds none.
func list(dir string) ([]file, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []file
	for _, e := range entries {
		part := nameForm.FindStringSubmatch(e.Name())
		info, err := e.Info()
		if part == nil || err != nil {
			continue
		}
		number, err := strconv.Atoi(part[2])
		if err != nil {
			continue
		}
		all = append(all, file{part[1], number, filepath.Join(dir, e.Name()), info.Size()})
	}
	slices.SortFunc(all, func(a, b file) int {
		if a.generation != b.generation {
			return strings.Compare(a.generation, b.generation)
		}
		return a.number - b.number
	})
	return all, nil
}

// Segment is a file of a journal.
type Segment struct {
	Name  string
	Bytes int64
}

// Segments lists the files of the journal in a folder, the oldest first.
func Segments(dir string) ([]Segment, error) {
	files, err := list(dir)
	all := make([]Segment, len(files))
	for i, f := range files {
		all[i] = Segment{filepath.Base(f.path), f.bytes}
	}
	return all, err
}

// IsSegment tells whether a file is one, by its name.
func IsSegment(name string) bool { return nameForm.MatchString(name) }

// segment is what one file holds.
type segment struct {
	file
	detail detail
	head   Header
	seed   uint32 // the checksum that its header is chained to
	first  uint32 // the header's own
	// frames are the commits, in order.
	frames []commit
	// finished tells that the end frame is there.
	finished bool
	last     uint32 // checksum of the last good frame
	// damage is why the rest cannot be read, though something follows it.
	damage *DamagedError
}

// commit is one frame of write sets.
type commit struct {
	sets []kv.WriteSet
	sum  uint32
}

// end is the last moment in the segment.
func (s *segment) end() time.Time {
	if n := len(s.frames); n > 0 {
		sets := s.frames[n-1].sets
		return sets[len(sets)-1].At
	}
	return s.head.Start
}

// errStump: the file was cut off before it held a header.
var errStump = errors.New("the segment never began")

// detail is what of a segment is kept. Every byte is looked at in any case.
type detail int

const (
	moments detail = iota // of the write sets
	writes                // what is in them too
)

// readSegment reads a file. A torn end is normal, see damage for everything else.
func readSegment(f file, d detail) (*segment, error) {
	b, err := os.ReadFile(f.path)
	if err != nil {
		return nil, err
	}
	return parseSegment(f, b, d)
}

func parseSegment(f file, b []byte, d detail) (*segment, error) {
	s := &segment{file: f, detail: d}
	size, err := s.front(b)
	if err != nil {
		return nil, err
	}
	s.read(b, size)
	return s, nil
}

// front reads the beginning of a segment and gives its size.
func (s *segment) front(b []byte) (int, error) {
	if !bytes.HasPrefix(b, []byte(segmentIntro)) {
		return 0, s.introError(b)
	}
	at := len(segmentIntro)
	body, seed, sum, ok := frame.Unseal(b[at:])
	if !ok || body[0] != letterHeader {
		if follows(b, at) {
			return 0, s.bad(at, "its header cannot be read")
		}
		return 0, errStump
	}
	s.seed, s.first, s.last = seed, sum, sum
	return at + frame.Head + len(body), s.header(body, at)
}

// readHeader reads only the front of a file.
func readHeader(f file) (Header, error) {
	in, err := os.Open(f.path)
	if err != nil {
		return Header{}, err
	}
	defer in.Close()
	b, err := io.ReadAll(io.LimitReader(in, maxFront))
	if err != nil {
		return Header{}, err
	}
	s := &segment{file: f}
	_, err = s.front(b)
	return s.head, err
}

// introError tells a stump from another file.
func (s *segment) introError(b []byte) error {
	if strings.HasPrefix(segmentIntro, string(b)) || len(bytes.Trim(b, "\x00")) == 0 {
		return errStump
	}
	return s.bad(0, "it does not begin as a segment of this program does")
}

func (s *segment) header(body []byte, at int) error {
	err := json.Unmarshal(body[1:], &s.head)
	switch {
	case err != nil || s.head.Product != product:
		return s.bad(at, "its header is of another product")
	case s.head.Form > form:
		return s.bad(at, "a newer program made it: "+s.head.Build)
	case s.head.Generation != s.generation || s.head.Number != s.number:
		return s.bad(at, fmt.Sprintf("its header says that it is number %d of %s", s.head.Number, s.head.Generation))
	}
	return nil
}

// read takes the frames from a place on, up to the first that is not good.
func (s *segment) read(b []byte, at int) {
	var spaces map[string]kv.Space
	if s.detail == writes {
		spaces = map[string]kv.Space{}
	}
	end := s.head.Start
	for at < len(b) && !s.finished {
		body, chain, sum, ok := frame.Unseal(b[at:])
		if !ok {
			if follows(b, at) {
				s.damage = s.bad(at, "a frame cannot be read, and more follow it")
			}
			return
		}
		if chain != s.last {
			s.damage = s.bad(at, "a frame does not follow the one before it")
			return
		}
		if s.damage = s.frame(body, sum, end, at, spaces); s.damage != nil {
			return
		}
		end, s.last = s.end(), sum
		at += frame.Head + len(body)
	}
	if at < len(b) {
		s.damage = s.bad(at, "something follows its end")
	}
}

func (s *segment) frame(body []byte, sum uint32, after time.Time, at int, spaces map[string]kv.Space) *DamagedError {
	switch body[0] {
	case frame.Batch:
		sets, err := frame.ReadBatch(body, spaces)
		if err == nil && !sets[0].Prev.Equal(after) {
			err = frame.ErrBody
		}
		if err != nil {
			return s.bad(at, err.Error())
		}
		s.frames = append(s.frames, commit{sets, sum})
	case letterEnd:
		if n, size := binary.Uvarint(body[1:]); size <= 0 || n != uint64(len(s.frames)) {
			return s.bad(at, "its end counts other frames")
		}
		s.finished = true
	default:
		return s.bad(at, fmt.Sprintf("a frame of kind %q", body[0]))
	}
	return nil
}

func (s *segment) bad(at int, reason string) *DamagedError {
	return &DamagedError{filepath.Base(s.path), int64(at), reason}
}

// follows tells whether a whole frame comes anywhere behind a place: what is there
// is then no torn end.
func follows(b []byte, at int) bool {
	for at+1 < len(b) {
		next := bytes.Index(b[at+1:], []byte(frame.Magic))
		if next < 0 {
			return false
		}
		at += 1 + next
		if _, _, _, ok := frame.Unseal(b[at:]); ok {
			return true
		}
	}
	return false
}
