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
	apart, known := isApart(r.dir, r.to)
	p := placesOf(r.dir)
	if !known || p.Backups != r.to {
		return
	}
	r.away.Store(p.BackupDisk && !apart)
	switch {
	case r.away.Load():
		log.Error("BACKUPS GO TO THE DISK OF THE STORE: the disk that they lay on is not mounted; mount it, and move there what was made meanwhile", "to", r.to)
	case apart && !p.BackupDisk:
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
	p := placesOf(dir)
	apart, known := isApart(dir, to)
	return p.BackupDisk && p.Backups == to && known && !apart
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
