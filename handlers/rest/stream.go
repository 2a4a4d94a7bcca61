package rest

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strconv"
	"time"

	"marquee/app"
)

// Stream is an answer that is too long to hold: it is written piece by piece while it comes
// about, in a form of its own.
type Stream struct {
	ContentType string
	// Filename is what a browser keeps it under.
	Filename string
	// Write writes it. What it refuses before a piece was sent is an ordinary refusal;
	// after that the connection is cut, so that nobody takes a part for the whole.
	Write func(ctx context.Context, w io.Writer) error
}

const (
	// streamPiece is how much of a stream is sent at once, in bytes.
	streamPiece = 64 << 10
	// streamPause is how long one piece may take to reach its reader, and how long a stream
	// may have waited for its reader in all. Each streamRate bytes add a second to it.
	streamPause = 30 * time.Second
	streamRate  = 16 << 10
)

// stream writes a streamed answer. It is nobody's turn meanwhile: whoever writes it bounds
// how many are written.
func (x *exchange) stream(rt *Route, s Stream) error {
	x.done()
	out := bufio.NewWriterSize(&pieces{x: x, rt: rt, of: s}, streamPiece)
	err := s.Write(x.r.Context(), out)
	if err == nil {
		err = out.Flush()
	}
	switch {
	case err == nil && x.status == 0:
		x.beginStream(s)
		return nil
	case err == nil || x.status == 0:
		return err
	case !x.clientGone(err) && app.KindOf(err) == 0:
		x.api.Log.Error("a stream was cut off", "route", x.route, "id", x.id, "error", err)
	}
	panic(http.ErrAbortHandler)
}

// pieces are what is sent of a stream.
type pieces struct {
	x  *exchange
	rt *Route
	of Stream
	// waited is how long the reader let the stream wait.
	waited time.Duration
}

// allowance is how much longer the stream waits for its reader.
func allowance(sent int, waited time.Duration) time.Duration {
	return min(streamPause, streamPause+time.Duration(sent)*time.Second/streamRate-waited)
}

func (p *pieces) Write(b []byte) (int, error) {
	if err := p.x.still(p.rt); err != nil {
		return 0, err
	}
	if p.x.status == 0 {
		p.x.beginStream(p.of)
	}
	began := time.Now()
	_ = http.NewResponseController(p.x.w).SetWriteDeadline(began.Add(allowance(p.x.size, p.waited))) // some writers of tests have none
	n, err := p.x.w.Write(b)
	p.waited += time.Since(began)
	p.x.size += n
	return n, err
}

// still asks before each piece of a stream who reads it: the file was begun for what the
// caller could then, and may be read for hours. Whoever was suspended since, has an ended token
// or a blocked device, or may do or see something else by now, gets no more of it.
func (x *exchange) still(rt *Route) error {
	if x.caller == nil || x.alone {
		return nil
	}
	cr, err := credentials(x.r)
	if err != nil {
		return err
	}
	cr.CompanyID, cr.Locale = &x.caller.CompanyID, x.lang.name
	c, err := x.api.Authenticate(x.r.Context(), cr)
	if err != nil {
		return err
	}
	if !rt.may(c) || c.Rights() != x.caller.Rights() {
		return forbidden()
	}
	return nil
}

func (x *exchange) beginStream(s Stream) {
	x.w.Header().Set("X-Runtime", strconv.FormatFloat(time.Since(x.start).Seconds(), 'f', 6, 64))
	x.w.Header().Set("Content-Type", s.ContentType)
	x.w.Header().Set("Content-Disposition", `attachment; filename="`+s.Filename+`"`)
	x.status = http.StatusOK
	x.w.WriteHeader(x.status)
}
