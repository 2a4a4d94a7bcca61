package async

import (
	"bytes"
	"fmt"
	"strings"

	"marquee/app"
	"marquee/indexes"
)

// Looked is how far a look through what is kept has come: behind a request, and behind so many
// parts of the answer to the one that comes next.
type Looked struct {
	Behind indexes.Position
	// CallID is the request whose answer was begun, 0: none was.
	CallID, Parts int64
}

// String is the text that ParseLooked reads.
func (at Looked) String() string { return fmt.Sprintf("%s %d %d", at.Behind, at.CallID, at.Parts) }

// ParseLooked reads how far a look has come; an empty text is its beginning.
func ParseLooked(text string) (at Looked, err error) {
	position, rest, begun := strings.Cut(text, " ")
	if at.Behind, err = indexes.ParsePosition(position); err == nil && begun {
		_, err = fmt.Sscanf(rest, "%d %d", &at.CallID, &at.Parts)
	}
	return at, err
}

// ForgetAbout forgets answers of a company in which one of some texts stands, in whatever case.
// It looks at so many bytes, goes on where it was, and tells whether there may be more. An answer
// that is being made is not stored: a read is made anew, and of a change no more is kept than the
// status.
func ForgetAbout(tx app.Tx, from Looked, texts []string) (at Looked, more bool, err error) {
	l := look{tx: tx, left: lookBytes}
	for _, text := range texts {
		l.texts = append(l.texts, bytes.ToLower([]byte(text)))
	}
	for at = from; l.left > 0; {
		next, found, err := after(tx, at.Behind)
		if err != nil || !found {
			return at, false, err
		}
		if at.CallID != next.ID {
			at.CallID, at.Parts = next.ID, 0
		}
		if at.Parts, err = l.through(next.ID, at.Parts); err != nil {
			return at, false, err
		}
		if at.Parts == wholly {
			at = Looked{Behind: next.At}
		}
	}
	return at, true, nil
}

// after is the request that comes behind a position.
func after(r app.Reader, at indexes.Position) (next indexes.Entry[int64], found bool, err error) {
	for e, err := range callByCompany.Keys(r, indexes.Equal(r.Company()).After(at).Limit(1)) {
		return e, err == nil, err
	}
	return next, false, nil
}

// wholly is instead of a part where there is no further one.
const wholly = -1

// look goes through answers, as long as there are bytes left to look at.
type look struct {
	tx    app.Tx
	texts [][]byte // in small letters
	left  int
}

// through looks at an answer from a part on, and forgets it where a text stands in it. It gives
// the part to go on with.
func (l *look) through(id, from int64) (next int64, err error) {
	l.left -= lookLeast
	c, err := calls.Get(l.tx, id)
	if err == nil && c.State != done && !c.Outdated {
		_, err = calls.Update(l.tx, id, func(c *call) error { c.Outdated = true; return nil })
	}
	if err != nil || c.State != done {
		return wholly, missing(err)
	}
	piece := []byte(c.Request.Path)
	for _, h := range c.Header {
		piece = append(append(piece, '\n'), h.Value...)
	}
	for n := max(0, from-1); ; n++ { // from the part before, whose end a text may begin in
		if l.tells(piece) {
			return wholly, forget(l.tx, id)
		}
		switch {
		case n == c.Parts:
			return wholly, nil
		case l.left <= 0:
			return n, nil
		}
		p, _, err := parts.Find(l.tx, partKey{A: id, B: n})
		if err != nil {
			return 0, err
		}
		l.left -= len(p.Bytes)
		piece = append(bytes.Clone(piece[max(0, len(piece)-longestText):]), p.Bytes...)
	}
}

// tells tells whether one of the texts stands in a piece.
func (l *look) tells(piece []byte) bool {
	piece = bytes.ToLower(piece)
	for _, text := range l.texts {
		if bytes.Contains(piece, text) {
			return true
		}
	}
	return false
}
