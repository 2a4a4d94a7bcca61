package wire

import (
	"net/url"

	"marquee/handlers/rest"
)

// CursorIn is the cursor of a list that has one.
type CursorIn struct {
	Cursor string `query:"cursor" maxlen:"9000" doc:"Goes on behind the page that this cursor came from; it beats offset and page. It carries the filters it was made with and goes on alone; a filter sent beside it must agree."`
}

// CursorDoc says what the lists with cursors have in common.
const CursorDoc = "The total is exact, and pages are full; of a search that names more than 10,000 rows the total is a lower bound."

// CursorLinks builds the links of a page that may go on by cursor: behind a cursor, and
// where offsets do not reach or, in a change feed, would lose changes.
func (in CursorIn) CursorLinks(p rest.Page, total int64, cursor string, more, feed bool) rest.Links {
	l := p.Links(total)
	if in.Cursor != "" {
		l = rest.Links{Self: l.Self}
	}
	if more && (feed || l.Next == nil) && l.Self != nil {
		l.Next = withCursor(*l.Self, cursor)
	}
	return l
}

// withCursor is an address of a list that goes on at a cursor.
func withCursor(self, cursor string) *string {
	u, err := url.Parse(self)
	if err != nil {
		return nil
	}
	q := u.Query()
	for _, place := range []string{"offset", "page", "lastUpdated"} {
		q.Del(place)
	}
	q.Set("cursor", cursor)
	u.RawQuery = q.Encode()
	s := u.String()
	return &s
}
