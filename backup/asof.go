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

	"marquee/backup/journal"
	"marquee/kv"
	"marquee/kv/bolt"
)

// NoRouteError says that backups and journal do not lead to the moment that was asked for.
type NoRouteError struct {
	Reason string
	// Several tells that the backups are of several stores, and nobody said which is meant.
	Several bool
	// Empty tells that there is no good backup at all, and Foreign that the journal is of another
	// store than the backup.
	Empty, Foreign bool
}

func (e *NoRouteError) Error() string { return e.Reason }

func noRoute(format string, args ...any) error {
	return &NoRouteError{Reason: fmt.Sprintf(format, args...)}
}

// route is how to get to a moment: a backup, and what the journal adds to it.
type route struct {
	base       string
	store      string    // the id of the base's store; empty when it does not tell
	lastCommit time.Time // of the base
	journal    journal.Generation
	until      time.Time
	folder     string // of the journal; empty without one
	beyond     bool   // the base goes further than the journal, of which nothing is replayed
	several    bool   // the base is one of several
}

func (r *route) replays() bool { return r.folder != "" && !r.beyond }

// endOfTime is when there is no other end.
var endOfTime = time.UnixMicro(1<<62 - 1)

// asked is the moment that is wanted, and the last one that still counts: the same, or the
// end of its second. Zero is the end of the journal.
type asked struct{ at, until time.Time }

// findRoute looks for the newest backup in a folder, or takes the only one, from
// which the journal leads to a moment.
func (k *Keeper) findRoute(ctx context.Context, source, dir string, to asked, w storeFilter) (*route, error) {
	bases, g, err := k.toward(ctx, source, dir, to.orEnd(), w)
	if err != nil {
		return nil, err
	}
	return routeIn(source, bases, g, to.orEnd())
}

// toward are the backups, the newest first, and the generation that was being written at a moment.
func (k *Keeper) toward(ctx context.Context, source, dir string, to asked, w storeFilter) (all bases, g journal.Generation, err error) {
	if all, err = k.basesIn(ctx, source, w); err != nil {
		return nil, g, err
	}
	g, err = target(dir, to, all[0].store)
	return all, g, err
}

// furthest is findRoute, or the newest backup alone, where that goes further than the journal:
// commands that run without a server write none, and its disk may have been away.
func (k *Keeper) furthest(ctx context.Context, source, dir string, to asked, w storeFilter) (*route, error) {
	to = to.orEnd()
	bases, g, err := k.toward(ctx, source, dir, to, w)
	if err != nil {
		return nil, err
	}
	b, ok := bases.beyond(g)
	switch {
	case !ok || !g.End.Before(to.until):
		return routeIn(source, bases, g, to)
	case b.lastCommit.After(to.until):
		return nil, noRoute("the journal in %s ends at %s, and the store went on without it, as %s shows: what it was at %s is not known. Restore a backup by its name, or name a moment that the journal has",
			dir, instant(g.End), b.base, instant(to.at))
	}
	k.Progress("%s goes on to %s without the journal, which ends at %s: it is taken alone", b.base, instant(b.lastCommit), instant(g.End))
	return &route{base: b.base, store: b.store, lastCommit: b.lastCommit, until: to.until, beyond: true}, nil
}

// orEnd is the end of the journal where no moment is wanted.
func (a asked) orEnd() asked {
	if a.at.IsZero() {
		return asked{endOfTime, endOfTime}
	}
	return a
}

// routeIn is the way from the newest backup from which a generation leads to a moment.
func routeIn(source string, bases bases, g journal.Generation, to asked) (*route, error) {
	for _, b := range bases {
		if b.lastCommit.After(to.until) || b.lastCommit.Before(g.Start) {
			continue
		}
		err := g.Walk(b.lastCommit, b.lastCommit, func([]kv.WriteSet) error { return nil })
		if err == nil {
			return &route{base: b.base, store: b.store, lastCommit: b.lastCommit, journal: g, until: to.until}, nil
		}
		var gap *journal.GapError
		if !errors.As(err, &gap) {
			return nil, err
		}
	}
	return nil, noBase(source, bases, g, to.until)
}

// endOfSecond is the last moment of a second, up to which everything counts that was
// committed within it.
func endOfSecond(t time.Time) time.Time {
	return t.Truncate(time.Second).Add(time.Second - time.Microsecond)
}

// target is the generation that was being written at a moment, of a store or of one
// that nobody told the id of.
func target(dir string, to asked, store string) (journal.Generation, error) {
	all, err := journal.Generations(dir)
	if err != nil {
		return journal.Generation{}, err
	}
	there := len(all)
	all = slices.DeleteFunc(all, func(g journal.Generation) bool { return !sameStore(g.Store, store) })
	switch {
	case there == 0:
		return journal.Generation{}, noRoute("there is no journal in %s", dir)
	case len(all) == 0:
		return journal.Generation{}, &NoRouteError{Foreign: true, Reason: fmt.Sprintf("the journal in %s is of another store than the backup, which is of %s", dir, store)}
	}
	i := len(all) - 1
	for i > 0 && all[i].Made.After(to.until) {
		i--
	}
	g := all[i]
	if to.until.Before(g.Start) {
		return g, noRoute("the journal in %s begins at %s, after %s", dir, instant(g.Start), instant(to.until))
	}
	if i+1 < len(all) && to.at.After(g.End) && all[i+1].Start.After(g.End) {
		return g, noRoute("the journal in %s has a gap from %s to %s, and %s lies in it", dir, instant(g.End), instant(all[i+1].Start), instant(to.at))
	}
	return g, nil
}

// sameStore tells whether two ids may be of one store: older programs told none.
func sameStore(a, b string) bool { return a == "" || b == "" || a == b }

// base is a backup that a journal may go on from.
type base struct {
	base       string
	store      string
	lastCommit time.Time
	made       time.Time // as its name tells, where it is one of several
	early      bool      // made under a clock that was ahead
}

// bases are several, the newest first.
type bases []base

// beyond is the newest of the backups that were made since a generation was begun, and go
// further than it.
func (all bases) beyond(g journal.Generation) (base, bool) {
	i := slices.IndexFunc(all, func(b base) bool {
		return !b.early && b.made.After(g.Made) && b.lastCommit.After(g.End)
	})
	if i < 0 {
		return base{}, false
	}
	return all[i], true
}

// storeFilter says which backups count, and what opens them.
type storeFilter struct {
	// store is the id of the store; where it is empty, one that is there settles it.
	store, there string
	who          []Identity
	passed       []string // those that turned out to be damaged
}

// basesIn gives the good backups of a folder or a bucket, the newest first; or a
// single one.
func (k *Keeper) basesIn(ctx context.Context, source string, w storeFilter) (bases, error) {
	several, err := HoldsSeveral(source)
	if err != nil {
		return nil, err
	}
	if !several {
		at := strings.LastIndex(source, "/") + 1
		if !IsS3(source) {
			at = len(source) - len(filepath.Base(source))
		}
		b, err := k.baseOf(ctx, cmp.Or(source[:at], "."), source[at:], w.who)
		b.base = source
		return bases{b}, err
	}
	s, err := openDestination(source, k.disk)
	if err != nil {
		return nil, err
	}
	all, err := listed(ctx, s)
	if err != nil {
		return nil, err
	}
	k.tellEarly(source, all)
	all = slices.DeleteFunc(all, func(b Kept) bool { return b.Bad || slices.Contains(w.passed, At(source, b.Name)) })
	readable, err := k.readBases(ctx, source, all, w.who)
	if err != nil {
		return nil, err
	}
	return k.ofOneStore(ctx, source, readable, w)
}

// ofOneStore leaves out the backups of other stores than the one that was named, or
// that is there. Where neither tells, all must be of one store: nobody is to get
// somebody else's box office back without a word.
func (k *Keeper) ofOneStore(ctx context.Context, source string, all bases, w storeFilter) (bases, error) {
	var ids []string
	for _, b := range all {
		if b.store != "" && !slices.Contains(ids, b.store) {
			ids = append(ids, b.store)
		}
	}
	want := w.store
	if want == "" && len(ids) > 1 && w.there != "" {
		if report, err := k.Check(ctx, w.there, Shallow, func(Finding) {}); err == nil && slices.Contains(ids, report.Store) {
			want = report.Store
		}
	}
	switch {
	case want == "" && len(ids) > 1:
		return nil, &NoRouteError{Several: true, Reason: fmt.Sprintf("in %s lie backups of %d stores: %s; say whose with --store ID", source, len(ids), strings.Join(ids, ", "))}
	case want == "":
		return all, nil
	}
	all = slices.DeleteFunc(all, func(b base) bool { return !sameStore(b.store, want) })
	if len(all) == 0 {
		return nil, noRoute("there is no good backup of the store %s in %s", want, source)
	}
	return all, nil
}

// readBases leaves out what cannot be read to its end, unless nothing can.
func (k *Keeper) readBases(ctx context.Context, source string, all []Kept, who []Identity) (readable bases, err error) {
	for _, kept := range all {
		b, unread := k.baseOf(ctx, source, kept.Name, who)
		if unread != nil {
			if isDamage(unread) {
				k.Progress("%s is damaged, and is passed over: %v", kept.Name, unread)
			}
			err = unread
			continue
		}
		b.made, b.early = kept.Made, kept.Early
		readable = append(readable, b)
	}
	switch {
	case len(readable) > 0:
		return readable, nil
	case err != nil:
		return nil, err
	}
	return nil, &NoRouteError{Empty: true, Reason: "there is no good backup in " + source}
}

// HoldsSeveral tells whether a source is where backups lie, and not one itself.
func HoldsSeveral(source string) (bool, error) {
	if IsS3(source) {
		_, one := parseName(source[strings.LastIndex(source, "/")+1:])
		return !one, nil
	}
	info, err := os.Stat(source)
	return err == nil && info.IsDir(), err
}

// baseOf reads whose a backup is, and its last commit, from its front, or from a
// plain store.
func (k *Keeper) baseOf(ctx context.Context, dest, name string, who []Identity) (base, error) {
	b := base{base: At(dest, name)}
	s, err := openDestination(dest, k.disk)
	if err != nil {
		return b, err
	}
	f, err := s.open(ctx, name)
	if err != nil {
		return b, err
	}
	defer f.Close()
	in, err := decrypt(f, who)
	if err != nil {
		return b, err
	}
	switch look(in) {
	case container:
		m, err := manifestIn(in)
		if err != nil {
			return b, err
		}
		b.store, b.lastCommit = m.Store, m.Report.LastCommit
		if strings.HasSuffix(name, ageSuffix) {
			return b, nil
		}
		whole, err := isSealed(f)
		if err == nil && !whole {
			err = bad("%s is cut off", name)
		}
		return b, err
	case plainStore:
		report, err := k.check(ctx, filepath.Join(dest, name), Shallow)
		b.store, b.lastCommit = report.Store, report.LastCommit
		return b, err
	}
	return b, bad("%s is something else", name)
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
func noBase(source string, bases bases, g journal.Generation, until time.Time) error {
	oldest := slices.MinFunc(bases, func(a, b base) int { return a.lastCommit.Compare(b.lastCommit) })
	if until.Before(oldest.lastCommit) {
		return noRoute("no good backup in %s is as old as %s; the first ends at %s", source, instant(until), instant(oldest.lastCommit))
	}
	for _, b := range bases {
		if !b.lastCommit.After(until) {
			return noRoute("the journal does not go on from the newest good backup before, %s, which ends at %s: the journal has %s to %s",
				filepath.Base(b.base), instant(b.lastCommit), instant(g.Start), instant(g.End))
		}
	}
	return noRoute("no good backup in %s will do", source)
}

// replayStep is how many transactions one commit of a replay adds.
const replayStep = 500

// replay brings an unpacked base to the moment of the route and gives the number
// of transactions that it took.
func (k *Keeper) replay(ctx context.Context, store string, r *route) (transactions int, err error) {
	k.Progress("replaying the journal from %s on", instant(r.lastCommit))
	appendOnly := k.Business.Schema.AppendOnly()
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
