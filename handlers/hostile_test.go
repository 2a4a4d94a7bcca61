package handlers_test

import (
	"encoding/json"
	"flag"
	"net/http"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"marquee/app/apptest"
	"marquee/handlers"
	"marquee/handlers/rest"
	"marquee/kv/kvtest"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// poison is one hostile JSON value.
type poison struct {
	raw string
	// never tells that no field of any type takes it.
	never bool
}

// poisons are the values every body field gets.
var poisons = []poison{
	{raw: `null`}, {raw: `""`}, {raw: `"x"`}, {raw: `[]`}, {raw: `{}`}, {raw: `[[]]`}, {raw: `[{}]`}, {raw: `{"a":{"b":[]}}`}, {raw: `true`},
	{raw: `0`}, {raw: `-0`}, {raw: `-1`}, {raw: `1.5`}, {raw: `1e3`}, {raw: `9007199254740993`}, {raw: `9223372036854775807`}, {raw: `-9223372036854775808`},
	{raw: `9223372036854775808`}, {raw: `1e400`}, {raw: `"9223372036854775808"`}, {raw: `"1e400"`}, {raw: `"-1"`}, {raw: `"0x10"`}, {raw: `"1_000"`},
	{raw: `"\u0000"`, never: true}, {raw: `"a\u0000b"`, never: true}, {raw: `"\ud800"`, never: true}, {raw: "\"\xff\xfe\"", never: true}, {raw: "\"\xc0\xaf\"", never: true},
	{raw: `"\u202eevil"`}, {raw: `"раypal"`}, {raw: `"%00"`}, {raw: `"..%2f..%2fetc"`}, {raw: `"../../etc/passwd"`}, {raw: `"/etc/passwd"`}, {raw: `"a\r\nSet-Cookie: x=1"`},
	{raw: `"<script>alert(1)</script>"`}, {raw: `"=1+1"`}, {raw: `"{{7*7}}"`}, {raw: `"` + strings.Repeat("x", 10_000) + `@example.com"`},
	{raw: `"` + strings.Repeat("y", 65_001) + `"`, never: true}, {raw: `"2027-02-30 00:00:00"`}, {raw: `"0000-01-01 00:00:00"`}, {raw: `"9999-12-31 23:59:59"`},
	{raw: `"10000-01-01 00:00:00"`}, {raw: `"2016-12-31T23:59:60Z"`}, {raw: `"2027-06-01T12:00:00.123456Z"`}, {raw: `[1,2,2,1]`}, {raw: `["1","x",null]`},
	{raw: `[` + strings.TrimSuffix(strings.Repeat("1,", 100_001), ",") + `]`}, {raw: `[9223372036854775807,-1]`}, {raw: `{"1":1,"x":null,"-1":true}`},
}

// queryPoisons are the values every query parameter gets.
var queryPoisons = []string{
	"", " ", "x", "0", "-1", "1.5", "1e9", "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "true", "false", "2",
	"\x00", "a\x00b", "\xff\xfe", "\xc0\xaf", "\u202e", "%00", "..%2f", "../", "[]", "[1,", `["x"]`, `{"a":1}`, "null", ",,,", "a,b,c", "1,2,x",
	"2027-02-30 00:00:00", "0000-01-01 00:00:00", "9999-12-31 23:59:59", "2016-12-31T23:59:60Z", "2027-06-01T12:00:00.123456Z", "1970-01-01 00:00:00",
	strings.Repeat("z", 10_000), strings.Repeat("1,", 5_000), "a\r\nX-Evil: 1", "' OR 1=1 --", "AAAA", "////", "==", "events.", ".id", "events.id,,events.name",
}

// operations walks every operation of the document.
func operations(d *rest.Document, visit func(method, path string, op *rest.Operation)) {
	for _, path := range d.Paths.Names() {
		item, _ := d.Paths.Get(path)
		for _, method := range item.Names() {
			op, _ := item.Get(method)
			visit(strings.ToUpper(method), path, op)
		}
	}
}

// bodyOf is the form of an operation's body, nil without one.
func bodyOf(op *rest.Operation) *rest.Schema {
	if op.RequestBody == nil {
		return nil
	}
	c, _ := op.RequestBody.Content.Get("application/json")
	return c.Schema
}

// plausible makes a value that a form accepts.
func plausible(name string, s *rest.Schema, ids map[string]int64) any {
	if len(s.AnyOf) > 0 {
		return plausible(name, s.AnyOf[0], ids)
	}
	if len(s.Enum) > 0 {
		return s.Enum[0]
	}
	kind, _ := s.Type.(string)
	if kinds, ok := s.Type.([]string); ok {
		kind = kinds[0]
	}
	switch kind {
	case "array":
		return []any{plausible(strings.TrimSuffix(name, "s"), s.Items, ids)}
	case "object":
		return plausibleObject(s, ids)
	case "boolean":
		return true
	case "integer", "number":
		if id, ok := ids[name]; ok {
			return id
		}
		if s.Minimum != nil {
			return *s.Minimum
		}
		return 1
	}
	switch {
	case strings.Contains(s.Description, "HH:MM"):
		return "2027-07-01 12:00:00"
	case strings.Contains(strings.ToLower(name), "mail"):
		return "somebody@example.com"
	}
	return "text"
}

// plausibleObject fills what is required and what is an id.
func plausibleObject(s *rest.Schema, ids map[string]int64) map[string]any {
	out := map[string]any{}
	for _, name := range s.Properties.Names() {
		p, _ := s.Properties.Get(name)
		required := false
		for _, r := range s.Required {
			required = required || r == name
		}
		if _, known := ids[name]; required || known {
			out[name] = plausible(name, p, ids)
		}
	}
	return out
}

// fieldPaths lists the paths of the fields of a body, as keys to descend by; a
// list is entered at 0.
func fieldPaths(s *rest.Schema, at []string, depth int) [][]string {
	var out [][]string
	for _, name := range s.Properties.Names() {
		p, _ := s.Properties.Get(name)
		here := append(append([]string(nil), at...), name)
		out = append(out, here)
		if depth == 0 {
			continue
		}
		if p.Items != nil {
			out = append(out, append(append([]string(nil), here...), "0"))
			out = append(out, fieldPaths(p.Items, append(append([]string(nil), here...), "0"), depth-1)...)
		}
		out = append(out, fieldPaths(p, here, depth-1)...)
	}
	return out
}

// withPoison puts a raw value at a path into a JSON object.
func withPoison(base any, path []string, raw string) string {
	if len(path) == 0 {
		return raw
	}
	if path[0] == "0" {
		list, _ := base.([]any)
		var first any
		if len(list) > 0 {
			first = list[0]
		}
		return "[" + withPoison(first, path[1:], raw) + "]"
	}
	object, _ := base.(map[string]any)
	var b strings.Builder
	b.WriteByte('{')
	for k, v := range object {
		if k == path[0] {
			continue
		}
		text, _ := json.Marshal(v)
		b.WriteString(strconv.Quote(k) + ":" + string(text) + ",")
	}
	b.WriteString(strconv.Quote(path[0]) + ":" + withPoison(object[path[0]], path[1:], raw) + "}")
	return b.String()
}

var most = flag.Duration("most", 0, "how long an answer to what is hostile may take; 0 does not look")

// judge looks at the answer to a hostile request.
func judge(t *testing.T, what string, status int, body string, took time.Duration) {
	t.Helper()
	if len(what) > 300 {
		what = what[:300] + "…"
	}
	if status >= 500 || status < 200 {
		t.Errorf("%s: %d %s", what, status, body)
	}
	var answer struct {
		Message *string
	}
	if status >= 400 && (json.Unmarshal([]byte(body), &answer) != nil || answer.Message == nil) {
		t.Errorf("%s: %d without a message: %s", what, status, body)
	}
	if *most > 0 && took > *most {
		t.Errorf("%s took %v", what, took)
	}
}

// namesField tells whether a validation answer names a field or one inside it.
func namesField(body string, path []string) bool {
	var answer struct {
		Errors map[string]any
	}
	if json.Unmarshal([]byte(body), &answer) != nil {
		return false
	}
	want := strings.Join(path, ".")
	for name := range answer.Errors {
		if name == want || strings.HasPrefix(name, want+".") {
			return true
		}
	}
	return false
}

// TestHostileBodies puts every poison into every field of every body, with a
// token that may do everything: nothing breaks, and what no field takes is
// refused by the field's name.
func TestHostileBodies(t *testing.T) {
	kvtest.SingleGoroutine(t)
	w := apptest.New(t, apptest.Calm())
	h := handlers.New(w.App, handlers.Options{Credit: time.Hour})
	ids := stock(t, w, h, w.A, "Canary").ids
	requests := 0
	operations(handlers.Document(handlers.Routes(w.App)), func(method, path string, op *rest.Operation) {
		s := bodyOf(op)
		if s == nil || path == "/login" {
			return
		}
		base := plausibleObject(s, ids)
		for _, field := range fieldPaths(s, nil, 2) {
			for _, p := range poisons {
				body := withPoison(base, field, p.raw)
				start := time.Now()
				status, answer := attempt(h, w.A.OwnerToken, method, path, body)
				what := method + " " + path + " " + strings.Join(field, ".") + " = " + p.raw
				judge(t, what, status, answer, time.Since(start))
				if p.never && (status != http.StatusUnprocessableEntity || !namesField(answer, field)) && !isRaw(s, field) {
					t.Errorf("%.200s is not refused by name: %d %s", what, status, answer)
				}
				requests++
			}
		}
		for _, body := range wholeBodies {
			start := time.Now()
			status, answer := attempt(h, w.A.OwnerToken, method, path, body)
			judge(t, method+" "+path+" "+body[:min(len(body), 40)], status, answer, time.Since(start))
			if status < 400 && method != http.MethodDelete {
				t.Logf("%s %s took %.40s: %d", method, path, body, status)
			}
		}
	})
	t.Logf("%d requests", requests)
}

// isRaw tells whether a field takes any JSON at all.
func isRaw(s *rest.Schema, path []string) bool {
	for _, k := range path {
		if k == "0" {
			s = s.Items
			continue
		}
		p, ok := s.Properties.Get(k)
		if !ok {
			return false
		}
		s = p
	}
	return s.Type == nil && s.AnyOf == nil
}

// wholeBodies are hostile as a whole.
var wholeBodies = []string{
	`null`, `[]`, `"x"`, `1`, `{`, `{"a"`, `}`, "\x00", "\xef\xbb\xbf{}", `{"a":1}{"b":2}`, `{'a':1}`, `{"a":NaN}`, `{"a":01}`, "\x1f\x8b\x08\x00", "a=1&b=2",
	strings.Repeat(`{"a":`, 33) + "1" + strings.Repeat("}", 33), strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001),
	`{"a":"` + strings.Repeat("x", 1<<20) + `"}`,
}

// TestABodyTakesNoMoreThanTenTimesItsSize sends every operation bodies of a full
// megabyte made of as many small pieces as fit.
func TestABodyTakesNoMoreThanTenTimesItsSize(t *testing.T) {
	kvtest.SingleGoroutine(t)
	w := apptest.New(t, apptest.Calm())
	h := handlers.New(w.App, handlers.Options{Credit: time.Hour})
	operations(handlers.Document(handlers.Routes(w.App)), func(method, path string, op *rest.Operation) {
		s := bodyOf(op)
		if s == nil || path == "/login" {
			return
		}
		for _, name := range append(listsOf(s), "unknown") {
			field := []string{name}
			for _, piece := range []string{`{},`, `0,`} {
				list := "[" + strings.Repeat(piece, (1<<20-500)/len(piece)-100) + "0]"
				body := withPoison(map[string]any{}, field, list)
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				status, _ := attempt(h, w.A.OwnerToken, method, path, body)
				runtime.ReadMemStats(&after)
				if took := after.TotalAlloc - before.TotalAlloc; status >= 500 || took > 10<<20 {
					t.Errorf("%s %s %s of %s: %d, %d bytes", method, path, strings.Join(field, "."), piece, status, took)
				}
			}
		}
	})
}

// listsOf names the fields of a form that take a list.
func listsOf(s *rest.Schema) []string {
	var out []string
	for _, name := range s.Properties.Names() {
		p, _ := s.Properties.Get(name)
		if p.Items != nil || len(p.AnyOf) > 0 && p.AnyOf[0].Items != nil {
			out = append(out, name)
		}
	}
	return out
}

// TestHostileQueries puts every poison into every parameter of every operation.
func TestHostileQueries(t *testing.T) {
	kvtest.SingleGoroutine(t)
	w := apptest.New(t, apptest.Calm())
	h := handlers.New(w.App, handlers.Options{Credit: time.Hour})
	ids := stock(t, w, h, w.A, "Canary").ids
	d := handlers.Document(handlers.Routes(w.App))
	requests := 0
	operations(d, func(method, path string, op *rest.Operation) {
		for _, p := range op.Parameters {
			if p.Ref != "" {
				p, _ = d.Components.Parameters.Get(p.Ref[strings.LastIndex(p.Ref, "/")+1:])
			}
			if p.In == "header" {
				requests += hostileHeader(t, h, w.A.OwnerToken, method, path+"?"+requiredQuery(op, ids).Encode(), p.Name)
			}
			if p.In != "query" {
				continue
			}
			for _, text := range queryPoisons {
				for _, name := range []string{p.Name, p.Name + "[]"} {
					q := requiredQuery(op, ids)
					q.Set(name, text)
					start := time.Now()
					status, answer := attempt(h, w.A.OwnerToken, method, path+"?"+q.Encode(), "")
					judge(t, method+" "+path+" "+name+"="+text, status, answer, time.Since(start))
					requests++
				}
			}
		}
	})
	t.Logf("%d requests", requests)
}

// hostileHeader puts every poison into one header.
func hostileHeader(t *testing.T, h http.Handler, token, method, address, name string) int {
	t.Helper()
	for _, text := range queryPoisons {
		start := time.Now()
		status, answer := attempt(h, token, method, address, "", name, text)
		judge(t, method+" "+address+" "+name+": "+text, status, answer, time.Since(start))
	}
	return len(queryPoisons)
}

// requiredQuery fills the parameters an operation cannot do without.
func requiredQuery(op *rest.Operation, ids map[string]int64) url.Values {
	q := url.Values{}
	for _, p := range op.Parameters {
		if p.In != "query" {
			continue
		}
		if id, known := ids[p.Name]; p.Required || known {
			if !known {
				id = 1
			}
			q.Set(p.Name, itoa(id))
		}
	}
	return q
}
