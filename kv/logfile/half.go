package logfile

import (
	"encoding/json"
	"errors"
	"os"
	"time"

	"marquee/kv/frame"
)

const (
	product      = "marquee"
	form         = 2
	intro        = "marquee log 1\n"
	letterHeader = 'H'

	// keptFrame is the largest buffer for a frame that is kept for the next.
	keptFrame = 1 << 20
	// step is how much is written at once when a file is made.
	step = 1 << 20
)

// Header stands in front of both files.
type Header struct {
	Product string `json:"product"`
	Form    int    `json:"form"`   // of the files, 1
	Store   string `json:"store"`  // the id of the store
	Number  int    `json:"number"` // of the turn, from 1
	// Start is the last commit before the first frame.
	Start time.Time `json:"start"`
	// Size is how long the file is at least: a shorter one was cut off. Zero in form 1.
	Size int64 `json:"size"`
	// Salt stands behind every frame. It is random, so nothing that somebody has stored can be
	// taken for a frame. Empty in form 1.
	Salt []byte `json:"salt"`
}

// saltBytes is the length of a salt.
const saltBytes = 8

// header gives the front of a file, and the checksum that the next frame is chained to.
func header(h Header, chain uint32) (b []byte, sum uint32, err error) {
	text, err := json.Marshal(h)
	if err != nil {
		return nil, 0, err
	}
	head := append(frame.Start(nil, letterHeader), text...)
	sum = frame.Seal(head, chain)
	return append([]byte(intro), head...), sum, nil
}

// half is one of the two files.
type half struct {
	file *os.File
	end  int64     // of its last frame
	last time.Time // the last commit in it
}

// create makes a file full of zeros.
func create(path string, size int64) (*half, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	zeros := make([]byte, min(size, step))
	for at := int64(0); at < size && err == nil; at += int64(len(zeros)) {
		_, err = f.WriteAt(zeros[:min(int64(len(zeros)), size-at)], at)
	}
	if err == nil {
		err = f.Sync()
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &half{file: f}, nil
}

// fits tells whether a frame has room behind the last one. The first one of a file may make it
// longer.
func (h *half) fits(n int, size int64) bool { return h.end+int64(n) <= size || h.empty() }

// empty tells whether nothing but a header is there.
func (h *half) empty() bool { return h.end <= maxHeader }

// maxHeader is more than a header takes.
const maxHeader = 512

// begin writes over what is in the file. What one large commit made longer than the size is cut
// off when the header is durable: until then it belongs to what the header before says.
func (h *half) begin(head []byte, last time.Time, size int64, sync func(*os.File) error) error {
	front := make([]byte, maxHeader)
	copy(front, head)
	h.end = 0
	if err := h.write(front, last, sync); err != nil {
		return err
	}
	info, err := h.file.Stat()
	if err == nil && info.Size() > size {
		err = h.file.Truncate(size)
	}
	return err
}

// write writes behind the end.
func (h *half) write(b []byte, last time.Time, sync func(*os.File) error) error {
	if _, err := h.file.WriteAt(b, h.end); err != nil {
		return err
	}
	if err := sync(h.file); err != nil {
		return err
	}
	h.end, h.last = h.end+int64(len(b)), last
	return nil
}
