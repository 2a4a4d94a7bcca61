package office_test

import (
	"context"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/system"
	"marquee/handlers/web/office/screen"
)

// timedMachine tells of times and of spans of time.
type timedMachine struct {
	calmMachine
	now time.Time
}

func (m timedMachine) Look(context.Context) (system.State, error) {
	shipped, newest := 3*time.Minute, m.now.Add(-50*time.Hour)
	return system.State{
		Since: m.now.AddDate(-1, 0, 0), Shipped: &shipped, Backup: system.Backup{To: "/backups", Newest: &newest}, Sync: time.Millisecond,
		Checks: []system.Check{
			{Name: "journal", Level: system.OK, Found: app.Msg("up to %s, on another disk than the store", app.Moment(m.now.Add(-time.Minute)))},
			{Name: "shipping", Level: system.OK, Found: app.Msg("the journal was sent to %s %s", "/far", app.Ago(72*time.Hour))},
			{Name: "backups", Level: system.OK, Found: app.Msg("%s, next at %s", app.Msg("the newest verified one in %s is %s old", "/backups", app.Span(50*time.Hour)), app.Moment(m.now.Add(48*time.Hour)))},
		},
	}, nil
}

// raw are times and spans as programs write them.
var raw = regexp.MustCompile(`\d{4}-\d\d-\d\d|\bUTC\b|\d+[hm]\d+[ms]|\d\d:\d\d:\d\d`)

// TestTheMachineIsToldInPlainWords: times are on the clocks of the company, spans in words, in each
// language.
func TestTheMachineIsToldInPlainWords(t *testing.T) {
	b := newBrowser(t)
	system.Use(b.w.App, timedMachine{now: b.w.App.Now()})
	for lang, wants := range map[string][]string{
		"en": {"3 days ago", "2 days", "3 minutes", "today, "},
		"de": {"vor 3 Tagen", "2 Tage", "3 Minuten", "heute, "},
		"fr": {"il y a 3 jours", "2 jours", "3 minutes", "aujourd"},
	} {
		t.Run(lang, func(t *testing.T) {
			is := is.New(t)
			status, _ := b.post("/language", url.Values{"language": {lang}, "to": {screen.SystemPath}})
			is.Equal(status, http.StatusOK)
			status, text := b.send("GET", screen.SystemPath, nil)
			is.Equal(status, http.StatusOK)
			_, main, _ := strings.Cut(text, `<main`)
			main, _, _ = strings.Cut(main, "</main>")
			for _, want := range wants {
				if !strings.Contains(main, want) {
					t.Errorf("it does not say %q:\n%s", want, main)
				}
			}
			if found := raw.FindAllString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(main, " "), -1); len(found) > 0 {
				t.Errorf("it says %q", found)
			}
		})
	}
}
