package handlers_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"marquee/app/apptest"
	"marquee/handlers"
	"marquee/handlers/apitest"
	"marquee/handlers/rest"
	"marquee/kv"
	"marquee/kv/kvtest"
)

// What a field that nobody declared carries: each is found again wherever it got.
const (
	canaryText   = "MassAssignmentCanary"
	canaryNumber = 987654321
	canaryTime   = "2031-03-03 03:03:03"
)

// canaryBytes is how the number is stored.
var canaryBytes = binary.BigEndian.AppendUint32(nil, canaryNumber)

// TestUndeclaredFieldsChangeNothing plays every scenario again, and sends with
// each write every field that any answer shows and the call does not declare: ids,
// the company, totals, states, permissions, times. Each answer must be what it is
// without them, and nothing of what they carry may be stored.
func TestUndeclaredFieldsChangeNothing(t *testing.T) {
	kvtest.SingleGoroutine(t)
	files, err := filepath.Glob("../testdata/api/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	done := map[string]bool{}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txt"), func(t *testing.T) {
			apitest.Run(t, f, func(w *apptest.World) http.Handler {
				t.Cleanup(func() {
					if where := canaryIn(t, w); where != "" {
						t.Errorf("an undeclared field was stored in %s", where)
					}
				})
				return newAssigner(w, done)
			}, hooks)
		})
	}
	plain := newAssigner(apptest.New(t), nil)
	extras := plain.extras
	for _, name := range []string{"id", "total", "status", "statusSlug", "createdAt", "deletedAt", "barcode", "permissions", "quantity", "transactionId"} {
		if _, sent := extras[name]; !sent {
			t.Errorf("%s is shown by no answer any more: send another", name)
		}
	}
	t.Logf("%d fields", len(extras))
	for _, rt := range handlers.Routes(nil) {
		at := rt.Method + " " + rt.Path
		takes := plain.forms[at] != nil && len(plain.forms[at].Properties.Names()) > 0
		if rt.Method != http.MethodGet && takes && !done[at] && slices.Contains(neededKinds(rt), "good") {
			t.Errorf("%s %s never went well with undeclared fields", rt.Method, rt.Path)
		}
	}
}

// TestAssignedFieldsAreFound is the control: a field that is declared arrives in
// the store, and the canary tells.
func TestAssignedFieldsAreFound(t *testing.T) {
	for _, field := range []string{`"name": "` + canaryText + `", "rate": 7`, `"name": "x", "rate": 7`} {
		w := apptest.New(t)
		h := handlers.New(w.App, handlers.Options{Credit: time.Hour})
		if status, body := attempt(h, w.A.OwnerToken, "POST", "/tax-bands", "{"+field+"}"); status != http.StatusCreated {
			t.Fatal(status, body)
		}
		if found := canaryIn(t, w) != ""; found != strings.Contains(field, canaryText) {
			t.Errorf("%s: found is %v", field, found)
		}
	}
	w := apptest.New(t)
	h := handlers.New(w.App, handlers.Options{Credit: time.Hour})
	status, body := attempt(h, w.A.OwnerToken, "POST", "/venues",
		`{"name": "x", "address": "x", "city": "x", "region": "x", "capacity": 987654321}`)
	if status != http.StatusCreated || canaryIn(t, w) == "" {
		t.Errorf("the number was not found: %d %s", status, body)
	}
}

// canaryIn names a space that holds what an undeclared field carried.
func canaryIn(t *testing.T, w *apptest.World) (where string) {
	t.Helper()
	err := w.App.Engine().View(context.Background(), func(r kv.Reader) error {
		for _, space := range w.App.Schema().Spaces() {
			for p, err := range r.Scan(space, kv.Range{}) {
				if err != nil {
					return err
				}
				for _, b := range [][]byte{p.Key, p.Value} {
					if bytes.Contains(b, []byte(canaryText)) || bytes.Contains(b, canaryBytes) {
						where = string(space)
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return where
}

// assigner adds undeclared fields to what is sent.
type assigner struct {
	next   http.Handler
	extras map[string]any
	forms  map[string]*rest.Schema
	done   map[string]bool
	limits map[string]int64
	turn   map[string]int // by operation: which part of the fields comes next
}

func newAssigner(w *apptest.World, done map[string]bool) *assigner {
	other := int64(2)
	if w.B != nil {
		other = w.B.Company.ID
	}
	a := &assigner{
		next: handlers.New(w.App, handlers.Options{Credit: time.Hour}), done: done, forms: map[string]*rest.Schema{},
		limits: map[string]int64{}, turn: map[string]int{},
		extras: map[string]any{
			"companyId": other, "CompanyID": other, "company": other, "installation": true, "super": true,
			"isSuper": true, "abilities": []string{"refund"}, "roles": []int64{1}, "userId": 1, "expiry": canaryTime, "used": 0, "reserved": 0,
		},
	}
	for _, rt := range handlers.Routes(nil) {
		for _, at := range spellings(rt) {
			a.limits[at[0]+" "+at[1]] = cmp.Or(rt.MaxBody, rest.DefaultBody)
		}
	}
	d := handlers.Document(handlers.Routes(nil))
	operations(d, func(method, path string, op *rest.Operation) {
		a.forms[method+" "+path] = bodyOf(op)
		for _, code := range op.Responses.Names() {
			res, _ := op.Responses.Get(code)
			if c, ok := res.Content.Get("application/json"); ok {
				a.learn("", c.Schema)
			}
		}
	})
	for _, name := range d.Components.Schemas.Names() {
		s, _ := d.Components.Schemas.Get(name)
		a.learn("", s)
	}
	return a
}

// learn takes up the fields of an answer, each with a value of its kind.
func (a *assigner) learn(name string, s *rest.Schema) {
	if s == nil {
		return
	}
	if _, known := a.extras[name]; name != "" && !known {
		a.extras[name] = canaryOf(s)
	}
	for _, member := range s.Properties.Names() {
		p, _ := s.Properties.Get(member)
		a.learn(member, p)
	}
	a.learn("", s.Items)
	a.learn("", s.AdditionalProperties)
	for _, one := range s.AnyOf {
		a.learn("", one)
	}
}

// canaryOf is a value that a field would take.
func canaryOf(s *rest.Schema) any {
	if n := len(s.Enum); n > 0 {
		return s.Enum[n-1]
	}
	kind, _ := s.Type.(string)
	if kinds, ok := s.Type.([]string); ok {
		kind = kinds[0]
	}
	switch {
	case kind == "boolean":
		return true
	case kind == "integer", kind == "number":
		return canaryNumber
	case kind == "array":
		return []any{canaryNumber}
	case kind == "object":
		return map[string]any{"id": canaryNumber, "name": canaryText}
	case strings.HasPrefix(s.Format, "date"):
		return canaryTime
	}
	return canaryText
}

func (a *assigner) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	at := r.Method + " " + strings.TrimPrefix(r.URL.Path, "/v1")
	form := a.forms[at]
	added := false
	if form != nil && r.Body != nil {
		body, _ := io.ReadAll(r.Body)
		body, added = a.load(at, form, body)
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	}
	rec := httptest.NewRecorder()
	a.next.ServeHTTP(rec, r)
	if added && rec.Code < 300 {
		a.done[at] = true
	}
	for name, values := range rec.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(rec.Code)
	_, _ = w.Write(rec.Body.Bytes())
}

// load adds to a body what its form does not declare; what is no JSON object
// stays as it is. Where the body may not hold all of it, each request brings another
// part.
func (a *assigner) load(at string, form *rest.Schema, body []byte) ([]byte, bool) {
	for parts := 1; parts < len(a.extras); parts *= 2 {
		some := map[string]any{}
		for i, name := range slices.Sorted(maps.Keys(a.extras)) {
			if i%parts == a.turn[at]%parts {
				some[name] = a.extras[name]
			}
		}
		loaded, ok := load(some, form, body)
		if !ok || int64(len(loaded)) <= a.limits[at] {
			a.turn[at]++
			return loaded, ok
		}
	}
	return body, false
}

func load(extras map[string]any, form *rest.Schema, body []byte) ([]byte, bool) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var object map[string]any
	if len(bytes.TrimSpace(body)) == 0 {
		object = map[string]any{}
	} else if d.Decode(&object) != nil || object == nil {
		return body, false
	}
	add(extras, form, object)
	loaded, err := json.Marshal(object)
	if err != nil {
		return body, false
	}
	return loaded, true
}

// add fills an object, and the objects in it.
func add(extras map[string]any, form *rest.Schema, v any) {
	switch v := v.(type) {
	case []any:
		for _, entry := range v {
			if form.Items != nil {
				add(extras, form.Items, entry)
			}
		}
	case map[string]any:
		if len(form.Properties.Names()) == 0 {
			return
		}
		for name, member := range v {
			if p, ok := form.Properties.Get(name); ok {
				add(extras, p, member)
			}
		}
		for name, value := range extras {
			if _, declared := form.Properties.Get(name); !declared {
				v[name] = value
			}
		}
	}
}
