package rest

import (
	"maps"
	"net/http"
	"strconv"
)

// Drawing is an answer in memory. It is drawn like an answer to a client, but nothing of it
// leaves before it is whole: whoever draws cannot wait for whoever reads.
type Drawing struct {
	header http.Header
	// frozen are the headers as they were when the answer began.
	frozen http.Header
	status int
	body   []byte
}

func newDrawing() *Drawing { return &Drawing{header: http.Header{}} }

// Header is what the answer begins with.
func (d *Drawing) Header() http.Header { return d.header }

// WriteHeader begins the answer. What is said after that counts no more.
func (d *Drawing) WriteHeader(status int) {
	if d.status == 0 {
		d.status, d.frozen = status, d.header.Clone()
	}
}

// Write adds a copy to the body.
func (d *Drawing) Write(b []byte) (int, error) {
	d.WriteHeader(http.StatusOK)
	d.body = append(d.body, b...)
	return len(b), nil
}

// Take makes b the body. Nobody may change it any more; many answers may have the same.
func (d *Drawing) Take(b []byte) {
	d.WriteHeader(http.StatusOK)
	d.body = b[:len(b):len(b)]
}

// Again forgets everything that was drawn.
func (d *Drawing) Again() { *d = *newDrawing() }

// send passes the answer on to the client.
func (d *Drawing) send(w http.ResponseWriter) {
	d.WriteHeader(http.StatusOK)
	maps.Copy(w.Header(), d.frozen)
	if len(d.body) > 0 {
		w.Header().Set("Content-Length", strconv.Itoa(len(d.body)))
	}
	w.WriteHeader(d.status)
	if len(d.body) > 0 {
		_, _ = w.Write(d.body)
	}
}

// Put answers with a body that nobody changes any more.
func Put(w http.ResponseWriter, b []byte) {
	if d, ok := w.(*Drawing); ok {
		d.Take(b)
		return
	}
	_, _ = w.Write(b)
}
