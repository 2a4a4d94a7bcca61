package rest

import (
	"math"
	"net/url"
	"strconv"
	"strings"

	"marquee/app/list"
)

// Page is the embedded paging input of a list. Offset beats page; a limit over
// the maximum is cut down to it.
type Page struct {
	// Offset is how many rows to skip, whichever way the caller asked.
	Offset int64
	// Limit is how many rows to return at most; never 0.
	Limit int64

	byPage bool
	url    *url.URL
	origin origin
}

// Links of a list: whole URLs, null when absent; the query string is preserved.
type Links struct {
	First *string `json:"first"`
	Last  *string `json:"last"`
	Prev  *string `json:"prev"`
	Next  *string `json:"next"`
	Self  *string `json:"self"`
}

// Meta of a list.
type Meta struct {
	Total   int64     `json:"total"`
	AtLeast Opt[bool] `json:"totalIsLowerBound" doc:"True: there may be more than total. Left out when it is exact."`
}

// MetaOf is the meta of a list.
func MetaOf(l list.Info) Meta {
	return Meta{l.Total, Opt[bool]{Set: l.TotalIsLowerBound, Value: true}}
}

// Links builds the links of a page. Behind a cursor only the next page is known. A
// page goes on by offset, but by cursor where an offset would not reach or, in a list
// of changes, would lose some. Of a list that was not counted to its end nobody knows
// the last page.
func (p Page) Links(l list.Info) Links {
	if p.url == nil || p.Limit <= 0 {
		return Links{}
	}
	links := Links{Self: p.self()}
	if !l.Resumed {
		p.places(&links, l)
	}
	if l.HasMore && l.Cursor != "" && (l.Feed || links.Next == nil) {
		links.Next = p.withCursor(l.Cursor)
	}
	return links
}

// places are the links to other offsets.
func (p Page) places(links *Links, l list.Info) {
	last := int64(0)
	if l.Total > 0 {
		last = (l.Total - 1) / p.Limit * p.Limit
	}
	links.First = p.link(0)
	if !l.TotalIsLowerBound {
		links.Last = p.link(last)
	}
	if p.Offset > 0 {
		links.Prev = p.link(min(max(p.Offset-p.Limit, 0), last))
	}
	if p.Offset < l.Total && l.Total-p.Offset > p.Limit {
		links.Next = p.link(p.Offset + p.Limit)
	}
}

// withCursor is the request's own address behind a cursor, which carries the place and
// the filters.
func (p Page) withCursor(cursor string) *string {
	q := p.url.Query()
	for _, place := range []string{"offset", "page", "lastUpdated", "startTime"} {
		q.Del(place)
	}
	q.Set("cursor", cursor)
	s := p.origin.String() + p.url.EscapedPath() + "?" + q.Encode()
	return &s
}

// self is the request's own address, as it came if that is safe to repeat.
func (p Page) self() *string {
	s := p.url.RequestURI()
	if strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' }) {
		s = p.url.EscapedPath() + "?" + p.url.Query().Encode()
	}
	s = p.origin.String() + s
	return &s
}

// link is the request's own address at another offset.
func (p Page) link(offset int64) *string {
	q := p.url.Query()
	q.Set("limit", strconv.FormatInt(p.Limit, 10))
	if p.byPage {
		q.Set("page", strconv.FormatInt(offset/p.Limit+1, 10))
	} else {
		q.Del("page")
		q.Set("offset", strconv.FormatInt(offset, 10))
	}
	s := p.origin.String() + p.url.EscapedPath() + "?" + q.Encode()
	return &s
}

// resolve fills the page from what was asked, nil where nothing was.
func (p *Page) resolve(offset, page, limit *int64, maximum int64) {
	p.Limit = maximum
	if limit != nil {
		p.Limit = min(*limit, maximum)
	}
	switch {
	case offset != nil:
		p.Offset = min(*offset, farthest)
	case page != nil:
		p.byPage = true
		p.Offset = farthest
		if *page-1 <= farthest/p.Limit {
			p.Offset = (*page - 1) * p.Limit
		}
	}
}

// farthest is the largest offset; no list is as long, and adding a limit to it
// stays in range.
const farthest = math.MaxInt64 / 2
