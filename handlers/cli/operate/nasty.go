package operate

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"marquee/app/company"
	"marquee/testdata"
)

// nastyCompany is the company of the festival that breaks pages.
var nastyCompany = company.NewCompany{
	Name: "Kulturveranstaltungsgesellschaft Landesgartenschauförderverein", CurrencyCode: "EUR", Timezone: "Europe/Berlin",
}

// nastyStep is one call of testdata/demo/nasty.jsonl. In its path and body $name is the id
// of what the step called so has made, $name/a/0/b a part of its answer (* for each of a
// list), and "@+3 18:00" a day from today on and the time, in UTC.
type nastyStep struct {
	As   string `json:"as"`
	Call string `json:"call"`
	Body any    `json:"body"`
}

// makeNasty fills a new store over the API, as a promoter's own program would.
func makeNasty(ctx context.Context, program Program, store *Store) error {
	founded, err := company.Found(ctx, store.App, company.Founding{Company: nastyCompany, Email: demoOwner, OwnerName: "Demo Owner"})
	if err != nil {
		return err
	}
	everybody, _ := program.Serve(store, slog.New(slog.DiscardHandler))
	r := script{handler: everybody.Handler, token: founded.Token, now: store.App.Now(), answers: map[string]any{}}
	calls, err := testdata.Demo.ReadFile("demo/nasty.jsonl")
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(bytes.NewReader(calls))
	lines.Buffer(nil, len(calls))
	for n := 1; lines.Scan(); n++ {
		if err := r.step(ctx, lines.Bytes()); err != nil {
			return fmt.Errorf("nasty.jsonl, line %d: %w", n, err)
		}
	}
	return lines.Err()
}

// script sends calls to a handler and remembers what it answered.
type script struct {
	handler http.Handler
	token   string
	now     time.Time
	answers map[string]any
}

func (r *script) step(ctx context.Context, line []byte) error {
	var s nastyStep
	if err := json.Unmarshal(line, &s); err != nil {
		return err
	}
	method, path, _ := strings.Cut(s.Call, " ")
	path = named.ReplaceAllStringFunc(path, func(name string) string { return fmt.Sprint(r.filled(name)) })
	body, err := json.Marshal(r.filled(s.Body))
	if err != nil {
		return err
	}
	call, err := http.NewRequestWithContext(ctx, method, "/v1"+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	call.Header.Set("Authorization", "Bearer "+r.token)
	call.Header.Set("Content-Type", "application/json")
	call.RemoteAddr = "127.0.0.1:1"
	heard := kept{header: http.Header{}, status: http.StatusOK}
	r.handler.ServeHTTP(&heard, call)
	if heard.status >= 300 {
		return fmt.Errorf("%s: %d %s", s.Call, heard.status, heard.body.String())
	}
	if s.As == "" {
		return nil
	}
	var said any
	err = json.Unmarshal(heard.body.Bytes(), &said)
	r.answers[s.As] = said
	return err
}

// kept is an answer that is kept rather than sent.
type kept struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (k *kept) Header() http.Header         { return k.header }
func (k *kept) WriteHeader(status int)      { k.status = status }
func (k *kept) Write(b []byte) (int, error) { return k.body.Write(b) }

var (
	named = regexp.MustCompile(`\$\w+(/[\w*]+)*`)
	ahead = regexp.MustCompile(`^@([+-]?\d+) (\d\d:\d\d)$`)
)

// filled gives a value with what its names stand for.
func (r *script) filled(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := maps.Clone(v)
		for k := range out {
			out[k] = r.filled(out[k])
		}
		return out
	case []any:
		out := slices.Clone(v)
		for i := range out {
			out[i] = r.filled(out[i])
		}
		return out
	case string:
		return r.filledText(v)
	}
	return v
}

func (r *script) filledText(text string) any {
	if at := ahead.FindStringSubmatch(text); at != nil {
		days, _ := strconv.Atoi(at[1])
		return r.now.AddDate(0, 0, days).UTC().Format(time.DateOnly) + " " + at[2] + ":00"
	}
	if named.FindString(text) != text || text == "" {
		return text
	}
	name, way, deeper := strings.Cut(text[1:], "/")
	if !deeper {
		way = "data/id"
	}
	return part(r.answers[name], strings.Split(way, "/"))
}

// part gives the part of an answer at the end of a way.
func part(v any, way []string) any {
	if len(way) == 0 {
		return v
	}
	switch v := v.(type) {
	case map[string]any:
		return part(v[way[0]], way[1:])
	case []any:
		if n, err := strconv.Atoi(way[0]); err == nil && n < len(v) {
			return part(v[n], way[1:])
		}
		var all []any
		for _, one := range v {
			all = append(all, part(one, way[1:]))
		}
		return all
	}
	return nil
}
