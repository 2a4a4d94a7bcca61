package rest

import (
	"strings"
	"testing"

	"github.com/matryer/is"
)

func TestUnknownParametersAreNamed(t *testing.T) {
	api := demoAPI(t)
	for _, c := range []struct {
		name, method, target, body string
		ignored                    string
	}{
		{"everything is known", "GET", "/v1/demos?query=a&include=companies&offset=3&page=1&limit=2&only=demos.name&except=x.y&withTrashed=true", "", ""},
		{"a list is known in each spelling", "GET", "/v1/demos?include[]=companies&include[0]=companies", "", ""},
		{"a filter that is not there", "GET", "/v1/demos?status=expired&query=a", "", "status"},
		{"several are named once each, in order", "GET", "/v1/demos?z=1&b[]=1&b[1]=2&a=", "", "a, b, z"},
		{"a part of a parameter that has no parts", "GET", "/v1/demos?only[demos]=name&include[x]=companies&query=a", "", "include%5Bx%5D, only%5Bdemos%5D"},
		{"a name cannot make another header", "GET", "/v1/demos?a%0d%0aSet-Cookie:%20x=1", "", "a%0D%0ASet-Cookie%3A+x"},
		{"fields of a body are none of the query", "POST", "/v1/demos?name=a", `{"name":"a"}`, "name"},
		{"resources that no answer has", "GET", "/v1/demos?only=demos.name,nope.name,plain&except=companies.name,gone.x", "", "except.gone, only.nope, only.plain"},
		{"but of a deletion", "DELETE", "/v1/demos?name=a", ``, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			w := call(api, c.method, c.target, c.body)
			is.True(w.Code < 300)
			is.Equal(w.Header().Get(ignoredHeader), c.ignored)

			w = call(api, c.method, c.target, c.body, "Prefer", "respond-async, Handling=Strict")
			is.Equal(w.Code == 422, c.ignored != "")
			is.Equal(strings.Count(w.Body.String(), "is not a parameter of this operation"), len(strings.FieldsFunc(c.ignored, func(r rune) bool { return r == ',' })))
		})
	}
}
