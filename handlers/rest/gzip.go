package rest

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// compressors are those that rest, by their level: each takes most of a megabyte.
var compressors [gzip.BestCompression + 1]sync.Pool

// Gzipped compresses, and gives nil where that does not help.
func Gzipped(plain []byte, level int) []byte {
	var out bytes.Buffer
	w, known := compressors[level].Get().(*gzip.Writer)
	if known {
		w.Reset(&out)
	} else {
		var err error
		if w, err = gzip.NewWriterLevel(&out, level); err != nil {
			return nil
		}
	}
	_, err := w.Write(plain)
	if err == nil {
		err = w.Close()
	}
	compressors[level].Put(w)
	if err != nil || out.Len() >= len(plain) {
		return nil
	}
	return out.Bytes()
}

// Takes tells whether a browser names a way of packing among what it takes.
func Takes(r *http.Request, packing string) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, q, _ := strings.Cut(strings.TrimSpace(part), ";")
		if name == packing && strings.ReplaceAll(q, " ", "") != "q=0" {
			return true
		}
	}
	return false
}

// Fixed is a document that is the same for everybody. It is compressed once, when it is first
// taken so.
type Fixed struct {
	kind   string
	plain  []byte
	packed func() []byte
}

// NewFixed makes one of some type.
func NewFixed(kind string, plain []byte) *Fixed {
	return &Fixed{kind, plain, sync.OnceValue(func() []byte { return Gzipped(plain, gzip.BestCompression) })}
}

// Pack compresses it now.
func (f *Fixed) Pack() { f.packed() }

func (f *Fixed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h, body := w.Header(), f.plain
	h.Set("Content-Type", f.kind)
	h.Set("Vary", "Accept-Encoding")
	if Takes(r, "gzip") {
		if small := f.packed(); small != nil {
			body = small
			h.Set("Content-Encoding", "gzip")
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method != http.MethodHead {
		Put(w, body)
	}
}
