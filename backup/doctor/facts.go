package doctor

import (
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"marquee/app"
	"marquee/backup/machine"
	"marquee/backup/member"
)

// Facts are what the doctor found. What could not be read is empty, or has its
// error beside it.
type Facts struct {
	// Data is the data folder as it is typed to a shell.
	Data string

	Disk     machine.Disk
	Kernel   string
	Syncs    []time.Duration // in order of length
	SyncsErr error
	Space    machine.Space
	SpaceErr error
	Memory   machine.Memory
	SyncedBy string // a program that copies the folder elsewhere

	Now        time.Time
	Jump       string    // why the clock cannot be right, beside the last commit
	LastCommit time.Time // zero where there is no store, or it cannot be read
	Damage     string    // what is wrong with the store's pages
	LogMissing bool      // it goes on in a log that is not beside it
	FreeBytes  int64     // of the store's file, pages free for use
	FileBytes  int64     // of the store's file
	Log        *Log      // nil where a commit is in the file at once, or no server was asked
	Folder     fs.FileMode
	Files      map[string]fs.FileMode // of the store and what lies beside it
	Root       bool
	Modes      bool // whether this system has permissions of that kind

	Address Address
	// Certificates are those that the server shows or signs with.
	Certificates    []Certificate
	CertificatesErr error
	Backups         Backups
	Journal         Journal
	Work            Work

	// Cluster is what is known of the cluster of the store, nil: it stands alone, or Member names
	// the cluster and nobody could be asked.
	Cluster *member.Seen
	Member  string
}

// follows tells whether the store is served by a node that does not lead.
func (f Facts) follows() bool {
	c := f.Cluster
	return c != nil && c.Node != "" && (c.Leader == nil || c.Leader.Name != c.Node)
}

// toType is a command on the data folder, to be typed.
func (f Facts) toType(command string) string {
	if f.Data == "" {
		return command
	}
	return command + " --data " + f.Data
}

// backup is the command that makes a backup where they are looked for.
func (f Facts) backup() string {
	command := "marquee backup"
	if f.Backups.Dest != "" {
		command += " " + f.Backups.Dest
	}
	return f.toType(command)
}

// Address is how the world reaches the server.
type Address struct {
	Listen, BaseURL string
	TLS             bool // the server itself speaks TLS
}

// Certificate is one with its end.
type Certificate struct {
	Name  string
	Until time.Time
}

// Backups are those where they are looked for.
type Backups struct {
	// Planned says how the backups of a schedule stand; without a format: no schedule,
	// and then the others tell what lies in the folder.
	Planned app.Message
	// Stale tells that the newest planned one is older than twice the interval, and
	// Failing that the last one does not count.
	Stale, Failing bool

	// Dest is what marquee backup is told of where they go, as it is typed; empty for the
	// folder in the data folder.
	Dest string
	// Other tells of a server that backs up a copy of the store into the same place.
	Other string
	// SameDisk tells that they lie on the disk of the store, and Away that this is because
	// their own is not mounted at their folder.
	SameDisk, Away bool

	Folder string
	Newest time.Time // of the good ones; zero when there is none
	// LastBad tells that the newest of all did not pass its check.
	LastBad bool
}

// syncs is how many are measured.
const syncs = 200

// Look reads the machine below a data folder. Names are the files in it that are
// nobody else's business.
func Look(dir string, names ...string) Facts {
	f := At(dir, names...)
	f.Measure(dir)
	return f
}

// Measure times syncs in the folder.
func (f *Facts) Measure(dir string) { f.Syncs, f.SyncsErr = machine.Syncs(dir, syncs) }

// At is Look without writing anything: what costs nobody anything.
func At(dir string, names ...string) Facts {
	f := Facts{Now: time.Now().UTC(), Kernel: machine.Kernel(), Memory: machine.MemoryOf(), SyncedBy: machine.SyncedBy(dir)}
	f.Disk, _ = machine.DiskOf(dir)
	f.Space, f.SpaceErr = machine.SpaceOf(dir)
	f.Root, f.Modes = os.Geteuid() == 0, os.Geteuid() >= 0
	if info, err := os.Stat(dir); err == nil {
		f.Folder = info.Mode().Perm()
	}
	f.Files = map[string]fs.FileMode{}
	for _, name := range names {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil {
			f.Files[name] = info.Mode().Perm()
		}
	}
	return f
}
