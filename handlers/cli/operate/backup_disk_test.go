package operate

import (
	"log/slog"
	"sync/atomic"
	"testing"

	"marquee/backup/machine"

	"github.com/matryer/is"
)

// TestADiskIsMissed: backups lie on the disk of the store, which they did not before, did all the
// time, or do elsewhere.
func TestADiskIsMissed(t *testing.T) {
	dir, to := realFolder(t.TempDir()), realFolder(t.TempDir())
	if d, err := machine.DiskOf(dir); err != nil || d.Device == "" {
		t.Skip("which disk a folder lies on is not known here")
	}
	for name, c := range map[string]struct {
		noted places
		away  bool
	}{
		"lay on another disk":           {places{Data: dir, Backups: to, BackupDisk: true}, true},
		"lay there all the time":        {places{Data: dir, Backups: to}, false},
		"another folder lay there":      {places{Data: dir, Backups: to + "2", BackupDisk: true}, false},
		"the folder that was copied":    {places{Data: dir + "2", Backups: to, BackupDisk: true}, false},
		"nothing is noted of elsewhere": {places{Data: dir}, false},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			is.NoErr(c.noted.write(dir))
			r := backupRun{dir: dir, to: to, away: new(atomic.Bool)}
			r.lookAtDisk(slog.New(slog.DiscardHandler))
			is.Equal(r.awayNote() != "", c.away)
			is.Equal(isAway(dir, to), c.away)
		})
	}
}
