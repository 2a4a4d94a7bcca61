package apitest

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1" // what authenticator apps reckon with
	"encoding/base32"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
)

// Hooks are what a scenario may do beside requests: "do sweep".
type Hooks map[string]func(t *testing.T, w *apptest.World)

// Seen is one request of a scenario with the answer it got.
type Seen struct {
	Method, Path, Who string
	Status            int
	// URL is the path with its variables filled in, Body and Answer what was sent and
	// answered.
	URL          string
	Body, Answer []byte
}

// Run plays a file against a handler made for a new world, and tells what was
// asked. With MARQUEE_API_URL the requests go there; see Proxied.
func Run(t *testing.T, file string, handler func(*apptest.World) http.Handler, hooks Hooks) []Seen {
	t.Helper()
	f, err := ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var world []apptest.Option
	if strings.HasSuffix(file, "_empty.txt") {
		world = append(world, apptest.Empty())
	}
	w := apptest.New(t, world...)
	p := &player{
		world: w, send: direct(handler(w)), hooks: hooks, vars: map[string]any{},
		uuids: map[string]string{}, tokens: map[string]string{},
	}
	if w.A != nil {
		p.vars["companyA"], p.vars["companyB"], p.vars["currency"] = num(w.A.Company.ID), num(w.B.Company.ID), num(w.A.Currency().ID)
	}
	if proxy := os.Getenv("MARQUEE_API_URL"); proxy != "" {
		p.send = proxied(t, proxy, handler(w))
	}
	for _, s := range f.Sections {
		t.Run(s.Name, func(t *testing.T) {
			for _, step := range s.Steps {
				p.play(t, f.Name, step)
			}
		})
	}
	return p.seen
}

func num(n int64) json.Number { return json.Number(strconv.FormatInt(n, 10)) }

// player plays the steps of one file.
type player struct {
	world *apptest.World
	send  func(*http.Request) (*http.Response, error)
	hooks Hooks
	vars  map[string]any
	uuids map[string]string
	// tokens remembers who was asked for: a user is suspended only once.
	tokens map[string]string
	seen   []Seen
}

func (p *player) play(t *testing.T, file string, s Step) {
	t.Helper()
	where := fmt.Sprintf("%s:%d", file, s.Line)
	switch s.Word {
	case "clock":
		d, err := duration(s.Arg)
		if err != nil {
			t.Fatalf("%s: %v", where, err)
		}
		p.world.Clock.Jump(d)
		return
	case "do":
		hook := p.hooks[s.Arg]
		if hook == nil {
			t.Fatalf("%s: no hook named %s", where, s.Arg)
		}
		hook(t, p.world)
		return
	}
	res, body := p.request(t, where, s)
	p.seen = append(p.seen, Seen{s.Method, s.Path, s.Who, res.StatusCode, p.fill(s.Path), []byte(p.fill(s.Body)), body})
	if res.StatusCode != s.Status {
		t.Fatalf("%s: %s %s as %s: status %d, want %d: %s", where, s.Method, s.Path, s.Who, res.StatusCode, s.Status, body)
	}
	for _, v := range violations(res) {
		t.Errorf("%s: %s %s departs from the document: %s", where, s.Method, s.Path, v)
	}
	for _, h := range s.WantHeader {
		want := p.fill(h[1])
		if got := res.Header.Get(h[0]); got != want && (want != "*" || got == "") {
			t.Errorf("%s: header %s is %q, want %q", where, h[0], got, want)
		}
	}
	p.compare(t, where, s, body)
}

func (p *player) request(t *testing.T, where string, s Step) (*http.Response, []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), s.Method, "http://box.office/v1"+strings.ReplaceAll(p.fill(s.Path), " ", "%20"), strings.NewReader(p.fill(s.Body)))
	if err != nil {
		t.Fatalf("%s: %v", where, err)
	}
	if s.Body == "" {
		r.Body, r.ContentLength = http.NoBody, 0
	} else {
		r.Header.Set("Content-Type", "application/json")
	}
	token, err := p.token(s.Who)
	if err != nil {
		t.Fatalf("%s: %v", where, err)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	for _, h := range s.Header {
		r.Header.Set(h[0], p.fill(h[1]))
	}
	res, err := p.send(r)
	if err != nil {
		t.Fatalf("%s: %v", where, err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatalf("%s: %v", where, err)
	}
	return res, body
}

func (p *player) compare(t *testing.T, where string, s Step, body []byte) {
	t.Helper()
	if strings.TrimSpace(s.Want) == "" {
		return
	}
	want, err := parsePattern(p.moments(s.Want), p.fill)
	if err != nil {
		t.Fatalf("%s: %v", where, err)
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var got any
	if err := d.Decode(&got); err != nil {
		t.Fatalf("%s: the answer is not JSON: %v: %s", where, err, body)
	}
	if wrong := want.match("", got, p.vars); len(wrong) > 0 {
		t.Errorf("%s: %s %s:\n\t%s\ngot %s", where, s.Method, s.Path, strings.Join(wrong, "\n\t"), body)
	}
}

// token is newToken, remembered.
func (p *player) token(who string) (string, error) {
	if token, ok := p.tokens[who]; ok {
		return token, nil
	}
	token, err := p.newToken(who)
	p.tokens[who] = token
	return token, err
}

// newToken finds a token for a word such as "sales.sell+orders.view@B".
func (p *player) newToken(who string) (string, error) {
	name, company, _ := strings.Cut(who, "@")
	side := p.world.A
	if company == "B" {
		side = p.world.B
	}
	switch name {
	case "nobody":
		return "", nil
	case "bad":
		return "this-token-never-was", nil
	case "owner":
		return side.OwnerToken, nil
	case "none":
		return side.TokenWith(), nil
	case "suspended":
		return side.Suspended(), nil
	case "revoked":
		return side.Revoked(), nil
	}
	var abilities []app.Ability
	for a := range strings.SplitSeq(name, "+") {
		if !app.Ability(a).Known() {
			return "", fmt.Errorf("nobody is called %q", who)
		}
		abilities = append(abilities, app.Ability(a))
	}
	return side.TokenWith(abilities...), nil
}

var (
	variableForm = regexp.MustCompile(`\$(?:([A-Za-z]\w*)|\{([A-Za-z]\w*)\})`)
	momentForm   = regexp.MustCompile(`\{(now|stamp|uuid|code)(?:([+-]\d+[smhd])|:(\w+))?\}`)
)

// fill replaces variables and moments in what is sent.
func (p *player) fill(text string) string {
	text = p.moments(text)
	return variableForm.ReplaceAllStringFunc(text, func(m string) string {
		name := variableForm.FindStringSubmatch(m)
		v, ok := p.vars[name[1]+name[2]]
		if !ok {
			return m
		}
		if s, isText := v.(string); isText {
			return s
		}
		return show(v)
	})
}

// moments replaces {now+1h} and its kin, and codes of authenticator apps.
func (p *player) moments(text string) string {
	return momentForm.ReplaceAllStringFunc(text, func(m string) string {
		part := momentForm.FindStringSubmatch(m)
		switch part[1] {
		case "uuid":
			return p.uuid(part[3])
		case "code":
			return p.code(part[3])
		}
		at := p.world.Clock.Now().UTC()
		if part[2] != "" {
			d, err := duration(part[2])
			if err != nil {
				return m
			}
			at = at.Add(d)
		}
		if part[1] == "stamp" {
			return at.Format("2006-01-02T15:04:05.000000Z")
		}
		return at.Format(time.DateTime)
	})
}

func (p *player) uuid(name string) string {
	if p.uuids[name] == "" {
		var b [16]byte
		_, _ = rand.Read(b[:])
		b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
		p.uuids[name] = fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
	}
	return p.uuids[name]
}

// code is what an authenticator app shows now that was given the secret in a variable: RFC 6238
// with SHA-1, 30 seconds and six digits.
func (p *player) code(name string) string {
	secret, _ := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(fmt.Sprint(p.vars[name]))
	mac := hmac.New(sha1.New, secret)
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(p.world.Clock.Now().Unix()/30)))
	sum := mac.Sum(nil)
	at := sum[len(sum)-1] & 0xf
	return fmt.Sprintf("%06d", binary.BigEndian.Uint32(sum[at:])&0x7fffffff%1_000_000)
}

// duration reads +10m, -1h or +2d.
func duration(text string) (time.Duration, error) {
	if days, ok := strings.CutSuffix(text, "d"); ok {
		n, err := strconv.Atoi(days)
		return time.Duration(n) * 24 * time.Hour, err
	}
	return time.ParseDuration(text)
}

// direct calls the handler without a network.
func direct(h http.Handler) func(*http.Request) (*http.Response, error) {
	return func(r *http.Request) (*http.Response, error) {
		r.RequestURI, r.RemoteAddr = r.URL.RequestURI(), "192.0.2.1:1234"
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Result(), nil
	}
}
