package rest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"

	"marquee/app"
	"marquee/app/admission"
)

// reading is the body of a request while it is read and used, and what it has of the budget.
type reading struct {
	budget   *admission.Class
	key      admission.Key // whose part of it
	reserved *admission.Place
}

// body reads the body of a request, at most what its route takes. GET has no body
// worth reading.
func (x *exchange) body(rt *Route) ([]byte, error) {
	if x.r.Method == http.MethodGet {
		return nil, nil
	}
	x.key = shareOf(x.caller, x.r)
	return x.reading.read(x.w, x.r, rt.bodyLimit())
}

// read reads a body of at most so many bytes.
func (b *reading) read(w http.ResponseWriter, r *http.Request, most int64) ([]byte, error) {
	if r.ContentLength == 0 {
		return nil, nil
	}
	if r.ContentLength > most {
		return nil, tooLarge(most)
	}
	all, err := b.toEnd(http.MaxBytesReader(w, r.Body, most), r.ContentLength, most)
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
	return all, nil
}

func tooLarge(most int64) *app.Error {
	return app.Refuse(app.TooLarge, "The request body is larger than %d bytes.", most)
}

// toEnd reads to the end. The buffer grows with what has come: a length is only
// a claim.
func (b *reading) toEnd(r io.Reader, claimed, most int64) ([]byte, error) {
	first := int64(firstBody)
	if claimed > 0 {
		first = min(first, claimed+1) // one byte more, to see the end
	}
	all := make([]byte, 0, first)
	for {
		if len(all) == cap(all) {
			grown, err := b.grow(all, most)
			if err != nil {
				return nil, err
			}
			all = grown
		}
		n, err := r.Read(all[len(all):cap(all)])
		all = all[:len(all)+n]
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// grow doubles the buffer of a body, out of the budget.
func (b *reading) grow(all []byte, most int64) ([]byte, error) {
	size := min(2*int64(cap(all)), most+1)
	reserved, err := b.budget.Enter(context.Background(), admission.Ask{Key: b.key, Weight: size})
	if err != nil {
		return nil, soon(app.Refuse(app.TooMany, "Too many large requests are being read. Please try again."))
	}
	grown := append(make([]byte, 0, size), all...)
	b.forget()
	b.reserved = reserved
	return grown, nil
}

// forget gives back what the body took of the budget.
func (b *reading) forget() {
	b.reserved.Leave()
	b.reserved = nil
}

// asObject makes an object of a body that is a list, where the route takes that: the
// contract has operations whose body is a bare list.
func (r Route) asObject(body []byte) []byte {
	if r.BareList == "" || !bytes.HasPrefix(body[skipSpace(body, 0):], []byte("[")) {
		return body
	}
	return slices.Concat([]byte(`{"`+r.BareList+`":`), body, []byte("}"))
}
