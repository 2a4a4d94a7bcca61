package backup

import (
	"archive/tar"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/backup/journal"
	"marquee/kv"
	"marquee/kv/bolt"
)

// NoWay says that backups and journal do not lead to the moment that was asked for.
type NoWay struct{ Reason string }

func (e *NoWay) Error() string { return e.Reason }

func noWay(format string, args ...any) error { return &NoWay{fmt.Sprintf(format, args...)} }

// route is how to get to a moment: a backup, and what the journal adds to it.
type route struct {
	base       string
	lastCommit time.Time // of the base
	journal    journal.Generation
	until      time.Time
}

// endOfTime is when there is no other end.
var endOfTime = time.UnixMicro(1<<62 - 1)

// findRoute looks for the newest backup in a folder, or takes the only one, from
// which the journal leads to a moment, or to its end when that is zero.
func (k *Keeper) findRoute(ctx context.Context, source, dir string, until time.Time, who []Identity) (*route, error) {
	if until.IsZero() {
		until = endOfTime
	}
	g, err := target(dir, until)
	if err != nil {
		return nil, err
	}
	bases, err := k.basesIn(ctx, source, who)
	if err != nil {
		return nil, err
	}
	for _, b := range bases {
		if b.lastCommit.After(until) || b.lastCommit.Before(g.Start) {
			continue
		}
		err := g.Walk(b.lastCommit, b.lastCommit, func([]kv.WriteSet) error { return nil })
		if err == nil {
			return &route{b.base, b.lastCommit, g, until}, nil
		}
		var gap *journal.GapError
		if !errors.As(err, &gap) {
			return nil, err
		}
	}
	return nil, noBase(source, bases, g, until)
}

// target is the generation that was being written at a moment.
func target(dir string, until time.Time) (journal.Generation, error) {
	all, err := journal.Generations(dir)
	if err != nil {
		return journal.Generation{}, err
	}
	if len(all) == 0 {
		return journal.Generation{}, noWay("there is no journal in %s", dir)
	}
	i := len(all) - 1
	for i > 0 && all[i].Made.After(until) {
		i--
	}
	g := all[i]
	if until.Before(g.Start) {
		return g, noWay("the journal in %s begins at %s, after %s", dir, instant(g.Start), instant(until))
	}
	if i+1 < len(all) && until.After(g.End) && all[i+1].Start.After(g.End) {
		return g, noWay("the journal in %s has a gap from %s to %s, and %s lies in it", dir, instant(g.End), instant(all[i+1].Start), instant(until))
	}
	return g, nil
}

// base is a backup that a journal may go on from.
type base struct {
	base       string
	lastCommit time.Time
}

// basesIn gives the good backups of a folder or a bucket, the newest first; or a
// single one.
func (k *Keeper) basesIn(ctx context.Context, source string, who []Identity) ([]base, error) {
	several, err := IsShelf(source)
	if err != nil {
		return nil, err
	}
	if !several {
		at := strings.LastIndex(source, "/") + 1
		if !IsS3(source) {
			at = len(source) - len(filepath.Base(source))
		}
		last, err := k.lastCommitOf(ctx, cmp.Or(source[:at], "."), source[at:], who)
		return []base{{source, last}}, err
	}
	s, err := shelfOf(source, k.disk)
	if err != nil {
		return nil, err
	}
	all, err := listed(ctx, s)
	if err != nil {
		return nil, err
	}
	return k.readBases(ctx, source, all, who)
}

// readBases leaves out what cannot be read, unless nothing can.
func (k *Keeper) readBases(ctx context.Context, source string, all []Kept, who []Identity) (bases []base, err error) {
	for _, kept := range all {
		if kept.Bad {
			continue
		}
		last, unread := k.lastCommitOf(ctx, source, kept.Name, who)
		if unread != nil {
			err = unread
			continue
		}
		bases = append(bases, base{At(source, kept.Name), last})
	}
	switch {
	case len(bases) > 0:
		return bases, nil
	case err != nil:
		return nil, err
	}
	return nil, noWay("there is no good backup in %s", source)
}

// IsShelf tells whether a source is where backups lie, and not one itself.
func IsShelf(source string) (bool, error) {
	if IsS3(source) {
		_, one := parseName(source[strings.LastIndex(source, "/")+1:])
		return !one, nil
	}
	info, err := os.Stat(source)
	return err == nil && info.IsDir(), err
}

// lastCommitOf reads it from the front of a backup, or from a plain store.
func (k *Keeper) lastCommitOf(ctx context.Context, dest, name string, who []Identity) (time.Time, error) {
	s, err := shelfOf(dest, k.disk)
	if err != nil {
		return time.Time{}, err
	}
	f, err := s.open(ctx, name)
	if err != nil {
		return time.Time{}, err
	}
	defer f.Close()
	in, err := decrypt(f, who)
	if err != nil {
		return time.Time{}, err
	}
	switch look(in) {
	case container:
		m, err := manifestIn(in)
		return m.Report.LastCommit, err
	case plainStore:
		report, err := k.check(ctx, filepath.Join(dest, name), Shallow)
		return report.LastCommit, err
	}
	return time.Time{}, bad("%s is something else", name)
}

// manifestIn reads the manifest in front of a container.
func manifestIn(r io.Reader) (Manifest, error) {
	z, err := unzip(r)
	if err != nil {
		return Manifest{}, bad("%v", err)
	}
	defer z.Close()
	return readManifest(tar.NewReader(z))
}

// noBase says why none of the backups will do.
func noBase(source string, bases []base, g journal.Generation, until time.Time) error {
	oldest := bases[len(bases)-1]
	if until.Before(oldest.lastCommit) {
		return noWay("no good backup in %s is as old as %s; the first ends at %s", source, instant(until), instant(oldest.lastCommit))
	}
	for _, b := range bases {
		if !b.lastCommit.After(until) {
			return noWay("the journal does not go on from the newest good backup before, %s, which ends at %s: the journal has %s to %s",
				filepath.Base(b.base), instant(b.lastCommit), instant(g.Start), instant(g.End))
		}
	}
	return noWay("no good backup in %s will do", source)
}

// replayStep is how many transactions one commit of a replay adds.
const replayStep = 500

// replay brings an unpacked base to the moment of the route and gives the number
// of transactions that it took.
func (k *Keeper) replay(ctx context.Context, store string, r *route) (transactions int, err error) {
	k.Progress("replaying the journal from %s on", instant(r.lastCommit))
	appendOnly := app.Schema.AppendOnly()
	to, err := bolt.OpenReplay(store, bolt.Options{AppendOnly: func(s kv.Space) bool { return slices.Contains(appendOnly, s) }})
	if err != nil {
		return 0, err
	}
	var sets []kv.WriteSet
	err = r.journal.Walk(r.lastCommit, r.until, func(more []kv.WriteSet) error {
		transactions += len(more)
		if sets = append(sets, more...); len(sets) < replayStep {
			return ctx.Err()
		}
		err := to.Apply(sets)
		sets = sets[:0]
		return err
	})
	if err == nil {
		err = to.Apply(sets)
	}
	return transactions, errors.Join(err, to.Close())
}

func instant(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000Z") }
