package rest

import (
	"math"
	"net/url"
	"strconv"
	"strings"
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
	Total int64 `json:"total"`
}

// Links builds the links of a list of so many rows in all.
func (p Page) Links(total int64) Links {
	if p.url == nil || p.Limit <= 0 {
		return Links{}
	}
	last := int64(0)
	if total > 0 {
		last = (total - 1) / p.Limit * p.Limit
	}
	l := Links{First: p.link(0), Last: p.link(last), Self: p.self()}
	if p.Offset > 0 {
		l.Prev = p.link(min(max(p.Offset-p.Limit, 0), last))
	}
	if p.Offset < total && total-p.Offset > p.Limit {
		l.Next = p.link(p.Offset + p.Limit)
	}
	return l
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
