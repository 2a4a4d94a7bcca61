package rest

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"slices"
	"sync/atomic"

	"marquee/app"
)

// bodyBudget is the memory for the bodies that are being read, beyond the first
// bytes of each: whoever sends large bodies and never ends them takes it from other
// large bodies, and not from scans and log-ins.
type bodyBudget struct{ used atomic.Int64 }

// take reserves so many bytes, if they are there.
func (b *bodyBudget) take(n int64) bool {
	if b.used.Add(n) <= bodyMemory {
		return true
	}
	b.used.Add(-n)
	return false
}

func (b *bodyBudget) give(n int64) { b.used.Add(-n) }

// body reads the body of a request, at most what its route takes. GET has no body
// worth reading.
func (x *exchange) body(rt *Route) ([]byte, error) {
	if x.r.Method == http.MethodGet || x.r.ContentLength == 0 {
		return nil, nil
	}
	most := rt.bodyLimit()
	if x.r.ContentLength > most {
		return nil, tooLarge(most)
	}
	b, err := x.readAll(http.MaxBytesReader(x.w, x.r.Body, most), most)
	var refusal *app.Error
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &refusal):
		return nil, refusal
	case errors.As(err, &large):
		return nil, tooLarge(most)
	case err != nil:
		return nil, app.Refuse(app.Malformed, "The request body could not be read.")
	}
	return b, nil
}

func tooLarge(most int64) *app.Error {
	return app.Refuse(app.TooLarge, "The request body is larger than %d bytes.", most)
}

// readAll reads to the end. The buffer grows with what has come: a length is only
// a claim.
func (x *exchange) readAll(r io.Reader, most int64) ([]byte, error) {
	first := int64(firstBody)
	if claimed := x.r.ContentLength; claimed > 0 {
		first = min(first, claimed+1) // one byte more, to see the end
	}
	b := make([]byte, 0, first)
	for {
		if len(b) == cap(b) {
			grown, err := x.grow(b, most)
			if err != nil {
				return nil, err
			}
			b = grown
		}
		n, err := r.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		if err == io.EOF {
			return b, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// grow doubles the buffer of a body, out of the budget.
func (x *exchange) grow(b []byte, most int64) ([]byte, error) {
	size := min(2*int64(cap(b)), most+1)
	if !x.api.bodies.take(size) {
		e := app.Refuse(app.TooMany, "Too many large requests are being read. Please try again.")
		e.RetryAfter = 1
		return nil, e
	}
	grown := append(make([]byte, 0, size), b...)
	x.api.bodies.give(x.reserved)
	x.reserved = size
	return grown, nil
}

// forget gives back what the body took of the budget.
func (x *exchange) forget() {
	x.api.bodies.give(x.reserved)
	x.reserved = 0
}

// asObject makes an object of a body that is a list, where the route takes that: the
// contract has operations whose body is a bare list.
func (r Route) asObject(body []byte) []byte {
	if r.BareList == "" || !bytes.HasPrefix(body[skipSpace(body, 0):], []byte("[")) {
		return body
	}
	return slices.Concat([]byte(`{"`+r.BareList+`":`), body, []byte("}"))
}
