package rest

import (
	"bytes"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/app/list"
)

// decoder reads one request into an input struct, noting every problem.
type decoder struct {
	path     []string
	problems app.Problems
}

func (d *decoder) push(name string) { d.path = append(d.path, name) }
func (d *decoder) pop()             { d.path = d.path[:len(d.path)-1] }

// fail notes a problem of the field being read.
func (d *decoder) fail(m app.Message) {
	if len(d.problems) < maxProblems {
		d.problems = append(d.problems, app.FieldError{Field: strings.Join(d.path, "."), Message: m})
	}
}

// request is everything an input is read from.
type request struct {
	url    *url.URL
	query  url.Values
	header http.Header
	body   []byte
	// loose lets body fields be read from the query too (DELETE).
	loose bool
	// peer is where the request comes from, host and port.
	peer string
	// origin is where it came to.
	origin origin
	// long: pages may be as long as those of callers who do not wait.
	long bool
}

// longest is the largest page of a list whose usual one is so long.
func (r *request) longest(usual int64) int64 {
	if r.long {
		return usual * list.LongPages
	}
	return usual
}

// decode fills a new input value of the shape.
func decode(s *shape, r *request) (reflect.Value, error) {
	v := reflect.New(s.typ).Elem()
	body, err := bodyOf(r.body)
	if err != nil {
		return v, err
	}
	d := &decoder{}
	raw := s.lastMembers(body)
	for i, in := range s.fields {
		if in.source == fromBody && raw[i] == nil && in.silent && !r.loose {
			continue
		}
		d.push(in.name)
		d.field(in, v.FieldByIndex(in.index), raw[i], r)
		d.available(in, v.FieldByIndex(in.index))
		d.pop()
	}
	if s.peer != nil {
		v.FieldByIndex(s.peer).SetString(hostIn(r.peer))
	}
	if s.origin != nil {
		v.FieldByIndex(s.origin).SetString(r.origin.String())
	}
	if s.paging != nil {
		d.page(v.FieldByIndex(s.paging).Addr().Interface().(*Page), r.longest(s.limit), r)
	}
	return v, d.problems.Err()
}

// bodyOf checks the body as a whole. An absent one is an empty object.
func bodyOf(b []byte) ([]byte, error) {
	b = b[skipSpace(b, 0):]
	if len(b) == 0 {
		return []byte("{}"), nil
	}
	if depthOf(b, maxDepth) > maxDepth {
		return nil, app.Refuse(app.Malformed, "The request body is nested deeper than %d levels.", maxDepth)
	}
	if !wellFormed(b) {
		return nil, app.Refuse(app.Malformed, "The request body is not valid JSON.")
	}
	if b[0] != '{' {
		return nil, app.Refuse(app.Malformed, "The request body must be a JSON object.")
	}
	return b, nil
}

// lastMembers finds the raw value of each field; the last of several wins.
func (s *shape) lastMembers(object []byte) [][]byte {
	raw := make([][]byte, len(s.fields))
	for k, v := range members(object) {
		key := k[1 : len(k)-1]
		if bytes.IndexByte(key, '\\') >= 0 {
			name, _ := unquote(k)
			key = []byte(name)
		}
		for i, in := range s.fields {
			if in.source == fromBody && in.name == string(key) {
				raw[i] = v
			}
		}
	}
	return raw
}

func (d *decoder) field(in *input, dst reflect.Value, raw []byte, r *request) {
	switch in.source {
	case fromQuery:
		d.text(in, valuesOf(r.query, in.name), dst)
	case fromHeader:
		d.text(in, r.header.Values(in.name), dst)
	default:
		if raw == nil && r.loose {
			if given := valuesOf(r.query, in.name); given != nil {
				d.text(in, given, dst)
				return
			}
		}
		d.member(in, raw, dst)
	}
}

// available refuses a field of the contract whose feature is not there. False,
// nothing, 0 and null ask for nothing.
func (d *decoder) available(in *input, v reflect.Value) {
	if !in.rules.unavailable {
		return
	}
	for s := in.shape; s.kind == kindPtr; s = s.elem {
		if v.IsNil() {
			return
		}
		v = v.Elem()
	}
	if !v.IsZero() && (in.shape.kind != kindRaw || string(v.Bytes()) != "null") {
		d.fail(app.Msg("is not available"))
	}
}

// member reads one field of a JSON object; raw nil is absent.
func (d *decoder) member(in *input, raw []byte, dst reflect.Value) {
	absent := raw == nil || string(raw) == "null" || in.rules.blank && string(raw) == `""`
	if absent && in.rules.required {
		d.fail(app.Msg("is required"))
		return
	}
	if raw == nil {
		d.fallback(in, dst)
		return
	}
	if absent && string(raw) != "null" {
		raw = []byte("null")
	}
	if in.rules.required && string(raw) == `""` {
		d.fail(app.Msg("is required"))
		return
	}
	d.value(in.shape, raw, dst)
}

// text reads a field from query or header values; nil is absent.
func (d *decoder) text(in *input, given []string, dst reflect.Value) {
	empty := len(given) == 0 || len(given) == 1 && given[0] == ""
	if empty {
		if in.rules.required {
			d.fail(app.Msg("is required"))
		} else if len(given) == 0 {
			d.fallback(in, dst)
		} else {
			d.blankText(in, dst)
		}
		return
	}
	d.texts(in.shape, given, dst)
}

// blankText reads "name=": an empty string, else nothing.
func (d *decoder) blankText(in *input, dst reflect.Value) {
	s := in.shape
	for s.kind == kindPtr || s.kind == kindOpt {
		s = s.elem
	}
	if s.kind == kindString || s.kind == kindText {
		d.texts(in.shape, []string{""}, dst)
		return
	}
	d.fallback(in, dst)
}

func (d *decoder) fallback(in *input, dst reflect.Value) {
	if in.rules.fallback != nil {
		d.texts(in.shape, []string{*in.rules.fallback}, dst)
	}
}

// valuesOf collects a parameter in every spelling: a=, a[]=, a[0]=.
func valuesOf(q url.Values, name string) []string {
	if v, ok := q[name]; ok || !spelledAsList(q, name) {
		return v
	}
	var all []string
	all = append(all, q[name+"[]"]...)
	for i := 0; ; i++ {
		v, ok := q[name+"["+strconv.Itoa(i)+"]"]
		if !ok {
			return all
		}
		all = append(all, v...)
	}
}

// spelledAsList spares most fields of most requests, which are absent, the making of names
// to look for.
func spelledAsList(q url.Values, name string) bool {
	for key := range q {
		if len(key) > len(name) && key[len(name)] == '[' && key[:len(name)] == name {
			return true
		}
	}
	return false
}

// page reads offset, page and limit.
func (d *decoder) page(p *Page, maximum int64, r *request) {
	offset := d.whole(r.query, "offset", 0)
	page := d.whole(r.query, "page", 1)
	limit := d.whole(r.query, "limit", 1)
	p.url, p.origin = r.url, r.origin
	p.resolve(offset, page, limit, maximum)
}

// whole reads an integer parameter with a lower bound, nil when absent.
func (d *decoder) whole(q url.Values, name string, least int64) *int64 {
	given := q[name]
	if len(given) == 0 || given[len(given)-1] == "" {
		return nil
	}
	s := given[len(given)-1]
	d.push(name)
	defer d.pop()
	n, err := strconv.ParseInt(s, 10, 64)
	switch {
	case err != nil:
		d.fail(app.Msg("must be an integer"))
		return nil
	case n < least:
		d.fail(app.Msg("must be at least %d", least))
		return nil
	}
	return &n
}

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
