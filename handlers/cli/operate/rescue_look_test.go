package operate

import (
	"os/exec"
	"strings"
	"testing"
	"time"

	"marquee/backup"
	"marquee/backup/journal"
	"marquee/handlers/cli/cmdline"

	"github.com/matryer/is"
)

// TestALeadNamesItsStore: where backups of several stores lie at a place, restore wants to
// be told whose is meant.
func TestALeadNamesItsStore(t *testing.T) {
	is := is.New(t)
	noon := time.Date(2026, 7, 4, 12, 0, 0, 0, time.UTC)
	written := []journal.Generation{{Store: "ours", Start: noon, End: noon.Add(time.Hour)}}
	ours := backup.Kept{Store: "ours", Made: noon.Add(time.Minute)}
	lead, ok := leadsOn([]backup.Kept{ours}, written)
	is.True(ok)
	is.Equal(lead.words, nil)
	lead, ok = leadsOn([]backup.Kept{{Store: "theirs", Made: noon.Add(time.Minute)}, ours}, written)
	is.True(ok)
	is.Equal(lead.words, []string{"--store", "ours"})
}

// TestASoundStoreAsksForNoID: that backups of others lie about, too, asks nothing where the store
// is sound and none of them goes further; an old program gave it no id.
func TestASoundStoreAsksForNoID(t *testing.T) {
	is := is.New(t)
	noon := time.Date(2026, 7, 4, 12, 0, 0, 0, time.UTC)
	found := []remains{
		{Kind: "store", Until: noon, Sound: true},
		{Kind: "backups", Store: "one", Until: noon.Add(-time.Hour), Way: []string{"one"}},
		{Kind: "backups", Store: "two", Until: noon.Add(-time.Hour), Way: []string{"two"}},
	}
	out := rescueOut{Data: "fest", Found: found, Best: waysBack(found, "")}
	var said strings.Builder
	out.print(&said)
	is.True(strings.Contains(said.String(), "The store is sound, and nothing goes further."))
	is.NoErr(out.verdict())

	found[2].Until = noon.Add(time.Hour)
	out.Best = waysBack(found, "")
	is.True(out.verdict() != nil) // it may be what became of the store
}

// TestAWordIsTypedAsItIs: a shell makes of what is printed the word that was meant.
func TestAWordIsTypedAsItIs(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell")
	}
	for _, word := range []string{
		"fest", "./été/fest-2", "s3://bucket/a", "2026-07-04T21:59:00.5Z", "", "two words", "it's", "#1", "a#1", "~", "~root/x", "[a-z]*", "{a,b}", "!1", "=sh",
		"tab\tand\nline", "$HOME", "`id`", "a;b", "a&b", "a>b", "(a)", "a|b", `a\b`, `"a"`, "\u00a0",
	} {
		t.Run(word, func(t *testing.T) {
			is := is.New(t)
			out, err := exec.Command(shell, "-c", "printf '%s' "+cmdline.Typed(word)).Output()
			is.NoErr(err)
			is.Equal(string(out), word)
		})
	}
	is.New(t).Equal(cmdline.CommandLine([]string{"marquee", "restore", "./a/b.tar.zst", "--data", "my fest"}), "marquee restore ./a/b.tar.zst --data 'my fest'")
}

// TestWhenACopyWasKept is told by the end of its name, whoever kept it.
func TestWhenACopyWasKept(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 7, 4, 12, 0, 0, 0, time.UTC)
	for name, want := range map[string]time.Time{
		"marquee.db.before-20260704T120000.000Z":         at,
		"marquee.db.before-upgrade-20260704T120000.000Z": at,
		"my-shop/marquee.db":                             {},
	} {
		if got := keptAt(name); !got.Equal(want) {
			t.Errorf("%s was kept at %s, not at %s", name, got, want)
		}
	}
}
