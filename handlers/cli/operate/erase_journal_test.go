package operate

import (
	"testing"
	"time"

	"marquee/backup/journal"

	"github.com/matryer/is"
)

// TestWhichJournalsMayHoldSomebody: those that were begun before, and those that nobody can read.
func TestWhichJournalsMayHoldSomebody(t *testing.T) {
	at := time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		g    journal.Generation
		want bool
	}{
		{journal.Generation{Store: "ours", Start: at.Add(-time.Hour)}, true},
		{journal.Generation{Store: "ours", Start: at.Add(time.Hour)}, false},
		{journal.Generation{Store: "ours", Start: at.Add(time.Hour), Damage: "cut off"}, true},
		{journal.Generation{Store: "another", Start: at.Add(-time.Hour)}, false},
		{journal.Generation{Start: at.Add(-time.Hour)}, true}, // of an older program
		{journal.Generation{Start: at.Add(time.Hour)}, false},
	} {
		is.New(t).Equal(mayHold(c.g, "ours", at), c.want)
	}
}
