package cli

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/backup"
	"marquee/backup/journal"
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
