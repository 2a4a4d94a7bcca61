package cluster

import (
	"context"
	"slices"
	"sort"
	"time"

	"marquee/kv"
	"marquee/kv/cluster/shared"
)

const (
	// The log is trimmed after so many commits, or bytes of them.
	trimCommits = 1000
	trimBytes   = 32 << 20
	// What is younger than keepTime, and within keepBytes of the end, is kept for a node that is
	// away for a moment; what is older than mostTime, or further away than mostBytes, is removed
	// even if a node still needs it: that one fetches a copy.
	keepTime, keepBytes = 10 * time.Minute, 64 << 20
	mostTime, mostBytes = 30 * time.Minute, 160 << 20
	// There is a mark for so many bytes of commits, or so many commits.
	markBytes   = 1 << 20
	markCommits = 100
	// What is shared is compacted so often even when the log is not trimmed: what nodes say of
	// themselves leaves its traces too.
	compactEvery = 5 * time.Minute
)

// mark is a state between two commits: the bytes of all before it in this term, and when it was.
type mark struct {
	at    time.Time
	bytes int64
	when  time.Duration
}

// noteMark counts a commit that is appended.
func (w *writer) noteMark(sets []kv.WriteSet) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if n := len(w.marks); n == 0 || w.bytes-w.marks[n-1].bytes >= markBytes || w.count%markCommits == 0 {
		w.marks = append(w.marks, mark{sets[0].Prev, w.bytes, w.n.o.Now()})
	}
	w.count++
	for _, s := range sets {
		for i := range s.Writes {
			w.bytes += int64(len(s.Writes[i].Key) + len(s.Writes[i].Value))
		}
	}
}

// used is who needs what of the log.
type used struct {
	// file is where that of the leader is, others those of all nodes that were heard of lately, and
	// backup what the newest one has; zero where none is known of.
	file   time.Time
	others []time.Time
	backup time.Time
}

// trimPoint is up to which state the log is removed.
func trimPoint(u used, marks []mark, bytes int64, now time.Duration) time.Time {
	wanted := u.file
	for _, at := range append(u.others, u.backup) {
		if !at.IsZero() && at.Before(wanted) {
			wanted = at
		}
	}
	point := lastMark(marks, func(m mark) bool {
		return !m.at.After(wanted) && (now-m.when > keepTime || bytes-m.bytes > keepBytes)
	})
	forced := lastMark(marks, func(m mark) bool {
		return !m.at.After(u.file) && (now-m.when > mostTime || bytes-m.bytes > mostBytes)
	})
	if forced.After(point) {
		return forced
	}
	return point
}

// lastMark is the last of the marks that something is true of, as it is of all before it.
func lastMark(marks []mark, is func(mark) bool) time.Time {
	i := sort.Search(len(marks), func(i int) bool { return !is(marks[i]) })
	if i == 0 {
		return time.Time{}
	}
	return marks[i-1].at
}

// housekeeping trims the log when there is much of it, and compacts.
func (t *term) housekeeping(ctx context.Context) {
	n, w := t.n, t.w
	w.mu.Lock()
	much := w.count >= trimCommits || w.bytes-w.trimmed >= trimBytes
	w.mu.Unlock()
	n.makeRoom(ctx)
	if !much && n.o.Now()-n.compacted < compactEvery {
		return
	}
	n.compacted = n.o.Now()
	revision, err := t.trim(ctx)
	if err == nil {
		err = n.compact(ctx, revision)
	}
	n.told(err)
}

// told logs that the log was not trimmed, when that is new.
func (n *Node) told(err error) {
	why := ""
	if err != nil {
		why = err.Error()
	}
	if why != n.untrimmed && why != "" {
		n.o.Log.Warn("cluster: the log was not trimmed", "node", n.o.Name, "error", why)
	}
	n.untrimmed = why
}

// counted gives the marks, and begins to count anew.
func (w *writer) counted() ([]mark, int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.count, w.trimmed = 0, w.bytes
	return w.marks, w.bytes
}

// trim removes the beginning of the log and gives the revision at which it is gone.
func (t *term) trim(ctx context.Context) (revision int64, err error) {
	n, w := t.n, t.w
	news, _ := n.news.get()
	u := used{file: n.engine.InFile(), backup: n.o.Backup()}
	for name, i := range news.nodes {
		if name != n.o.Name {
			u.others = append(u.others, i.Applied)
		}
	}
	marks, bytes := w.counted()
	point := trimPoint(u, marks, bytes, n.o.Now())
	if !point.After(news.trim) {
		page, err := get(ctx, &n.first, n.o.Shared, shared.Range{From: trimKey})
		return page.Revision, err
	}
	same := shared.Modified(trimKey, news.trimmed) // one that is late must not take the next one back
	// Both at once: who finds neither knows that it was removed.
	revision, err = t.asLeader(ctx, same,
		shared.Delete(logKeys, logKey(point)), shared.Delete(partKeys, partKeys+moment(point)), shared.Put(trimKey, []byte(moment(point))))
	if err != nil {
		return revision, err
	}
	w.forget(point)
	return revision, nil
}

// asLeader changes what is shared, if the node still leads and a condition holds, by which it is not
// done once more when it arrives late. Where an earlier try got through, the condition may be what
// does not hold any more.
func (t *term) asLeader(ctx context.Context, once shared.Cond, ops ...shared.Op) (revision int64, err error) {
	r, err := commitTxn(ctx, &t.n.first, t.n.o.Shared, shared.Txn{
		If: []shared.Cond{shared.Created(leaderKey, t.number), once}, Then: ops, Else: []string{leaderKey},
	})
	if lead := shared.Found(r.Found, leaderKey); err == nil && !r.Done && (lead == nil || lead.Created != t.number) {
		err = ErrFenced
	}
	return r.Revision, err
}

// compact forgets what was removed. A member that hangs must not keep a leader from what else it
// has to do.
func (n *Node) compact(ctx context.Context, revision int64) error {
	_, err := ask(ctx, &n.first, n.o.Shared, func(ctx context.Context, s shared.Store) (any, error) { return nil, s.Compact(ctx, revision) })
	return err
}

// forget drops the marks before the beginning of the log.
func (w *writer) forget(point time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	i := sort.Search(len(w.marks), func(i int) bool { return !w.marks[i].at.Before(point) })
	w.marks = slices.Clone(w.marks[i:])
}
