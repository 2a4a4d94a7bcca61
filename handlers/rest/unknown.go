package rest

import (
	"net/http"
	"net/url"
	"reflect"
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
		name, place, _ := strings.Cut(given, "[")
		if key := strings.TrimSuffix(place, "]"); strings.Trim(key, "0123456789") != "" && rt.reads(name, loose) {
			name = given // a place of a list is read, but nothing by its name
		}
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
		unknown = append(unknown, x.api.unknownResources(q)...)
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

// NamesOf are the resources that only and except can name: those that say their names, and
// what stands beside others.
func NamesOf(routes []Route, more []string) map[string]bool {
	all := map[string]bool{}
	for _, name := range more {
		all[name] = true
	}
	for i := range routes {
		for _, name := range resourcesIn(routes[i].out) {
			all[name] = true
		}
		addKinds(all, routes[i].out)
	}
	return all
}

// addKinds adds what may stand beside the resources of an envelope.
func addKinds(all map[string]bool, envelope reflect.Type) {
	if envelope.Kind() != reflect.Struct {
		return
	}
	for _, k := range besideOf(envelope) {
		all[k.Type] = true
	}
}

// unknownResources are the resources that a query names in only and except and that the API does not
// have, as only.name: nothing is filtered by them.
func (api *API) unknownResources(q url.Values) (out []string) {
	for _, parameter := range []string{"only", "except"} {
		for name := range strings.SplitSeq(strings.Join(valuesOf(q, parameter), ","), ",") {
			resource, _, _ := strings.Cut(strings.TrimSpace(name), ".")
			if resource != "" && !api.names[resource] {
				out = append(out, parameter+"."+resource)
			}
		}
	}
	return out
}
