package cli

import (
	"log/slog"

	"marquee/backup"
	"marquee/backup/machine"
)

// A disk that is not mounted leaves a folder of the same name on the disk of the store, and
// backups go there as if nothing had happened. So it is noted once they lie on another disk.

// lookAtDisk notes that, and says when they do not any more. It is asked after each backup, when
// the folder is there.
func (r backupRun) lookAtDisk(log *slog.Logger) {
	p := placesOf(r.dir)
	apart, away := p.disk(r.dir, r.to)
	r.away.Store(away)
	switch {
	case away:
		log.Error("BACKUPS GO TO THE DISK OF THE STORE: the disk that they lay on is not mounted; mount it, and move there what was made meanwhile", "to", r.to)
	case apart && p.Backups == r.to && !p.BackupDisk:
		p.BackupDisk = true
		if err := p.write(r.dir); err != nil {
			log.Warn("it was not noted that backups lie on another disk than the store", "error", err)
		}
	}
}

// awayNote says so to whoever asks whether the server is ready.
func (r backupRun) awayNote() string {
	if r.away.Load() {
		return "; ON THE DISK OF THE STORE: that of " + r.to + " is not mounted"
	}
	return ""
}

// isAway tells whether backups lie on the disk of the store, and lay on another one.
func isAway(dir, to string) bool {
	_, away := placesOf(dir).disk(dir, to)
	return away
}

// disk tells whether backups lie on another disk than the store, and whether they did and do not
// any more. Neither is so where that cannot be known.
func (p places) disk(dir, to string) (apart, away bool) {
	apart, known := isApart(dir, to)
	return apart, known && !apart && p.BackupDisk && p.Backups == to
}

// isApart tells whether a destination is a folder on another disk than the store, where that can
// be known.
func isApart(dir, to string) (apart, known bool) {
	if backup.IsS3(to) {
		return false, false
	}
	there, err := machine.DiskOf(to)
	if err != nil || there.Device == "" {
		return false, false
	}
	here, err := machine.DiskOf(dir)
	if err != nil || here.Device == "" {
		return false, false
	}
	return here.Device != there.Device, true
}
