package rest

import (
	"net/url"
	"slices"
	"strings"

	"marquee/app"
)

// Filter is what only and except ask for, by resource. The zero
// value keeps everything.
type Filter struct {
	only, except map[string]map[string]bool
}

// ParseFilter reads the parameters only and except. Naming a resource in both is
// refused; unknown names mean nothing.
func ParseFilter(only, except string) (Filter, error) {
	f := Filter{only: byResource(only), except: byResource(except)}
	var p app.Problems
	for resource := range f.only {
		if f.except[resource] != nil {
			p.Add("except", "must not name a resource that only names")
			break
		}
	}
	return f, p.Err()
}

// filterOf reads the parameters of a request.
func filterOf(q url.Values) (Filter, error) {
	only, except := strings.Join(valuesOf(q, "only"), ","), strings.Join(valuesOf(q, "except"), ",")
	if only == "" && except == "" {
		return Filter{}, nil
	}
	return ParseFilter(only, except)
}

func byResource(list string) map[string]map[string]bool {
	var out map[string]map[string]bool
	for name := range strings.SplitSeq(list, ",") {
		resource, attribute, ok := strings.Cut(strings.TrimSpace(name), ".")
		if !ok {
			continue
		}
		if out == nil {
			out = map[string]map[string]bool{}
		}
		if out[resource] == nil {
			out[resource] = map[string]bool{}
		}
		out[resource][attribute] = true
	}
	return out
}

// empty tells that nothing is filtered.
func (f *Filter) empty() bool { return f.only == nil && f.except == nil }

// touches tells whether a resource is filtered at all.
func (f *Filter) touches(resource string) bool {
	return f.only[resource] != nil || f.except[resource] != nil
}

// leads tells whether an attribute is written for the sake of what is in it: only
// names fields of its own resource, and fields of another that the attribute holds.
func (f *Filter) leads(resource string, held []string) bool {
	return f.only[resource] != nil &&
		slices.ContainsFunc(held, func(r string) bool { return r != resource && f.only[r] != nil })
}

// keeps tells whether an attribute of a resource is to be written.
func (f *Filter) keeps(resource, attribute string) bool {
	if attribute == "id" || attribute == "type" {
		return true
	}
	if only := f.only[resource]; only != nil {
		return only[attribute]
	}
	return !f.except[resource][attribute]
}
