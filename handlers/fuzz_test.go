package handlers_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"testing"

	"marquee/app/apptest"
	"marquee/handlers"
	"marquee/handlers/rest"
)

// FuzzOperation sends any query and body to any operation, with a token that may
// do everything: the answer is JSON, and never a fault of ours.
func FuzzOperation(f *testing.F) {
	w := apptest.New(f, apptest.Calm(), apptest.Unchecked())
	h := handlers.New(w.App, handlers.Options{})
	var all [][2]string
	bodies := map[string]string{}
	operations(handlers.Document(handlers.Routes(w.App)), func(method, path string, op *rest.Operation) {
		if path == "/login" {
			return
		}
		all = append(all, [2]string{method, path})
		if s := bodyOf(op); s != nil {
			text, err := json.Marshal(plausibleObject(s, map[string]int64{"id": 1, "eventId": 1, "currencyId": 978}))
			if err != nil {
				f.Fatal(err)
			}
			bodies[method+path] = string(text)
		}
	})
	for i, at := range all {
		f.Add(uint(i), "limit=2&page=1", bodies[at[0]+at[1]])
	}
	f.Fuzz(func(t *testing.T, i uint, query, body string) {
		at := all[i%uint(len(all))]
		q, err := url.ParseQuery(query)
		if err != nil {
			return
		}
		status, answer := attempt(h, w.A.OwnerToken, at[0], at[1]+"?"+q.Encode(), body)
		if status >= 500 || status != http.StatusNoContent && !json.Valid([]byte(answer)) {
			t.Fatalf("%s %s?%s %s: %d %s", at[0], at[1], q.Encode(), body, status, answer)
		}
	})
}

// FuzzCursor sends any text as the cursor of every list that has one.
func FuzzCursor(f *testing.F) {
	w := apptest.New(f, apptest.Calm(), apptest.Unchecked())
	h := handlers.New(w.App, handlers.Options{})
	var lists []string
	operations(handlers.Document(handlers.Routes(w.App)), func(method, path string, op *rest.Operation) {
		for _, p := range op.Parameters {
			if p.Name == "cursor" {
				lists = append(lists, path)
			}
		}
	})
	for _, path := range lists {
		_, body := attempt(h, w.A.OwnerToken, "GET", path+"?lastUpdated=1970-01-01+00:00:00", "")
		var answer struct{ Meta struct{ Cursor string } }
		if json.Unmarshal([]byte(body), &answer) == nil && answer.Meta.Cursor != "" {
			f.Add(answer.Meta.Cursor)
		}
	}
	for _, s := range []string{"", "AAAA", "====", "../..", "\x00", "9223372036854775808", "AKog5af4TMeSAAAAAAAKgf4Gb957KXAMgRTA"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, cursor string) {
		for _, path := range lists {
			status, answer := attempt(h, w.B.OwnerToken, "GET", path+"?cursor="+url.QueryEscape(cursor), "")
			if status >= 500 {
				t.Fatalf("%s with %q: %d %s", path, cursor, status, answer)
			}
		}
	})
}
