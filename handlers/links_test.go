package handlers_test

import (
	"context"
	"encoding/json"
	"html"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"marquee/app/apptest"
	"marquee/app/mail"
	"marquee/app/queue"
	"marquee/handlers"
	"marquee/handlers/apitest"
	"marquee/kv/kvtest"

	"github.com/matryer/is"
)

// linkBase is where the box office of these tests is.
const linkBase = "http://box.office"

var (
	toldForm = regexp.MustCompile(`http://box\.office(/[^\s"'<>()\\]*)?`)
	hrefForm = regexp.MustCompile(`(?:href|src)="(/[^"]*)"`)
)

// follower follows every address of the box office that it is shown.
type follower struct {
	t    *testing.T
	h    http.Handler
	mail sync.Mutex // mails are sent several at once
	seen map[string]bool
	// owners are the tokens of those who may do everything, each in a company.
	owners []string
	// met are the kinds of addresses.
	met map[string]bool
}

// get asks as whoever was told an address, and as those who may do everything.
func (f *follower) get(path, token string) *httptest.ResponseRecorder {
	rec := f.ask(path, token)
	for _, owner := range f.owners {
		if rec.Code >= 400 && strings.HasPrefix(path, "/v1/") {
			rec = f.ask(path, "Bearer "+owner)
		}
	}
	return rec
}

func (f *follower) ask(path, token string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, linkBase+path, nil)
	r.RemoteAddr = "192.0.2.1:1234"
	if token != "" && strings.HasPrefix(path, "/v1/") {
		r.Header.Set("Authorization", token)
	}
	rec := httptest.NewRecorder()
	f.h.ServeHTTP(rec, r)
	return rec
}

// text follows what a text tells, which came from a place.
func (f *follower) text(from, text, token string, deeper bool) {
	for _, link := range toldForm.FindAllString(text, -1) {
		f.follow(from, strings.TrimPrefix(strings.TrimRight(link, ".,;"), linkBase), token, deeper)
	}
}

// follow demands that an address leads to something, with whatever its pages tell.
func (f *follower) follow(from, path, token string, deeper bool) {
	if f.seen[path] || path == "" {
		return
	}
	f.seen[path] = true
	f.met[kindOfLink(path)] = true
	at, rec := path, f.get(path, token)
	for hops := 0; rec.Code >= 300 && rec.Code < 400 && hops < 5; hops++ {
		to := strings.TrimPrefix(rec.Header().Get("Location"), linkBase)
		if !strings.HasPrefix(to, "/") {
			return // to somebody else's site
		}
		at, rec = to, f.get(to, token)
		f.met[kindOfLink(at)] = true
	}
	if rec.Code < 200 || rec.Code >= 300 {
		f.t.Errorf("%s tells of %s, which leads to %s: %d", from, path, at, rec.Code)
		return
	}
	if deeper {
		f.told("what is behind "+from, rec, token, false)
	}
}

// told follows what an answer tells: the texts of one to a program, the links of a page, and
// whatever looks like an address in a file.
func (f *follower) told(from string, rec *httptest.ResponseRecorder, token string, deeper bool) {
	switch kind := rec.Header().Get("Content-Type"); {
	case strings.HasPrefix(kind, "application/json"):
		for _, text := range textsIn(rec.Body.Bytes()) {
			if path, own := strings.CutPrefix(text, linkBase); own { // it is an address as a whole
				f.follow(from, strings.ReplaceAll(path, " ", "%20"), token, deeper)
			} else {
				f.text(from, text, token, deeper)
			}
		}
	case strings.HasPrefix(kind, "text/html"):
		for _, m := range hrefForm.FindAllStringSubmatch(rec.Body.String(), -1) {
			path, _, _ := strings.Cut(html.UnescapeString(m[1]), "#")
			f.follow(from, path, token, deeper)
		}
	default:
		f.text(from, rec.Body.String(), token, deeper)
	}
}

// kindOfLink is an address without what differs from one to the next.
func kindOfLink(path string) string {
	path, _, _ = strings.Cut(path, "?")
	words := strings.Split(path, "/")
	for i, word := range words {
		if i > 1 && (len(word) > 15 || word == strings.ToUpper(word) && word != "" || strings.ContainsAny(word, "0123456789") || words[i-1] == "shop" || words[i-1] == "media") && word != "v1" {
			words[i] = "*"
		}
	}
	return strings.Join(words, "/")
}

// ServeHTTP answers as the box office, and follows what it tells.
func (f *follower) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rec := httptest.NewRecorder()
	f.h.ServeHTTP(rec, r)
	maps.Copy(w.Header(), rec.Header())
	w.WriteHeader(rec.Code)
	_, _ = w.Write(rec.Body.Bytes())
	if rec.Code >= 300 {
		return
	}
	from, token := r.Method+" "+kindOfLink(r.URL.Path), r.Header.Get("Authorization")
	f.told(from, rec, token, true)
	f.text(from, rec.Header().Get("Location")+" "+rec.Header().Get("Link"), token, true)
}

// textsIn are the texts of an answer, whatever they are called.
func textsIn(answer []byte) (all []string) {
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			all = append(all, v)
		case []any:
			for _, one := range v {
				walk(one)
			}
		case map[string]any:
			for _, one := range v {
				walk(one)
			}
		}
	}
	var v any
	if json.Unmarshal(answer, &v) == nil {
		walk(v)
	}
	return all
}

// Deliver follows what a mail tells.
func (f *follower) Deliver(_ context.Context, l *mail.Letter) error {
	f.mail.Lock()
	defer f.mail.Unlock()
	f.text("a mail", l.Text+" "+html.UnescapeString(l.HTML), "", true)
	return nil
}

// posting sends the mails after each request that may have made some.
type posting struct {
	*follower
	w *apptest.World
}

func (p posting) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.follower.ServeHTTP(w, r)
	if r.Method == http.MethodGet {
		return
	}
	for _, job := range []string{mail.WriteJob, queue.SendJob} {
		if err := p.w.App.RunJob(r.Context(), job); err != nil {
			p.t.Error(err)
		}
	}
}

// TestEveryLinkLeadsSomewhere: each address of the box office that an answer, a mail, a page
// behind one, a calendar or what is printed tells, in all scenarios, the moment it is told.
func TestEveryLinkLeadsSomewhere(t *testing.T) {
	kvtest.SingleGoroutine(t)
	files, err := filepath.Glob("../testdata/api/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	met := map[string]bool{}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		if strings.HasSuffix(name, "_empty") {
			continue // nothing is told there
		}
		t.Run(name, func(t *testing.T) {
			apitest.Run(t, file, func(w *apptest.World) http.Handler {
				f := &follower{t: t, h: handlers.New(w.App, handlers.Options{BaseURL: linkBase}), owners: []string{w.A.OwnerToken, w.B.OwnerToken}, seen: map[string]bool{}, met: met}
				switch name {
				case "29_event_refunds", "34_mails", "53_saved_reports": // which are about what waits
					return f
				}
				mail.Use(w.App, mail.Post{Carrier: f, From: "office@example.com", BaseURL: linkBase})
				return posting{f, w}
			}, hooks)
		})
	}
	for _, kind := range []string{"/pay/*/*", "/tickets/*", "/tickets/*/calendar.ics", "/orders/*", "/claim/*", "/basket/*/*"} {
		if !met[kind] {
			t.Errorf("no scenario tells of %s", kind)
		}
	}
}

// TestLinksOfAPassLeadSomewhere: those in the pass of a ticket, and the service that phones ask
// for a newer one.
func TestLinksOfAPassLeadSomewhere(t *testing.T) {
	is, s := is.New(t), newPassBookings(t)
	const base = "https://tickets.example.com"
	item := s.sell()["items"].([]any)[0].(map[string]any)
	files := unpacked(t, s.open(item["appleWalletPassUrl"].(string)).Body.Bytes())
	var form map[string]any
	is.NoErr(json.Unmarshal(files["pass.json"], &form))
	service := form["webServiceURL"].(string)
	is.True(strings.HasPrefix(service, base+"/"))
	newest := service + "/v1/passes/" + form["passTypeIdentifier"].(string) + "/" + form["serialNumber"].(string)
	is.Equal(s.open(newest, "Authorization", "ApplePass "+form["authenticationToken"].(string)).Code, http.StatusOK)
	delete(form, "webServiceURL")
	rest, err := json.Marshal(form)
	is.NoErr(err)
	for _, text := range append(textsIn(rest), string(files["en.lproj/pass.strings"])) {
		for _, link := range regexp.MustCompile(regexp.QuoteMeta(base)+`[^\s"<>]*`).FindAllString(text, -1) {
			is.Equal(s.open(link).Code, http.StatusOK)
		}
	}
}
