package attention_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/attention"
	"marquee/app/catalog"
	"marquee/kv/kvtest"
)

// drafts makes events that nobody sees and that begin soon.
func drafts(t *testing.T, w *apptest.World, n int) {
	t.Helper()
	for i := range n {
		name, online, no := fmt.Sprint("Draft ", i), true, false
		start := w.App.Now().Add(time.Duration(i+1) * time.Hour)
		end := start.Add(time.Hour)
		_, err := catalog.CreateEvent(t.Context(), w.App, w.A.Owner, catalog.EventChange{Name: &name, Start: &start, End: &end, OnlineOnly: &online, Published: &no})
		is.New(t).NoErr(err)
	}
}

// TestNoMoreThanTheNextEventsAreLookedAt however many there are.
func TestNoMoreThanTheNextEventsAreLookedAt(t *testing.T) {
	kvtest.SingleGoroutine(t)
	is := is.New(t)
	w := apptest.New(t)
	drafts(t, w, 25)
	all, err := attention.Read(t.Context(), w.App, w.A.Owner)
	is.NoErr(err)
	is.Equal(len(all), 20)
	is.Equal(all[0].Kind, attention.EventUnpublished)
	is.Equal(all[0].Name, "Draft 0") // the next first
}

// TestBackupsAreOfWhoRunsTheInstallation, and of nobody else.
func TestBackupsAreOfWhoRunsTheInstallation(t *testing.T) {
	kvtest.SingleGoroutine(t)
	is := is.New(t)
	w := apptest.New(t)
	_, err := w.App.PlanBackups(t.Context(), "/mnt/stick", func(p *app.BackupPlan) { p.Since = w.App.Now() })
	is.NoErr(err)
	of := func(c *app.Caller) []attention.Entry {
		all, err := attention.Read(t.Context(), w.App, c)
		is.NoErr(err)
		return all
	}
	is.Equal(len(of(w.A.Owner)), 0)
	w.Clock.Jump(27 * time.Hour)
	all := of(w.A.Owner)
	is.Equal(len(all), 1)
	is.Equal(all[0].Kind, attention.Backups)
	is.Equal(all[0].Name, "/mnt/stick")
	is.Equal(len(of(w.B.Owner)), 0)
}

// TestKindsAreToldInTheirOrder: each is told once, and is what the API says.
func TestKindsAreToldInTheirOrder(t *testing.T) {
	is := is.New(t)
	seen := map[string]bool{}
	for _, k := range attention.Kinds() {
		is.True(!seen[k]) // k
		seen[k] = true
	}
	is.Equal(attention.Kinds()[0], string(attention.Backups))
	is.Equal(len(seen), 16)
}
