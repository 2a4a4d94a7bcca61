package rest

import (
	"encoding/json"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/list"
)

// hostile are bodies that broke decoders before.
var hostile = []string{
	``, `null`, `[]`, `"x"`, `{}`, `{"name":null}`, `{"name":"a","name":"b"}`, `{"name":1e400}`, `{"age":-0}`, `{"age":9007199254740993}`,
	`{"age":9223372036854775808}`, `{"age":1.0}`, `{"age":"1"}`, `{"name":"\ud800"}`, `{"name":"\ud800\udc00"}`, `{"name":"\u0000"}`,
	"{\"name\":\"\xff\"}", "{\"name\":\"\xc0\xaf\"}", `{"name":"\u202e"}`, `{"from":"2027-02-29 00:00:00"}`, `{"from":"0000-01-01 00:00:00"}`,
	`{"from":"2016-12-31T23:59:60Z"}`, `{"ids":["1",2,3,4]}`, `{"ids":{}}`, `{"prices":[{"id":1},null,3]}`, `{"limits":{"a":1,"a":"b"}}`,
	`{"prices":[[[[]]]]}`, strings.Repeat(`{"a":`, 40), strings.Repeat("[", 33) + strings.Repeat("]", 33), `{"n\u0061me":"x"}`, `{"name":"x",}`, `{"a":1}{"b":2}`,
}

// FuzzBody decodes any bytes as a body. What is accepted must be what
// encoding/json reads.
func FuzzBody(f *testing.F) {
	for _, b := range hostile {
		f.Add([]byte(b))
	}
	s := inputShape(Spec{}, reflect.TypeFor[demoWriteIn]())
	f.Fuzz(func(t *testing.T, body []byte) {
		v, err := decode(s, &request{url: &url.URL{}, header: http.Header{}, body: body})
		if err != nil {
			if k := app.KindOf(err); k != app.Invalid && k != app.Malformed {
				t.Fatalf("%q gives %v", body, err)
			}
			return
		}
		in := v.Interface().(demoWriteIn)
		var plain map[string]any
		if err := json.Unmarshal(body, &plain); err != nil {
			t.Fatalf("%q was accepted: %v", body, err)
		}
		if plain["name"] != in.Name || !utf8.ValidString(in.Name) || utf8.RuneCountInString(in.Name) > 20 {
			t.Fatalf("%q gives the name %q", body, in.Name)
		}
		if age, ok := plain["age"].(float64); ok != (in.Age != nil) || ok && int64(age) != *in.Age {
			t.Fatalf("%q gives the age %v", body, in.Age)
		}
		if len(in.IDs) > 3 {
			t.Fatalf("%q gives %d ids", body, len(in.IDs))
		}
	})
}

// FuzzQuery decodes any query string.
func FuzzQuery(f *testing.F) {
	for _, q := range []string{
		"", "limit=-1", "limit=0", "limit=1000000000", "offset=9223372036854775807&page=2", "offset=9223372036854775808", "page=9223372036854775807",
		"page=0", "include[]=companies&include[]=companies.users", "include=companies,companies.users", "include=%5B%22companies%22%5D", "include[0]=companies",
		"withTrashed=true", "withTrashed=1", "withTrashed=maybe", "query=%00", "query=%ff", "query=..%2f", "%zz", "a;b", strings.Repeat("a=1&", 2000), "only=a.b&except=a.c",
	} {
		f.Add(q)
	}
	s := inputShape(Spec{Limit: 100}, reflect.TypeFor[demoIn]())
	f.Fuzz(func(t *testing.T, raw string) {
		r, err := http.NewRequest("GET", "/v1/demos", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.URL.RawQuery = raw
		q, err := queryOf(r)
		if err != nil {
			return
		}
		if _, err := filterOf(q); err != nil && app.KindOf(err) != app.Invalid {
			t.Fatal(err)
		}
		v, err := decode(s, &request{url: r.URL, query: q, header: r.Header})
		if err != nil {
			return
		}
		in := v.Interface().(demoIn)
		if in.Limit < 1 || in.Limit > 100 || in.Offset < 0 || in.Offset+in.Limit < 0 {
			t.Fatalf("%q gives %+v", raw, in.Page)
		}
		for _, name := range in.Include {
			if name != "companies" && name != "companies.users" {
				t.Fatalf("%q includes %q", raw, name)
			}
		}
		l := in.Links(list.Held(make([]int, 250), list.Request{}).Info)
		for _, link := range []*string{l.First, l.Last, l.Self} {
			if _, err := url.ParseRequestURI(*link); err != nil {
				t.Fatalf("%q links to %q", raw, *link)
			}
		}
	})
}

// FuzzTime reads any text as a moment. What is accepted survives being written
// and read again.
func FuzzTime(f *testing.F) {
	for _, s := range []string{
		"2026-07-01 18:00:00", "2026-07-01T18:00:00.123456Z", "2026-07-01T18:00:00+02:00", "2026-07-01", "2026-02-29 00:00:00", "0000-01-01 00:00:00",
		"9999-12-31 23:59:59", "10000-01-01 00:00:00", "1969-12-31T23:59:59Z", "2016-12-31T23:59:60Z", "2026-07-01T24:00:00Z", "", "now", "1970-01-01T00:00:00+23:59",
		"2026-07-01 18:00:00,5", "2026-7-1 1:0:0", "２０２６-07-01 18:00:00",
	} {
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, text string, day bool) {
		m, ok := ParseTime(text, day)
		if !ok {
			return
		}
		if m.Year() < 1970 || m.Year() > 9999 || m.Location() != time.UTC || m.Nanosecond()%1000 != 0 || m.Day && !day {
			t.Fatalf("%q gives %v", text, m)
		}
		again, ok := ParseTime(Stamp(m.Time), false)
		if !ok || !again.Equal(m.Time) {
			t.Fatalf("%q is written as %q and read as %v", text, Stamp(m.Time), again)
		}
	})
}

// FuzzFilter reads any text as only and except; id and type always survive.
func FuzzFilter(f *testing.F) {
	f.Add("orders.id,orders.reference", "orderItems.barcode")
	f.Add("orders", "orders.x")
	f.Add(".,..,a.", "a.,,b.c.d")
	f.Add(strings.Repeat("a.b,", 5000), "\x00.\xff")
	f.Fuzz(func(t *testing.T, only, except string) {
		filter, err := ParseFilter(only, except)
		if err != nil {
			if app.KindOf(err) != app.Invalid {
				t.Fatal(err)
			}
			return
		}
		for resource := range filter.only {
			if !filter.keeps(resource, "id") || !filter.keeps(resource, "type") || filter.except[resource] != nil {
				t.Fatalf("only=%q except=%q loses the id of %q", only, except, resource)
			}
		}
	})
}

// FuzzLanguage reads any text as Accept-Language.
func FuzzLanguage(f *testing.F) {
	for _, s := range []string{"", "de", "de-AT,en;q=0.5", "*", "fr;q=0", "en-US,xx-yy-zz;q=9", strings.Repeat("a-", 90), "\x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, accept string) {
		if l := languageOf(accept); l.name != "en" && l.name != "de" && l.name != "fr" {
			t.Fatalf("%q gives %q", accept, l.name)
		}
	})
}
