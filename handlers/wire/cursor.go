package wire

import (
	"net/url"

	"marquee/handlers/rest"
)

// CursorIn is the cursor of a list that has one.
type CursorIn struct {
	Cursor string `query:"cursor" maxlen:"2000" doc:"Goes on behind the page that this cursor came from; it beats offset and page. It belongs to the filters it was made with."`
}

// CursorDoc says what the lists with cursors have in common.
const CursorDoc = "A list whose filters no index answers looks at a bounded number of rows per request: then the page may hold " +
	"fewer rows than its limit while links.next goes on, and total says how many are known so far. It is exact otherwise."

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
