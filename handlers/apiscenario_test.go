package handlers_test

import (
	"flag"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/audit"
	"marquee/app/company"
	"marquee/app/firstrun"
	"marquee/app/vault"
	"marquee/handlers"
	"marquee/handlers/apitest"
	"marquee/handlers/rest"
	"marquee/kv/kvtest"
)

// hooks are what scenarios may "do" beside requests.
var hooks = apitest.Hooks{
	// What was refused is written down.
	"refusals": func(t *testing.T, w *apptest.World) {
		t.Helper()
		if err := w.App.RunJob(t.Context(), audit.RefusedJob); err != nil {
			t.Fatal(err)
		}
	},
	// The server waits for whoever sets the box office up.
	"first run": func(t *testing.T, w *apptest.World) {
		t.Helper()
		if waits, err := firstrun.Await(t.Context(), w.App, "2345-6789-ABCD-EFGH"); err != nil || !waits {
			t.Fatal(waits, err)
		}
	},
	// The server keeps keys; a flag of it wins.
	"keys": func(_ *testing.T, w *apptest.World) {
		k := &keptKeys{of: map[string]vault.Gateway{}}
		vault.Use(w.App, k)
		vault.UseMail(w.App, k)
		vault.UsePasses(w.App, k)
	},
	"keys flag": func(_ *testing.T, w *apptest.World) {
		k := &keptKeys{flag: "--a-flag"}
		vault.Use(w.App, k)
		vault.UseMail(w.App, k)
		vault.UsePasses(w.App, k)
	},
	// The owners of both companies get a password to log in with.
	"passwords": func(t *testing.T, w *apptest.World) {
		t.Helper()
		for _, email := range []string{"owner@a.example.com", "owner@b.example.com"} {
			if _, err := company.ResetPassword(t.Context(), w.App, email, "Correct horse 1"); err != nil {
				t.Fatal(err)
			}
		}
	},
}

// keptKeys keeps keys in memory.
type keptKeys struct {
	flag string
	of   map[string]vault.Gateway
	mail vault.MailServer

	passes vault.Passes
}

func (k *keptKeys) Passes([]string) (vault.HeldPasses, error) {
	return vault.HeldPasses{Apple: k.passes.Apple != nil, Google: k.passes.Google != nil, Flag: k.flag}, nil
}

func (k *keptKeys) SetPasses(_ []string, in vault.Passes) error {
	if in.Apple != nil {
		k.passes.Apple = in.Apple
	}
	if in.Google != nil {
		k.passes.Google = in.Google
	}
	return nil
}

func (k *keptKeys) ForgetPasses([]string) error {
	k.passes = vault.Passes{}
	return nil
}

func (k *keptKeys) Mail() (vault.HeldMail, error) {
	return vault.HeldMail{URL: k.mail.URL, From: k.mail.From, HasPassword: k.mail.Password != "", Flag: k.flag}, nil
}

func (k *keptKeys) SetMail(s vault.MailServer) error {
	k.mail = s
	return nil
}

func (k *keptKeys) ForgetMail() error {
	k.mail = vault.MailServer{}
	return nil
}

func (k *keptKeys) Gateway(aliases []string) (vault.Held, error) {
	h := vault.Held{Flag: k.flag, IsSet: k.flag != ""}
	for _, alias := range aliases {
		if one, ok := k.of[alias]; ok {
			h = vault.Held{IsSet: true, LastFour: one.SecretKey[len(one.SecretKey)-4:]}
		}
	}
	return h, nil
}

func (k *keptKeys) SetGateway(alias string, in vault.Gateway) error {
	k.of[alias] = in
	return nil
}

func (k *keptKeys) ForgetGateway(aliases []string) error {
	for _, alias := range aliases {
		delete(k.of, alias)
	}
	return nil
}

// TestScenarios plays testdata/api/*.txt; handlers/apitest explains the files.
// Together they must show every operation good, bad, forbidden, and to another
// company.
func TestScenarios(t *testing.T) {
	kvtest.SingleGoroutine(t)
	files, err := filepath.Glob("../testdata/api/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	var seen []apitest.Seen
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txt"), func(t *testing.T) {
			faults := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelError}))
			seen = append(seen, apitest.Run(t, f, func(w *apptest.World) http.Handler {
				return handlers.New(w.App, handlers.Options{Log: faults, BaseURL: "http://box.office", Credit: time.Hour})
			}, hooks)...)
		})
	}
	if !strings.Contains(flag.Lookup("test.run").Value.String(), "/") {
		everyOperationIsShown(t, seen)
		keepExamples(t, seen)
		declareFields(t, seen)
		conform(t, seen)
	}
}

// everyOperationIsShown finds operations that the scenarios leave out.
func everyOperationIsShown(t *testing.T, seen []apitest.Seen) {
	t.Helper()
	shown := map[string]map[string]bool{}
	for _, s := range seen {
		path, _, _ := strings.Cut(s.Path, "?")
		key := s.Method + " " + path
		if shown[key] == nil {
			shown[key] = map[string]bool{}
		}
		for _, kind := range kindsOfStep(s) {
			shown[key][kind] = true
		}
	}
	for _, rt := range handlers.Routes(nil) {
		var lacks []string
		for _, kind := range neededKinds(rt) {
			found := false
			for _, at := range spellings(rt) {
				found = found || shown[at[0]+" "+at[1]][kind]
			}
			if !found {
				lacks = append(lacks, kind)
			}
		}
		if len(lacks) > 0 {
			t.Errorf("no scenario shows %s %s: %s", rt.Method, rt.Path, strings.Join(lacks, ", "))
		}
	}
}

// kindsOfStep says what a step shows.
func kindsOfStep(s apitest.Seen) []string {
	var kinds []string
	switch {
	case s.Status < 300:
		kinds = append(kinds, "good")
	case s.Status == http.StatusUnauthorized, s.Status == http.StatusForbidden:
		kinds = append(kinds, "forbidden")
	default:
		kinds = append(kinds, "bad")
	}
	if strings.HasSuffix(s.Who, "@B") {
		kinds = append(kinds, "another company")
	}
	return kinds
}

// neededKinds is what must be shown of a route.
func neededKinds(rt rest.Route) []string {
	switch {
	case rt.Allow == app.Anyone:
		return []string{"good", "bad"}
	case !rt.TakesInput():
		return []string{"good", "forbidden", "another company"}
	}
	return []string{"good", "bad", "forbidden", "another company"}
}
