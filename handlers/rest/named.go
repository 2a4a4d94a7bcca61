package rest

import (
	"net/url"
	"reflect"
	"strings"
)

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

// strangers are the resources that a query names in only and except and that the API does not
// have, as only.name: nothing is filtered by them.
func (api *API) strangers(q url.Values) (out []string) {
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
