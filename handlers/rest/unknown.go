package rest

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"marquee/app"
)

const (
	// ignoredHeader names the parameters of the query that the operation does not have.
	ignoredHeader = "X-Ignored-Parameters"
	// maxIgnored is how many of them are named.
	maxIgnored = 20
)

// unknown are the parameters of a query that the route does not read, in the order of their
// names. loose: the query may have fields of the body, too.
func (rt *Route) unknown(q url.Values, loose bool) []string {
	var out []string
	for given := range q {
		name, _, _ := strings.Cut(given, "[")
		if !rt.reads(name, loose) && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out[:min(len(out), maxIgnored)]
}

// reads tells whether the route has a parameter of the name.
func (rt *Route) reads(name string, loose bool) bool {
	switch name {
	case "offset", "page", "limit":
		if rt.in.paging != nil {
			return true
		}
	case "only", "except":
		if rt.Fields {
			return true
		}
	}
	return slices.ContainsFunc(rt.in.fields, func(in *input) bool {
		return in.name == name && (in.source == fromQuery || loose && in.source == fromBody)
	})
}

// tellIgnored names unknown parameters in a header, so that a filter that does not exist is
// not taken for one that found everything. Who prefers strict handling (RFC 7240) is refused.
func (x *exchange) tellIgnored(rt *Route, q url.Values, loose bool) error {
	unknown := rt.unknown(q, loose)
	if rt.Fields && x.api.names != nil {
		unknown = append(unknown, x.api.strangers(q)...)
		slices.Sort(unknown)
		unknown = slices.Compact(unknown)
		unknown = unknown[:min(len(unknown), maxIgnored)]
	}
	if len(unknown) == 0 {
		return nil
	}
	if strict(x.r.Header) {
		var p app.Problems
		for _, name := range unknown {
			p.Add(name, "is not a parameter of this operation")
		}
		return p.Err()
	}
	named := make([]string, len(unknown))
	for i, name := range unknown {
		named[i] = url.QueryEscape(name)
	}
	x.w.Header().Set(ignoredHeader, strings.Join(named, ", "))
	return nil
}

// strict tells whether a client prefers a refusal to a guess.
func strict(h http.Header) bool {
	for _, line := range h.Values("Prefer") {
		for preference := range strings.SplitSeq(line, ",") {
			if strings.EqualFold(strings.TrimSpace(preference), "handling=strict") {
				return true
			}
		}
	}
	return false
}
