package operate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"marquee/backup"
	"marquee/backup/journal"
	"marquee/handlers/cli/cmdline"
)

// leftovers is what lies in a data folder of a store that is gone.
type leftovers struct {
	dir, journal string
	backups      []backup.Kept // the good ones
	generations  []journal.Generation
	copies       []string // that restore, rollback and upgrades keep beside the store
	log          bool     // of the store: its last commits
	places       places   // where its server kept things
}

// leftoversIn looks for what is left of a store in a data folder, and in the folder of
// its journal where that lies elsewhere.
func leftoversIn(ctx context.Context, dir, journalDir string) (r leftovers, err error) {
	r.dir, r.places = dir, placesOf(dir)
	r.journal = cmp.Or(journalDir, r.places.Journal, filepath.Join(dir, journalFolder))
	all, err := backup.List(ctx, filepath.Join(dir, backupFolder))
	if err != nil {
		return r, err
	}
	r.backups = slices.DeleteFunc(all, func(b backup.Kept) bool { return !b.Readable() })
	if r.generations, err = journal.Generations(r.journal); err != nil {
		return r, err
	}
	if r.log, err = backup.HasLog(filepath.Join(dir, StoreFile)); err != nil {
		return r, err
	}
	r.copies, err = filepath.Glob(filepath.Join(dir, StoreFile+".*-*Z"))
	return r, err
}

func (r leftovers) none() bool {
	return len(r.backups) == 0 && len(r.generations) == 0 && len(r.copies) == 0 && !r.log && !r.places.elsewhere()
}

// String says what is there.
func (r leftovers) String() string {
	var all []string
	if n := len(r.backups); n > 0 {
		newest := cmdline.Moment(&r.backups[0].Made)
		if n == 1 {
			all = append(all, "a backup of "+newest)
		} else {
			all = append(all, fmt.Sprintf("%d backups, the newest of %s", n, newest))
		}
	}
	if len(r.generations) > 0 {
		all = append(all, "a journal")
	}
	if r.log {
		all = append(all, "its log, of use beside the file "+StoreFile+" alone")
	}
	if len(r.copies) == 1 {
		all = append(all, "a copy of a store")
	} else if len(r.copies) > 1 {
		all = append(all, fmt.Sprintf("%d copies of a store", len(r.copies)))
	}
	if r.places.elsewhere() {
		all = append(all, "a note of where its server kept more")
	}
	return strings.Join(all, ", and ")
}

// restore is the command that brings the store back. Where backups lie elsewhere too it has
// to be looked which goes furthest.
func (r leftovers) restore() string {
	if len(r.backups) == 0 || r.places.Backups != "" {
		return cmdline.CommandLine([]string{"marquee", "rescue", "--data", r.dir})
	}
	source := filepath.Join(r.dir, backupFolder)
	lead, ok := leadsOn(r.backups, r.generations)
	alone := r.backups[0]
	if ok {
		alone = lead.newest
	}
	// No backup from which the journal goes on, or the newest goes further than it.
	if len(r.generations) > 0 && (!ok || lead.behind()) {
		return cmdline.CommandLine(r.opening([]string{"marquee", "restore", filepath.Join(source, alone.Name), "--data", r.dir}))
	}
	words := append([]string{"marquee", "restore", source, "--data", r.dir}, lead.words...)
	if len(r.generations) > 0 && r.journal != filepath.Join(r.dir, journalFolder) {
		words = append(words, "--journal", r.journal)
	}
	return cmdline.CommandLine(r.opening(words))
}

// opening adds the key without which an encrypted backup does not open.
func (r leftovers) opening(words []string) []string {
	if r.backups[0].Encrypted {
		words = append(words, "--identity", "FILE")
	}
	return words
}

// refuse says what is there instead of a store, and how it becomes one again.
func (r leftovers) refuse() error {
	return fmt.Errorf(`there is no store in %s, but what is left of one: %s
Bring it back:       %s
See what is there:   marquee rescue --data %s
For a new store name another folder with --data`, r.dir, r, r.restore(), cmdline.Typed(r.dir))
}

// freshFolder refuses to make a store where the backups or the journal of another one
// lie: the new one would be taken for it from then on.
func freshFolder(ctx context.Context, dir, journalDir string) error {
	r, err := leftoversIn(ctx, dir, journalDir)
	if err != nil || r.none() {
		return err
	}
	return &cmdline.Exit{Code: cmdline.ExitExists, Err: r.refuse()}
}

// missing is the refusal of a folder without a store: it says what to do next.
func missing(ctx context.Context, dir string) error {
	r, err := leftoversIn(ctx, dir, "")
	if err != nil {
		return err
	}
	if !r.none() {
		return &cmdline.Exit{Code: cmdline.ExitUsage, Err: r.refuse()}
	}
	return cmdline.Usage(`there is no store in %s
Make one:       marquee init --data %s --company "My Festival" --currency EUR --email you@example.com
Or look first:  marquee serve --data %s --demo`, dir, cmdline.Typed(dir), cmdline.Typed(dir))
}

// storeID is the id of the store in a data folder, running or stopped; empty where an
// older program made it and this one has not opened it yet.
func storeID(ctx context.Context, dir string) (string, error) {
	reply, err := backup.Call(ctx, dir, backup.Request{Command: StoreClock.Path}, func(string) {})
	if errors.Is(err, backup.ErrNobody) {
		return backup.StoreIDAt(filepath.Join(dir, StoreFile))
	}
	if err != nil {
		return "", err
	}
	out, err := cmdline.Decode[clockOut](reply.Result)
	return out.Store, err
}
