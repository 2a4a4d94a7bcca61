package rest

import (
	"net/http"
	"net/url"
	"reflect"

	"marquee/app"
)

// queryOf parses the query string; one that cannot be parsed is refused whole.
func queryOf(r *http.Request) (url.Values, error) {
	if r.URL.RawQuery == "" {
		return nil, nil
	}
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, app.Refuse(app.Malformed, "The query string cannot be read.")
	}
	if len(q) > maxQuery {
		return nil, app.Refuse(app.Malformed, "The query string has more than %d parameters.", maxQuery)
	}
	return q, nil
}

// included is what an input asked for in its Include field.
func (s *shape) included(v reflect.Value) Include {
	for _, in := range s.fields {
		if in.shape.kind == kindInclude {
			return v.FieldByIndex(in.index).Interface().(Include)
		}
	}
	return nil
}
