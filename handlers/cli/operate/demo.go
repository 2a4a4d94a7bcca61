package operate

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/demo"
	"marquee/backup"
	"marquee/handlers/cli/cmdline"
	"marquee/testdata"

	"github.com/urfave/cli/v2"
)

// DefaultSeed makes the festival that everybody sees first.
const DefaultSeed = 1

// The company of a demo store.
const (
	demoOwner = "owner@example.com"
	demoToken = "demo"
)

var demoCompany = company.NewCompany{
	Name: "Lakeside Festival", CurrencyCode: "EUR", Timezone: "Europe/Berlin", Demo: true,
}

func DemoCommand(program Program) *cli.Command {
	return &cli.Command{
		Name:  "demo",
		Usage: "make a store with a made-up festival",
		Description: `Example:

   marquee demo --data ./large --orders 300000
   marquee demo --data ./nasty --nasty

` + cmdline.ExitCodes,
		Flags: []cli.Flag{
			cmdline.DataFlag(),
			cmdline.Whole("orders", demo.DefaultOrders, "how many `ORDERS`; an order has between four and five items"),
			cmdline.Whole("seed", DefaultSeed, "the same `NUMBER` makes the same festival"),
			cmdline.Yes("nasty", "instead a festival with all that breaks pages: long names, many scripts, every kind of ticket, code and question"),
			cmdline.JSONFlag(),
		},
		Action: func(c *cli.Context) error { return runDemo(c, program) },
	}
}

func runDemo(c *cli.Context, program Program) error {
	if err := cmdline.NoArguments(c); err != nil {
		return err
	}
	dir := c.Path("data")
	if c.Bool("nasty") && (c.IsSet("orders") || c.IsSet("seed")) {
		return cmdline.Usage("--nasty makes one festival, without --orders and --seed")
	}
	o := demo.Options{Orders: c.Int("orders"), Seed: uint64(c.Int("seed")), Progress: cmdline.Steps(c.App.ErrWriter)}
	if o.Orders < 1 {
		return cmdline.Usage("--orders must be at least 1")
	}
	if err := newStore(c.Context, dir, "", func(path string) error {
		return filled(c.Context, program, path, func(s *Store) error {
			if c.Bool("nasty") {
				return makeNasty(c.Context, program, s)
			}
			return fill(c.Context, s.App, o)
		})
	}); err != nil {
		return err
	}
	store, err := program.Open(c.Context, filepath.Join(dir, StoreFile), backup.Opening{}, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	keys, err := demoKeys(c.Context, store.App)
	if err := errors.Join(err, store.Close()); err != nil {
		return err
	}
	if c.Bool("json") {
		return cmdline.PrintJSON(c.App.Writer, keys)
	}
	if c.Bool("nasty") {
		fmt.Fprintf(c.App.Writer, "Made %s.\n\n", dir)
	} else {
		fmt.Fprintf(c.App.Writer, "Made %s with %d orders.\n\n", dir, o.Orders)
	}
	keys.print(c.App.Writer)
	_, err = fmt.Fprintf(c.App.Writer, "\nNext: marquee serve --data %s\n", cmdline.Typed(dir))
	return err
}

// MakeDemo makes a new store and fills it, in one piece.
func MakeDemo(ctx context.Context, program Program, dir, journalDir string, o demo.Options) error {
	return newStore(ctx, dir, journalDir, func(path string) error {
		return filled(ctx, program, path, func(s *Store) error { return fill(ctx, s.App, o) })
	})
}

// filled opens the store at a path, has it filled, and closes it.
func filled(ctx context.Context, program Program, path string, fill func(*Store) error) error {
	store, err := program.Open(ctx, path, backup.Opening{}, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	return errors.Join(fill(store), store.Close())
}

func fill(ctx context.Context, a *app.App, o demo.Options) error {
	founding := company.Founding{Company: demoCompany, Email: demoOwner, OwnerName: "Demo Owner"}
	founded, err := company.Found(ctx, a, founding)
	if err != nil {
		return err
	}
	owner, err := company.Authenticate(ctx, a, founded.Token, nil)
	if err != nil {
		return err
	}
	_, err = demo.Load(ctx, a, owner, o)
	return err
}

// keysJSON is how to get into a demo store.
type keysJSON struct {
	Email    string `json:"email"`
	Password string `json:"password"`
	Token    string `json:"token"`
}

func (k keysJSON) print(w io.Writer) {
	fmt.Fprintf(w, "Owner:     %s\nPassword:  %s\nAPI token: %s\n", k.Email, k.Password, k.Token)
}

// demoKeys gives the owner of a demo store a new password and a new token, and
// ends the one made the last time.
func demoKeys(ctx context.Context, a *app.App) (keysJSON, error) {
	keys := keysJSON{Email: demoOwner, Password: company.StrongPassword()}
	if _, err := company.ResetPassword(ctx, a, demoOwner, keys.Password); err != nil {
		return keys, err
	}
	old, err := company.TokensOf(ctx, a, demoOwner)
	if err != nil {
		return keys, err
	}
	for _, t := range old {
		if t.Name != demoToken || t.RevokedAt != nil {
			continue
		}
		if _, err := company.RevokeToken(ctx, a, t.ID); err != nil {
			return keys, err
		}
	}
	_, keys.Token, err = company.CreateToken(ctx, a, demoOwner, demoToken)
	return keys, err
}

// isDemo tells whether a store was made by --demo.
func isDemo(ctx context.Context, a *app.App) (bool, error) {
	demo := false
	err := a.ViewCompany(ctx, 0, func(r app.Reader) error {
		return company.EachCompany(r, func(c company.Company) error {
			demo = demo || c.Demo
			return nil
		})
	})
	return demo, err
}

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
