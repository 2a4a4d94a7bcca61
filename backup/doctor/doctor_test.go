package doctor

import (
	"errors"
	"io/fs"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/backup/machine"
)

// anyTime is a time of the day.
var anyTime = regexp.MustCompile(`\d\d:\d\d(:\d\d)?`)

var noon = time.Date(2026, 7, 4, 12, 0, 0, 0, time.UTC)

// healthy is a machine about which there is nothing to say.
func healthy() Facts {
	return Facts{
		Disk:   machine.Disk{FileSystem: "ext4", Device: "/dev/sda1", Mount: "/", Options: []string{"relatime", "rw"}},
		Kernel: "6.1.0-18-amd64", Syncs: times(200, time.Millisecond),
		Space:  machine.Space{Free: 20 * gigabyte, Total: 40 * gigabyte},
		Memory: machine.Memory{Total: 2 * gigabyte, Available: gigabyte},
		Now:    noon, LastCommit: noon.Add(-time.Hour),
		Folder: 0o700, Files: map[string]fs.FileMode{"marquee.db": 0o600}, Modes: true,
		Address: Address{Listen: "127.0.0.1:8080", BaseURL: "https://tickets.example.com"},
		Backups: Backups{Folder: "backups", Newest: noon.Add(-time.Hour)},
	}
}

func times(n int, each time.Duration) (all []time.Duration) {
	for range n {
		all = append(all, each)
	}
	return all
}

func TestAHealthyMachineIsToldSo(t *testing.T) {
	is := is.New(t)
	for _, l := range Judge(healthy()) {
		is.Equal(l.Level, OK) // every line of a healthy machine
		is.Equal(l.Do.Format, "")
	}
	is.Equal(Worst(Judge(healthy())), OK)
}

func TestNothingKnownIsNothingBad(t *testing.T) {
	is := is.New(t)
	f := healthy()
	f.Disk, f.Memory, f.Modes, f.SpaceErr = machine.Disk{}, machine.Memory{}, false, errors.New("not known")
	is.Equal(Worst(Judge(f)), OK)
	is.Equal(named(t, f, "file system").Level, Unknown)
	is.Equal(named(t, f, "free space").Level, Unknown)
}

func ends(after ...time.Duration) func(*Facts) {
	return func(f *Facts) {
		for _, d := range after {
			f.Certificates = append(f.Certificates, Certificate{"tickets.example.com", noon.Add(d)})
		}
	}
}

func named(t *testing.T, f Facts, name string) Line {
	t.Helper()
	for _, l := range Judge(f) {
		if string(l.Name) == name {
			return l
		}
	}
	t.Fatalf("no line %q", name)
	return Line{}
}

func TestWhatIsWrongIsTold(t *testing.T) {
	disk := func(kind, device string, options ...string) func(*Facts) {
		return func(f *Facts) { f.Disk = machine.Disk{FileSystem: kind, Device: device, Options: options} }
	}
	for _, c := range []struct {
		must, line string
		want       Level
		change     func(*Facts)
	}{
		{"a network share is bad", "file system", Bad, disk("nfs4", "server:/x")},
		{"memory is no disk", "file system", Bad, disk("tmpfs", "tmpfs")},
		{"a stick without a journal is bad", "file system", Bad, disk("vfat", "/dev/sdb1")},
		{"a container's layer is a warning", "file system", Warn, disk("overlay", "overlay")},
		{"an unknown fuse is a warning", "file system", Warn, disk("fuse.mergerfs", "x")},
		{"read only is bad", "mount options", Bad, disk("ext4", "/dev/sda1", "ro")},
		{"no barriers is bad", "mount options", Bad, disk("ext4", "/dev/sda1", "nobarrier", "rw")},
		{"writeback is a warning", "mount options", Warn, disk("ext4", "/dev/sda1", "data=writeback")},
		{"fast_commit on an old kernel is a warning", "mount options", Warn, func(f *Facts) {
			disk("ext4", "/dev/sda1", "fast_commit")(f)
			f.Kernel = "5.10.0-9-amd64"
		}},
		{"fast_commit on a new kernel is fine", "mount options", OK, disk("ext4", "/dev/sda1", "fast_commit")},
		{"an SD card is a warning", "media", Warn, disk("ext4", "/dev/mmcblk0p2")},
		{"a stick is a warning", "media", Warn, func(f *Facts) { f.Disk.Removable = true }},
		{"a synced folder is bad", "synced folder", Bad, func(f *Facts) { f.SyncedBy = "Dropbox" }},
		{"syncs at the speed of memory are a lying cache", "disk syncs", Warn, func(f *Facts) { f.Syncs = times(200, 49*time.Microsecond) }},
		{"syncs of a fast disk are fine", "disk syncs", OK, func(f *Facts) { f.Syncs = times(200, 50*time.Microsecond) }},
		{"slow syncs are a warning", "disk syncs", Warn, func(f *Facts) { f.Syncs = append(times(197, time.Millisecond), times(3, time.Second)...) }},
		{"two slow syncs of 200 are none of them", "disk syncs", OK, func(f *Facts) { f.Syncs = append(times(199, time.Millisecond), time.Second) }},
		{"a folder that cannot be written is bad", "disk syncs", Bad, func(f *Facts) { f.Syncs, f.SyncsErr = nil, fs.ErrPermission }},
		{"less than 256 MB is bad", "free space", Bad, func(f *Facts) { f.Space.Free = 256*megabyte - 1 }},
		{"less than 1 GB is a warning", "free space", Warn, func(f *Facts) { f.Space.Free = gigabyte - 1 }},
		{"less than a tenth is a warning", "free space", Warn, func(f *Facts) { f.Space = machine.Space{Free: 9 * gigabyte, Total: 100 * gigabyte} }},
		{"a damaged store is bad", "store", Bad, func(f *Facts) { f.Damage = "page 7" }},
		{"one whose log is missing is bad", "store", Bad, func(f *Facts) { f.Damage, f.LogMissing = "no log", true }},
		{"no store yet is fine", "store", OK, func(f *Facts) { f.LastCommit = time.Time{} }},
		{"a file that is mostly free is a warning", "free pages", Warn, func(f *Facts) { f.FreeBytes, f.FileBytes = 600*megabyte, gigabyte }},
		{"one of which half is free is fine", "free pages", OK, func(f *Facts) { f.FreeBytes, f.FileBytes = 512*megabyte, gigabyte }},
		{"a small one that is mostly free is fine", "free pages", OK, func(f *Facts) { f.FreeBytes, f.FileBytes = 255*megabyte, 256*megabyte }},
		{"a file a little behind its log is fine", "log", OK, func(f *Facts) { f.Log = &Log{Commits: 3, Bytes: megabyte, Age: time.Second} }},
		{"one with everything too", "log", OK, func(f *Facts) { f.Log = &Log{} }},
		{"one that cannot keep up is a warning", "log", Warn, func(f *Facts) { f.Log = &Log{Commits: 96, Bytes: megabyte, Age: 10 * time.Second} }},
		{"no store yet has none", "free pages", OK, func(f *Facts) { f.LastCommit = time.Time{} }},
		{"a damaged store has nobody knows how many", "free pages", Unknown, func(f *Facts) { f.Damage = "page 7" }},
		{"a clock at the beginning of time is bad", "clock", Bad, func(f *Facts) { f.Now = time.Unix(0, 0) }},
		{"a store a minute ahead is a warning", "clock", Warn, func(f *Facts) { f.LastCommit = noon.Add(time.Minute) }},
		{"a store an hour ahead is bad", "clock", Bad, func(f *Facts) { f.LastCommit = noon.Add(time.Hour) }},
		{"a second ahead is fine", "clock", OK, func(f *Facts) { f.LastCommit = noon.Add(time.Second) }},
		{"little memory is a warning", "memory", Warn, func(f *Facts) { f.Memory.Available = 200 * megabyte }},
		{"no memory is bad", "memory", Bad, func(f *Facts) { f.Memory.Available = 100 * megabyte }},
		{"a folder open to others is a warning", "permissions", Warn, func(f *Facts) { f.Folder = 0o750 }},
		{"a file open to others in a closed folder is a warning", "permissions", Warn, func(f *Facts) { f.Files["marquee.db"] = 0o644 }},
		{"both are bad", "permissions", Bad, func(f *Facts) { f.Folder, f.Files["marquee.db"] = 0o755, 0o644 }},
		{"root is a warning", "user", Warn, func(f *Facts) { f.Root = true }},
		{"nonsense for a base URL is bad", "address", Bad, func(f *Facts) { f.Address.BaseURL = "tickets.example.com" }},
		{"http to the world is a warning", "address", Warn, func(f *Facts) { f.Address.BaseURL = "http://tickets.example.com" }},
		{"http on this machine is fine", "address", OK, func(f *Facts) { f.Address.BaseURL = "http://localhost:8080" }},
		{"listening everywhere is a warning", "address", Warn, func(f *Facts) { f.Address.Listen = "0.0.0.0:8080" }},
		{"listening on every name is a warning", "address", Warn, func(f *Facts) { f.Address.Listen = ":8080" }},
		{"listening everywhere with TLS is fine", "address", OK, func(f *Facts) { f.Address.Listen, f.Address.TLS = ":443", true }},
		{"a certificate for a month is fine", "certificates", OK, ends(30 * 24 * time.Hour)},
		{"a certificate for a week is a warning", "certificates", Warn, ends(7 * 24 * time.Hour)},
		{"a certificate that has ended is bad", "certificates", Bad, ends(0)},
		{"the one that ends first counts", "certificates", Bad, ends(time.Hour, -time.Hour, 2*time.Hour)},
		{"a certificate that cannot be read is bad", "certificates", Bad, func(f *Facts) { f.CertificatesErr = fs.ErrPermission }},
		{"no journal yet is fine", "journal", OK, func(*Facts) {}},
		{"a journal that ends with the store is fine", "journal", OK, func(f *Facts) { f.Journal.End = f.LastCommit }},
		{"one that ends before it is a warning", "journal", Warn, func(f *Facts) { f.Journal.End = f.LastCommit.Add(-time.Minute) }},
		{"one that is damaged is bad", "journal", Bad, func(f *Facts) { f.Journal = Journal{End: f.LastCommit, Damage: "byte 7"} }},
		{"one that does not lead to the store is bad", "journal", Bad, func(f *Facts) { f.Journal = Journal{End: f.LastCommit, Fault: "digest"} }},
		{"no server has no jobs", "jobs", OK, func(*Facts) {}},
		{"jobs that do their work are fine", "jobs", OK, func(f *Facts) { f.Work = Work{Served: true, Jobs: []Job{{Name: "x"}}} }},
		{"a job that fails is bad", "jobs", Bad, func(f *Facts) { f.Work = Work{Served: true, Jobs: []Job{{Name: "x", Failing: 1, Problem: "no"}}} }},
		{"a job that skips records is a warning", "jobs", Warn, func(f *Facts) { f.Work = Work{Served: true, Jobs: []Job{{Name: "x", Skipped: 2}}} }},
		{"an outbox that is sent is fine", "outbox", OK, func(f *Facts) { f.Work = Work{Served: true, Outbox: []Outbox{{Kind: "x", Waiting: 9, Oldest: noon}}} }},
		{"payments that are all resolved are fine", "payments", OK, func(f *Facts) { f.Work = Work{Served: true} }},
		{"a payment that has just begun is fine", "payments", OK, func(f *Facts) {
			f.Work = Work{Served: true, Payments: Payments{Unresolved: 1, Oldest: noon.Add(-time.Minute)}}
		}},
		{"a payment that is long in doubt is a warning", "payments", Warn, func(f *Facts) {
			f.Work = Work{Served: true, Payments: Payments{Unresolved: 1, Oldest: noon.Add(-time.Hour)}}
		}},
		{"a payment that is disputed is a warning", "disputes", Warn, func(f *Facts) { f.Work = Work{Served: true, Payments: Payments{Discrepancies: 1}} }},
		{"no dispute is fine", "disputes", OK, func(f *Facts) { f.Work = Work{Served: true} }},
		{"mails that went are fine", "mail", OK, func(f *Facts) { f.Work = Work{Served: true, Mails: Mails{Server: true}} }},
		{"no mail server is fine where nothing is mailed", "mail", OK, func(f *Facts) { f.Work = Work{Served: true} }},
		{"mails that are held are a warning", "mail", Warn, func(f *Facts) { f.Work = Work{Served: true, Mails: Mails{Held: 2}} }},
		{"so they are with a mail server", "mail", Warn, func(f *Facts) { f.Work = Work{Served: true, Mails: Mails{Held: 2, Server: true}} }},
		{"mails that were given up are a warning", "mail", Warn, func(f *Facts) { f.Work = Work{Served: true, Mails: Mails{Dead: 1, Server: true}} }},
		{"a dead letter is a warning", "outbox", Warn, func(f *Facts) { f.Work = Work{Served: true, Outbox: []Outbox{{Kind: "x", Dead: 1}}} }},
		{"what waits for an hour is a warning", "outbox", Warn, func(f *Facts) {
			f.Work = Work{Served: true, Outbox: []Outbox{{Kind: "x", Waiting: 1, Oldest: noon.Add(-time.Hour)}}}
		}},
		{"what nothing sends is a warning", "outbox", Warn, func(f *Facts) {
			f.Work = Work{Served: true, Outbox: []Outbox{{Kind: "x", Waiting: 1, Oldest: noon, Unsent: true}}}
		}},
		{"no backup is a warning", "backups", Warn, func(f *Facts) { f.Backups.Newest = time.Time{} }},
		{"a backup of two days ago is a warning", "backups", Warn, func(f *Facts) { f.Backups.Newest = noon.Add(-48 * time.Hour) }},
		{"a backup of last month is bad", "backups", Bad, func(f *Facts) { f.Backups.Newest = noon.AddDate(0, -1, 0) }},
		{"another server at the same place is bad", "backups", Bad, func(f *Facts) { f.Backups = Backups{Planned: plain("an hour old"), Other: "x"} }},
		{"a plan that is kept is fine", "backups", OK, func(f *Facts) { f.Backups = Backups{Planned: plain("an hour old")} }},
		{"a failing plan is a warning", "backups", Warn, func(f *Facts) { f.Backups = Backups{Planned: plain("x"), Failing: true} }},
		{"a stale plan is bad", "backups", Bad, func(f *Facts) { f.Backups = Backups{Planned: plain("x"), Failing: true, Stale: true} }},
		{"a journal that is shipped is fine", "shipping", OK, func(f *Facts) { f.Journal.Shipped = Shipped{To: "far"} }},
		{"one that is not for a moment is a warning", "shipping", Warn, func(f *Facts) { f.Journal.Shipped = Shipped{To: "far", Age: time.Minute, Problem: "x"} }},
		{"one that is not for long is bad", "shipping", Bad, func(f *Facts) { f.Journal.Shipped = Shipped{To: "far", Age: time.Hour, Problem: "x"} }},
		{"a newest backup that failed is bad", "backups", Bad, func(f *Facts) { f.Backups.LastBad = true }},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			f := healthy()
			c.change(&f)
			l := named(t, f, c.line)
			is.Equal(l.Level, c.want)
			is.Equal(l.Do.Format == "", l.Level == OK || l.Level == Unknown) // advice exactly where it is needed
			is.True(l.Found.Format != "")
			is.Equal(len(anyTime.FindAllString(l.Found.String(), -1)), strings.Count(l.Found.String(), " UTC")) // each with its zone
		})
	}
}

// TestWhatToTypeNamesTheFolder: without --data a command looks into another folder.
func TestWhatToTypeNamesTheFolder(t *testing.T) {
	is := is.New(t)
	f := healthy()
	f.Data, f.Damage = "'my fest'", "cut off"
	f.Backups = Backups{Planned: plain("old"), Stale: true, Dest: "/mnt/stick"}
	f.Journal.Fault = "it differs"
	f.Work = Work{
		Served: true, Mails: Mails{Dead: 1, Server: true}, Webhooks: Webhooks{Dead: 1}, Payments: Payments{Unresolved: 1, Discrepancies: 1}, Jobs: []Job{{Name: "x", Skipped: 1}},
		Outbox: []Outbox{{Kind: "x", Dead: 1}},
	}
	for _, l := range Judge(f) {
		for line := range strings.Lines(l.Do.String()) {
			if strings.Contains(line, "marquee ") && !strings.Contains(line, "install systemd") {
				is.True(strings.HasSuffix(strings.TrimSpace(line), " --data 'my fest'")) // nothing stands behind it
			}
		}
	}
	is.True(strings.HasSuffix(named(t, f, "backups").Do.String(), ": marquee backup /mnt/stick --data 'my fest'"))
}

func TestADiskThatIsReadOnlyWantsNoOtherOwner(t *testing.T) {
	is := is.New(t)
	f := healthy()
	f.Syncs, f.SyncsErr = nil, &fs.PathError{Op: "open", Path: "x", Err: syscall.EROFS}
	l := named(t, f, "disk syncs")
	is.Equal(l.Level, Bad)
	is.True(strings.Contains(l.Found.String(), "read only"))
	is.Equal(l.Do, mountForWriting())
}

func TestFiguresOfTheDisk(t *testing.T) {
	is := is.New(t)
	all := times(200, time.Millisecond)
	all[199] = time.Second
	is.Equal(at(all, 50), time.Millisecond)
	is.Equal(at(all, 99), time.Millisecond)
	is.Equal(sustainable(5*time.Millisecond), 100.0)
	is.True(sustainable(0) > 0)
}

// TestAJournalThatEndsBeforeTheStore blames no failure where a command without a server went on.
func TestAJournalThatEndsBeforeTheStore(t *testing.T) {
	is := is.New(t)
	f := healthy()
	f.Journal.End = f.LastCommit.Add(-time.Minute)
	is.True(strings.Contains(named(t, f, "journal").Do.String(), "while no server runs"))
	f.Work.Served = true
	is.True(strings.Contains(named(t, f, "journal").Do.String(), "look into the log"))
}
