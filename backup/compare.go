package backup

import (
	"context"
	"errors"
	"fmt"
	"time"

	"marquee/backup/journal"
	"marquee/kv/bolt"
)

// Comparing is what a comparison of journal and store is asked for.
type Comparing struct {
	Copy    string // of the store, as of one commit
	Source  string // a folder of backups, or one of them
	Journal string // the folder of the journal
	Who     []Identity
}

// Compared is what came of it.
type Compared struct {
	Base     string    `json:"base"` // the backup that was unpacked
	From     time.Time `json:"from"` // its last commit
	To       time.Time `json:"to"`   // the copy's
	Replayed int       `json:"replayed"`
	Digest   string    `json:"digest"`
}

// DiffersError: backup and journal lead to something else than the store.
type DiffersError struct{ Store, Journal string }

func (e *DiffersError) Error() string {
	return fmt.Sprintf("the store has the digest %s; the backup and the journal make %s. A backup made now is a new base", e.Store, e.Journal)
}

// Compare proves that the newest backup and the journal make the store: it does
// what a restore would do, beside a copy of the store, and compares the digests.
func (k *Keeper) Compare(ctx context.Context, c Comparing) (out Compared, err error) {
	report, err := k.check(ctx, c.Copy, Shallow)
	if err != nil {
		return out, err
	}
	way, err := k.findRoute(ctx, c.Source, c.Journal, asked{report.LastCommit, report.LastCommit}, storeFilter{store: report.Store, who: c.Who})
	if err != nil {
		return out, err
	}
	out = Compared{Base: way.base, From: way.lastCommit, To: report.LastCommit}
	temp := c.Copy + ".replayed"
	if err := k.disk.Remove(temp); err != nil {
		return out, err
	}
	if _, err = k.unpackBase(ctx, way.base, Restoring{Store: c.Copy, Who: c.Who}, temp); err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, k.disk.Remove(temp)) }()
	if _, err = k.check(ctx, temp, Shallow); err != nil {
		return out, err
	}
	if out.Replayed, err = k.replay(ctx, temp, way); err != nil {
		return out, err
	}
	return out, out.digests(ctx, c.Copy, temp)
}

func (out *Compared) digests(ctx context.Context, store, replayed string) error {
	var err error
	if out.Digest, err = DigestAt(ctx, store); err != nil {
		return err
	}
	other, err := DigestAt(ctx, replayed)
	if err == nil && other != out.Digest {
		err = &DiffersError{out.Digest, other}
	}
	return err
}

// DigestAt is a digest of all that a stopped store keeps: stores with the same one keep the same.
func DigestAt(ctx context.Context, path string) (string, error) {
	f, err := bolt.OpenFrozen(path)
	if err != nil {
		return "", err
	}
	digest, err := f.Digest(ctx)
	return digest, errors.Join(err, f.Close())
}

// IsJournalBad tells whether an error speaks against a journal: it is damaged, a
// part of it is missing, or it leads to something else than the store.
func IsJournalBad(err error) bool {
	var differs *DiffersError
	var gap *journal.GapError
	var damaged *journal.DamagedError
	return errors.As(err, &differs) || errors.As(err, &gap) || errors.As(err, &damaged)
}
