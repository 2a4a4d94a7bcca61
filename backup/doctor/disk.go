package doctor

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"time"

	"marquee/app"
	"marquee/backup/machine"
)

// How a file system is known to treat a database.
var (
	networks = []string{"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "lustre", "fuse.sshfs", "fuse.glusterfs", "virtiofs", "vboxsf", "fuse.s3fs", "fuse.rclone"}
	volatile = []string{"tmpfs", "ramfs"}
	simple   = []string{"vfat", "msdos", "exfat"}
	layered  = []string{"overlay", "aufs", "ecryptfs", "fuseblk", "ntfs", "ntfs3"}
)

func fileSystem(d machine.Disk) Line {
	const name = app.Noun("file system")
	found := app.Msg("%s on %s", d.FileSystem, d.Device)
	if d.Device == "" {
		found = plain(d.FileSystem)
	}
	switch {
	case d.FileSystem == "":
		return unknown(name, app.Msg("not known on this system"))
	case slices.Contains(networks, d.FileSystem):
		return Line{name, Bad, app.Msg("%s: a network share", found), app.Msg("Locks and syncs are not to be trusted there. Move the folder to a disk of this machine.")}
	case slices.Contains(volatile, d.FileSystem):
		return Line{name, Bad, app.Msg("%s: memory, no disk", found), app.Msg("Everything is gone when the machine stops. Move the folder to a disk.")}
	case slices.Contains(simple, d.FileSystem):
		return Line{name, Bad, app.Msg("%s: no journal and no permissions", found), app.Msg("A power cut can damage the whole card or stick. Use ext4, xfs, APFS or NTFS.")}
	case slices.Contains(layered, d.FileSystem), strings.HasPrefix(d.FileSystem, "fuse"):
		return Line{name, Warn, app.Msg("%s: a layer over another file system", found), app.Msg("Put the folder on the disk itself; for a container, on a volume of its own.")}
	}
	return fine(name, found)
}

// mountForWriting is what to do about a disk that is mounted read only.
func mountForWriting() app.Message {
	return app.Msg("Mount it for writing, and look into the system log why it is not: it may be a failing disk.")
}

func mountOptions(d machine.Disk, kernel string) Line {
	const name = app.Noun("mount options")
	has := func(o string) bool { return slices.Contains(d.Options, o) }
	switch {
	case d.FileSystem == "":
		return unknown(name, app.Msg("not known on this system"))
	case has("ro"):
		return Line{name, Bad, app.Msg("read only"), mountForWriting()}
	case has("nobarrier"), has("barrier=0"):
		return Line{name, Bad, app.Msg("barriers are off"), app.Msg("A power cut can damage the store. Mount it without nobarrier.")}
	case has("data=writeback"):
		return Line{name, Warn, plain("data=writeback"), app.Msg("A power cut can leave old bytes in new files. Mount it with data=ordered.")}
	case has("fast_commit") && !sinceKernel(kernel, 6, 0):
		return Line{name, Warn, app.Msg("fast_commit on kernel %s", kernel), app.Msg("Old kernels lost commits with it. Turn it off with tune2fs -O ^fast_commit, or use kernel 6 or later.")}
	}
	return fine(name, app.Msg("nothing dangerous among %s", strings.Join(d.Options, ",")))
}

// sinceKernel tells whether a kernel's release is at least major.minor; one that
// cannot be read counts as new.
func sinceKernel(release string, major, minor int) bool {
	var a, b int
	if n, _ := fmt.Sscanf(release, "%d.%d", &a, &b); n != 2 {
		return true
	}
	return a > major || a == major && b >= minor
}

func media(d machine.Disk) Line {
	const name = app.Noun("media")
	switch {
	case d.FileSystem == "":
		return unknown(name, app.Msg("not known on this system"))
	case strings.Contains(d.Device, "mmcblk"):
		return Line{name, Warn, app.Msg("%s: an SD card or eMMC", d.Device), app.Msg("Cards wear out and lie about syncs. Use an SSD, or back up to another device often.")}
	case d.Removable:
		return Line{name, Warn, app.Msg("%s: removable", d.Device), app.Msg("Pulling it out stops the box office. Use a built-in disk and keep backups on the stick.")}
	}
	return fine(name, app.Msg("built in"))
}

func syncedFolder(by string) Line {
	const name = app.Noun("synced folder")
	if by == "" {
		return fine(name, app.Msg("no program copies the folder elsewhere"))
	}
	return Line{name, Bad, app.Msg("the folder lies in a folder of %s", by), app.Msg("A copy of a file that is written to is broken, and a sync back overwrites sales. Move the folder out and use marquee backup.")}
}

const (
	// tooFast is a sync that no disk can have made.
	tooFast = 50 * time.Microsecond
	// tooSlow is a sync that guests at a door feel.
	tooSlow = 100 * time.Millisecond
)

func commits(f Facts) Line {
	const name = app.Noun("disk syncs")
	if errors.Is(f.SyncsErr, syscall.EROFS) {
		return Line{name, Bad, app.Msg("cannot write to the folder: the disk is mounted read only"), mountForWriting()}
	}
	if f.SyncsErr != nil || len(f.Syncs) == 0 {
		return Line{name, Bad, app.Msg("cannot write to the folder: %v", f.SyncsErr), app.Msg("Give the user who runs the server the folder: chown, chmod 700.")}
	}
	p50, p99 := at(f.Syncs, 50), at(f.Syncs, 99)
	found := app.Msg("%d syncs: half took %s or less, one in a hundred more than %s; good for %.0f commits a second", len(f.Syncs), millis(p50), millis(p99), sustainable(p99))
	switch {
	case p50 < tooFast:
		return Line{name, Warn, app.Msg("%s; no disk is that fast", found), app.Msg("Something promises what it has not done: a cache without a battery, or a virtual disk with unsafe caching. Ask the provider, or set the disk's cache to write-through.")}
	case p99 > tooSlow:
		return Line{name, Warn, found, app.Msg("Every sale and scan waits for a sync. Use an SSD, and keep other programs off the disk.")}
	}
	return fine(name, found)
}

// at is the percentile of times in order of length.
func at(times []time.Duration, percent int) time.Duration {
	return times[(len(times)-1)*percent/100]
}

// sustainable is how many commits a second a disk bears with room to spare, each
// with two syncs of the slow sort.
func sustainable(p99 time.Duration) float64 {
	return 1 / (2 * max(p99, time.Microsecond).Seconds())
}

// millis is a short time in milliseconds, as each language writes it.
type millis time.Duration

// String writes it in English.
func (m millis) String() string { return m.Say("en") }

// Say writes it in a language.
func (m millis) Say(language string) string {
	return decimal(language, fmt.Sprintf("%.2f ms", float64(time.Duration(m).Microseconds())/1000))
}

// decimal is a number with the sign before its decimals that a language has.
func decimal(language, text string) string {
	if language != "en" {
		text = strings.Replace(text, ".", ",", 1)
	}
	return text
}

const (
	megabyte = 1 << 20
	gigabyte = 1 << 30
)

func store(f Facts) Line {
	const name = app.Noun("store")
	switch {
	case f.LogMissing:
		return Line{name, Bad, app.Msg("its log is missing"), app.Msg("Put marquee.db.log-1 and -2 beside it again. Where they are gone, what was in them alone is lost; without it goes on: %s", f.toType("marquee serve")+" --without-log")}
	case f.Damage != "":
		return Line{name, Bad, plain(f.Damage), app.Msg("Keep the file as it is, and stop the server. Which command loses least: %s", f.toType("marquee rescue"))}
	case f.LastCommit.IsZero():
		return fine(name, app.Msg("none yet"))
	}
	return fine(name, app.Msg("last commit not after %s", app.Moment(f.LastCommit)))
}

// A file with so much that is free, and with more free than in use, is worth
// making small.
const muchFree = 256 * megabyte

func freePages(f Facts) Line {
	const name = app.Noun("free pages")
	found := app.Msg("%s of %s in the store are free for what comes", size(f.FreeBytes), size(f.FileBytes))
	switch {
	case f.Damage != "":
		return unknown(name, app.Msg("the store is damaged"))
	case f.LastCommit.IsZero():
		return fine(name, app.Msg("none yet"))
	case f.FreeBytes >= muchFree && f.FreeBytes > f.FileBytes/2:
		return Line{name, Warn, found, app.Msg("This gives them back, also while the server runs; choose a quiet hour, and leave room for two more files: %s", f.toType("marquee compact"))}
	}
	return fine(name, found)
}

func space(f Facts) Line {
	const name = app.Noun("free space")
	if f.SpaceErr != nil {
		return unknown(name, plain(f.SpaceErr.Error()))
	}
	found := app.Msg("%s of %s", size(f.Space.Free), size(f.Space.Total))
	switch {
	case f.Space.Free < 256*megabyte:
		return Line{name, Bad, found, app.Msg("The server does not start with less than 256 MB. Make room on the disk.")}
	case f.Space.Free < gigabyte, f.Space.Free < f.Space.Total/10:
		return Line{name, Warn, found, app.Msg("Make room: below 500 MB there are no new sales, below 100 MB only scans and refunds.")}
	}
	return fine(name, found)
}

// size is a number of bytes, as each language writes it.
type size int64

// String writes it in English.
func (n size) String() string { return n.Say("en") }

// Say writes it in a language.
func (n size) Say(language string) string {
	unit := map[string]string{"fr": "o"}[language]
	if unit == "" {
		unit = "B"
	}
	if n < gigabyte {
		return fmt.Sprintf("%d M%s", n/megabyte, unit)
	}
	return decimal(language, fmt.Sprintf("%.1f G%s", float64(n)/gigabyte, unit))
}

// SyncTimes are how long half of the syncs take at most, and all but one in a hundred; 0 where
// none was measured.
func (f *Facts) SyncTimes() (half, most time.Duration) {
	if len(f.Syncs) == 0 {
		return 0, 0
	}
	return at(f.Syncs, 50), at(f.Syncs, 99)
}
