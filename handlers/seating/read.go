package seating

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/app/seating"
)

// maxProblems is how many mistakes are told at once.
const maxProblems = 100

// errTooMany ends the reading of a plan that has more of something than any plan has: what
// is small in a request may be large in memory.
var errTooMany = errors.New("too many entries")

// errNoJSON is what is told of text that is no JSON at all.
var errNoJSON = app.Msg("is not valid JSON")

// reader reads JSON strictly: a field that nobody knows, one that is there twice, and a
// value of another type are mistakes, told with their path.
type reader struct {
	d    *json.Decoder
	path []string
	p    app.Problems
	err  error
	// entries are those of all lists so far.
	entries int
}

func newReader(b []byte, prefix string) *reader {
	r := &reader{d: json.NewDecoder(bytes.NewReader(b))}
	r.d.UseNumber()
	if prefix != "" {
		r.path = append(r.path, prefix)
	}
	return r
}

func (r *reader) push(name string) { r.path = append(r.path, name) }
func (r *reader) pop()             { r.path = r.path[:len(r.path)-1] }

func (r *reader) fail(format string, args ...any) {
	if len(r.p) < maxProblems {
		r.p.Add(strings.Join(r.path, "."), format, args...)
	}
}

// next is the next token; nil after an error, and for null.
func (r *reader) next() json.Token {
	if r.err != nil {
		return nil
	}
	t, err := r.d.Token()
	if err != nil {
		r.err = err
		return nil
	}
	return t
}

func (r *reader) more() bool { return r.err == nil && r.d.More() }

// wrong notes a value of another type, and passes over the rest of it. Null is as good as
// absent.
func (r *reader) wrong(t json.Token, must string) {
	if t == nil {
		return
	}
	r.fail(must)
	d, ok := t.(json.Delim)
	if !ok {
		return
	}
	for depth := 1; (d == '{' || d == '[') && depth > 0 && r.err == nil; {
		switch r.next() {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
	}
}

// object reads the members of an object. member tells whether it knows a name, and has
// read the value then.
func (r *reader) object(member func(name string) bool) {
	t := r.next()
	if t != json.Delim('{') {
		r.wrong(t, "must be an object")
		return
	}
	var seen []string
	for r.more() {
		name, _ := r.next().(string)
		r.push(name)
		for _, s := range seen {
			if s == name {
				r.fail("is there twice")
			}
		}
		if seen = append(seen, name); !member(name) {
			r.fail("is not known")
			r.skip()
		}
		r.pop()
		if len(seen) > maxMembers {
			r.err = errors.New("too many members")
		}
	}
	r.next()
}

// maxMembers is how many members an object has at most, known ones and others.
const maxMembers = 100

func (r *reader) skip() {
	if r.err != nil {
		return
	}
	var raw json.RawMessage
	r.err = r.d.Decode(&raw)
}

// list reads the entries of a list.
func (r *reader) list(entry func()) {
	t := r.next()
	if t != json.Delim('[') {
		r.wrong(t, "must be a list")
		return
	}
	for i := 0; r.more(); i++ {
		if r.entries++; i == seating.MaxSpaces || r.entries > maxEntries {
			r.fail("must not have more than %d entries", i)
			r.err = errTooMany
			return
		}
		r.push(strconv.Itoa(i))
		entry()
		r.pop()
	}
	r.next()
}

func (r *reader) text(to *string) bool {
	t := r.next()
	s, ok := t.(string)
	if !ok {
		r.wrong(t, "must be a text")
	}
	*to = s
	return true
}

func (r *reader) texts(to *[]string) bool {
	r.list(func() {
		var s string
		r.text(&s)
		*to = append(*to, s)
	})
	return true
}

func (r *reader) number(to *float64) bool {
	t := r.next()
	n, ok := t.(json.Number)
	f, err := n.Float64()
	if !ok || err != nil {
		r.wrong(t, "must be a number")
		return true
	}
	*to = f
	return true
}

func (r *reader) whole(to *int64) bool {
	t := r.next()
	n, ok := t.(json.Number)
	i, err := n.Int64()
	if !ok || err != nil {
		r.wrong(t, "must be an integer")
		return true
	}
	*to = i
	return true
}

func (r *reader) flag(to *bool) bool {
	t := r.next()
	b, ok := t.(bool)
	if !ok {
		r.wrong(t, "must be true or false")
	}
	*to = b
	return true
}

// end gives all mistakes; there is nothing behind the document.
func (r *reader) end() error {
	if r.err == nil {
		if _, err := r.d.Token(); err != io.EOF {
			r.err = errors.New("something follows")
		}
	}
	if r.err != nil && r.err != errTooMany {
		return &app.Error{Kind: app.Invalid, Message: app.Msg("The given data was invalid."), Fields: []app.FieldError{
			{Field: strings.Join(r.path, "."), Message: errNoJSON},
		}}
	}
	return r.p.Err()
}
