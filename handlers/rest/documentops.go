package rest

import (
	"cmp"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"marquee/app"
)

// Describe writes the API document from the declarations.
func Describe(info Info, tags []DocumentTag, routes []Route) *Document {
	c := &schemas{types: map[string]reflect.Type{}}
	d := &Document{
		OpenAPI: "3.1.0", Info: info, Tags: tags,
		Servers:  []ServerAddress{{URL: Base, Description: "This box office."}},
		Security: []map[string][]any{{"bearerToken": {}}},
	}
	for i := range routes {
		rt := &routes[i]
		for _, s := range rt.spellings() {
			item, ok := d.Paths.Get(s[1])
			if !ok {
				item = &PathItem{}
				d.Paths.Set(s[1], item)
			}
			item.Set(strings.ToLower(s[0]), c.operation(rt, s[0], s[1]))
		}
	}
	d.Components = c.components()
	return d
}

func (c *schemas) operation(rt *Route, method, path string) *Operation {
	op := &Operation{
		OperationID: cmp.Or(rt.OperationID, operationID(method, path)),
		Summary:     rt.Summary,
		Description: description(rt, method, path),
		Tags:        []string{rt.Tag},
		Deprecated:  rt.Deprecated,
		Parameters:  c.parameters(rt, method),
		RequestBody: c.body(rt, method),
		Responses:   c.responses(rt),
	}
	if rt.Allow == app.Anyone {
		op.Security = &[]map[string][]any{}
	}
	return op
}

// operationID makes getBasketItems from GET /basket-items.
func operationID(method, path string) string {
	id := []rune(strings.ToLower(method))
	upper := true
	for _, r := range path {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			upper = true
			continue
		}
		if upper {
			r = unicode.ToUpper(r)
		}
		upper = false
		id = append(id, r)
	}
	if path == "/" {
		return string(id) + "Root"
	}
	return string(id)
}

func description(rt *Route, method, path string) string {
	var parts []string
	if method != rt.Method || path != rt.Path {
		parts = append(parts, "Another spelling of "+rt.Method+" "+rt.Path+".")
	}
	if rt.Doc != "" {
		parts = append(parts, rt.Doc)
	}
	parts = append(parts, gateDoc(rt.Spec))
	return strings.Join(parts, "\n\n")
}

func gateDoc(s Spec) string {
	switch s.Allow {
	case app.Anyone:
		return "Needs no token."
	case app.Authenticated:
		return "Needs a token and no ability."
	case app.Installation:
		return "Needs a super user of the installation."
	}
	var names []string
	for _, a := range append([]app.Ability{s.Allow}, s.Or...) {
		names = append(names, "`"+string(a)+"`")
	}
	return "Needs the ability " + strings.Join(names, " or ") + "."
}

func ref[T any](kind, name string, make func(ref string) T) T {
	return make("#/components/" + kind + "/" + name)
}

// parameterRef refers to a shared parameter, whose name there is that of no schema.
func parameterRef(name string) Parameter {
	return ref("parameters", name+"Parameter", func(r string) Parameter { return Parameter{Ref: r} })
}

func (c *schemas) parameters(rt *Route, method string) []Parameter {
	var out []Parameter
	if rt.Allow != app.Anyone {
		out = append(out, parameterRef("company"))
	}
	out = append(out, parameterRef("language"), parameterRef("prefer"))
	for _, in := range rt.in.fields {
		if p, ok := c.parameter(in, method); ok {
			out = append(out, p)
		}
	}
	if rt.in.paging != nil {
		out = append(out, parameterRef("offset"), parameterRef("page"), limitParameter(rt.Limit))
	}
	if rt.Fields {
		out = append(out, parameterRef("only"), parameterRef("except"))
	}
	if rt.canBeLater() && rt.Allow != app.Anyone {
		out = append(out, parameterRef("async"), parameterRef("asyncUuid"))
	}
	return out
}

func limitParameter(limit int64) Parameter {
	one := 1.0
	return Parameter{
		Name: "limit", In: "query", Description: "Page size; at most " + strconv.FormatInt(limit, 10) + ", more is cut down to that.",
		Schema: &Schema{Type: "integer", Minimum: &one, Default: limit},
	}
}

// parameter is a field of the query or a header; body fields of a DELETE may
// come in the query too.
func (c *schemas) parameter(in *input, method string) (Parameter, bool) {
	p := Parameter{Name: in.name, In: "query", Description: in.rules.doc, Required: in.rules.required}
	switch {
	case in.source == fromHeader:
		p.In = "header"
	case in.source == fromBody && method != http.MethodDelete:
		return p, false
	case in.source == fromBody:
		p.Required = false
	}
	s := in.shape
	for s.kind == kindPtr || s.kind == kindOpt {
		s = s.elem
	}
	if in.source == fromBody && (s.kind == kindStruct || s.kind == kindMap || s.kind == kindRaw) {
		return p, false
	}
	p.Schema = c.input(s)
	p.Schema.Description = ""
	if p.Description == "" && s.kind == kindTime {
		p.Description = timeDoc(in.rules)
	}
	if p.Schema.Type == "array" {
		no := false
		p.Style, p.Explode = "form", &no
	}
	if d := in.rules.fallback; d != nil {
		p.Schema.Default = defaultOf(*d, s.kind)
	}
	return p, true
}

func (c *schemas) body(rt *Route, method string) *RequestBody {
	fields := slices.ContainsFunc(rt.in.fields, func(in *input) bool { return in.source == fromBody })
	if !fields || method == http.MethodGet {
		return nil
	}
	s := c.inputObject(rt.in)
	b := &RequestBody{Description: fmt.Sprintf("At most %d kB.", rt.bodyLimit()>>10), Required: len(s.Required) > 0 && method != http.MethodDelete}
	if method == http.MethodDelete {
		s.Required = nil
	}
	b.Content.Set("application/json", Content{s})
	return b
}

func (c *schemas) responses(rt *Route) Members[Response] {
	var out Members[Response]
	for _, status := range append([]int{rt.status()}, rt.Statuses...) {
		r := Response{Description: http.StatusText(status)}
		for _, h := range commonHeaders {
			r.Headers.Set(h.Name, headerRef(h.Name))
		}
		r.Headers.Set(ignoring.Name, headerRef(ignoring.Name))
		for _, h := range rt.Headers {
			r.Headers.Set(h.Name, Header{Description: h.Doc, Schema: typed(h.Type)})
		}
		if !rt.NoBody && status != http.StatusNoContent {
			for _, form := range rt.media() {
				r.Content.Set(form, Content{c.content(rt.out, form)})
			}
		}
		out.Set(strconv.Itoa(status), r)
	}
	if rt.canBeLater() && rt.Allow != app.Anyone && rt.status() != http.StatusAccepted {
		out.Set(strconv.Itoa(http.StatusAccepted), ref("responses", "Accepted", func(r string) Response { return Response{Ref: r} }))
	}
	for _, e := range refusalResponses {
		if rt.Allow == app.Anyone && (e.status == http.StatusUnauthorized || e.status == http.StatusForbidden) {
			continue
		}
		out.Set(strconv.Itoa(e.status), ref("responses", e.name, func(r string) Response { return Response{Ref: r} }))
	}
	return out
}

// content is the form of an answer in a media type. A file that is JSON is a list of rows.
func (c *schemas) content(out reflect.Type, media string) *Schema {
	if out == reflect.TypeFor[Stream]() && media == "application/json" {
		return &Schema{Type: "array", Items: &Schema{Type: "object", AdditionalProperties: &Schema{}}}
	}
	return c.output(out)
}

// media are the media types of a good answer.
func (s Spec) media() []string {
	if s.Media == nil {
		return []string{"application/json"}
	}
	return s.Media
}

func headerRef(name string) Header {
	return ref("headers", name, func(r string) Header { return Header{Ref: r} })
}

// commonHeaders stand in every answer.
var commonHeaders = []HeaderSpec{
	{"X-Runtime", "number", "Seconds the server took."},
	{"X-Request-Id", "string", "Names the request in the log of the server."},
	{"Content-Language", "string", "Language of the texts in the answer."},
	{remainingHeader, "integer", "Requests the company has left; 2147483647 without a limit."},
	{availableHeader, "integer", "Seconds in which the company earns its limit of requests anew."},
}

// ignoring stands in answers to queries.
var ignoring = HeaderSpec{ignoredHeader, "string", "Parameters of the query that this operation does not have, separated by commas; absent when there are none. `Prefer: handling=strict` has them refused instead (422)."}

// refusalHeaders stand in some refusals.
var refusalHeaders = []HeaderSpec{
	{"WWW-Authenticate", "string", "How to prove who calls: with a bearer token."},
	{"Retry-After", "integer", "Seconds to wait before the next try."},
}

// refusalResponses are the refusals any operation may answer with.
var refusalResponses = []struct {
	status             int
	name, text, header string
}{
	{http.StatusBadRequest, "Malformed", "The request cannot be parsed.", ""},
	{http.StatusUnauthorized, "Unauthenticated", "The token is missing, unknown or revoked, or its user is suspended.", "WWW-Authenticate"},
	{http.StatusForbidden, "Forbidden", "The caller lacks the ability, or may not act for the company.", ""},
	{http.StatusNotFound, "NotFound", "There is no such thing in the caller's company.", ""},
	{http.StatusConflict, "Conflict", "The same call is being worked on right now.", ""},
	{http.StatusRequestEntityTooLarge, "TooLarge", "The body is over its limit.", ""},
	{http.StatusUnprocessableEntity, "Invalid", "A rule of a field, or of the business, is broken.", ""},
	{http.StatusTooManyRequests, "TooMany", "Too many requests; try again after Retry-After seconds.", "Retry-After"},
	{http.StatusInternalServerError, "Fault", "A fault of the server; the message carries an id to quote.", ""},
	{http.StatusServiceUnavailable, "Unavailable", "The store cannot write now; try again after Retry-After seconds.", "Retry-After"},
}

func (c *schemas) components() Components {
	out := Components{Schemas: c.named}
	out.SecuritySchemes.Set("bearerToken", SecurityScheme{"http", "bearer", "A token from POST /login, or one made for an integration."})
	out.Parameters = sharedParameters()
	for _, h := range append(slices.Concat(commonHeaders, refusalHeaders), ignoring) {
		out.Headers.Set(h.Name, Header{Description: h.Doc, Schema: typed(h.Type)})
	}
	for _, e := range refusalResponses {
		r := Response{Description: e.text}
		for _, h := range commonHeaders {
			r.Headers.Set(h.Name, headerRef(h.Name))
		}
		if e.header != "" {
			r.Headers.Set(e.header, headerRef(e.header))
		}
		r.Content.Set("application/json", Content{&Schema{Ref: "#/components/schemas/Refusal"}})
		out.Responses.Set(e.name, r)
	}
	out.Responses.Set("Accepted", acceptedResponse())
	out.Schemas.Set("Refusal", refusalSchema())
	out.Schemas.Set("Relationships", relationshipsSchema())
	return out
}

func sharedParameters() Members[Parameter] {
	zero, one := 0.0, 1.0
	var out Members[Parameter]
	out.Set("companyParameter", Parameter{Name: "X-SERVICE-COMPANY-ID", In: "header", Description: "The company to act for; without it the user's last selected one.", Schema: &Schema{Type: "integer", Minimum: &one}})
	out.Set("languageParameter", Parameter{Name: "Accept-Language", In: "header", Description: "Preferred language: en, de or fr.", Schema: typed("string")})
	out.Set("preferParameter", Parameter{Name: "Prefer", In: "header", Description: "`handling=strict` refuses parameters of the query that the operation does not have; otherwise the header " + ignoredHeader + " names them.", Schema: typed("string")})
	out.Set("offsetParameter", Parameter{Name: "offset", In: "query", Description: "Rows to skip; beats page.", Schema: &Schema{Type: "integer", Minimum: &zero}})
	out.Set("pageParameter", Parameter{Name: "page", In: "query", Description: "Page, counted from 1, when there is no offset.", Schema: &Schema{Type: "integer", Minimum: &one}})
	out.Set("asyncParameter", Parameter{Name: "async", In: "query", Description: "true: the answer is 202 with a uuid at once, and the request is carried out later.", Schema: typed("boolean")})
	out.Set("asyncUuidParameter", Parameter{Name: "asyncUuid", In: "query", Description: "The answer to a request that was asked with async: 202 until it is there. Nothing else of this request counts.", Schema: typed("string")})
	out.Set("onlyParameter", Parameter{Name: "only", In: "query", Description: "Attributes to return, as resource.attribute, separated by commas.", Schema: typed("string")})
	out.Set("exceptParameter", Parameter{Name: "except", In: "query", Description: "Attributes to leave out, in the same notation; not for a resource that only names.", Schema: typed("string")})
	return out
}

// acceptedResponse answers whoever does not wait.
func acceptedResponse() Response {
	r := Response{Description: "The request was asked with async: this names its answer, which the same operation gives for asyncUuid as soon as it is there."}
	for _, h := range commonHeaders {
		r.Headers.Set(h.Name, headerRef(h.Name))
	}
	body := &Schema{Type: "object", Required: []string{"asyncUuid"}}
	body.Properties.Set("asyncUuid", &Schema{Type: "string"})
	r.Content.Set("application/json", Content{body})
	return r
}

func refusalSchema() *Schema {
	fields := &Schema{Type: "object", Description: "Texts by field, in dotted paths.", AdditionalProperties: &Schema{Type: "array", Items: typed("string")}}
	item := &Schema{Type: "object", Required: []string{"type", "message"}}
	item.Properties.Set("type", typed("string"))
	item.Properties.Set("message", typed("string"))
	item.Properties.Set("saleItemId", typed("integer"))
	s := &Schema{Type: "object", Required: []string{"message"}}
	s.Properties.Set("message", typed("string"))
	s.Properties.Set("errors", &Schema{AnyOf: []*Schema{fields, {Type: "array", Description: "Basket rules.", Items: item}}})
	return s
}

func relationshipsSchema() *Schema {
	link := &Schema{Type: "object", Required: []string{"data"}}
	one := &Schema{Type: "object", Required: []string{"type", "id"}}
	one.Properties.Set("type", typed("string"))
	one.Properties.Set("id", typed("integer"))
	link.Properties.Set("data", &Schema{AnyOf: []*Schema{one, {Type: "array", Items: one}, typed("null")}})
	return &Schema{Type: "object", AdditionalProperties: link}
}
