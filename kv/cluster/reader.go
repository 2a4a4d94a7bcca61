package cluster

import (
	"context"
	"errors"
	"strings"
	"time"

	"marquee/kv"
	"marquee/kv/cluster/shared"
)

// reader reads commits from the log.
type reader struct {
	first  first
	shared shared.Store
	sealer sealer
	spaces map[string]kv.Space // names, each made once
}

func newReader(s shared.Store, key []byte, b Base) *reader {
	return &reader{shared: s, sealer: sealer{key, b.Generation}, spaces: map[string]kv.Space{}}
}

// readCommits reads commits as the log has them.
func (r *reader) commits(ctx context.Context, pairs []shared.Pair) (all []commit, err error) {
	for _, p := range pairs {
		c, err := r.commit(ctx, p)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

func (r *reader) commit(ctx context.Context, p shared.Pair) (commit, error) {
	prev, err := prevOf(p.Key)
	if err != nil {
		return commit{}, err
	}
	e, err := readEntry(p.Value)
	if err != nil {
		return commit{}, err
	}
	if e.parts > 0 {
		if e.payload, err = r.parts(ctx, prev, e); err != nil {
			return commit{}, err
		}
	}
	return r.sealer.open(e, prev, r.spaces)
}

// errPartsGone: the parts of a commit are not there (any more): it is read again.
var errPartsGone = errors.New("cluster: a part of a commit is not there")

func (r *reader) parts(ctx context.Context, prev time.Time, e entry) (payload []byte, err error) {
	for i := range e.parts {
		page, err := get(ctx, &r.first, r.shared, shared.Range{From: partKey(prev, e.term, i)})
		if err != nil {
			return nil, err
		}
		if len(page.Pairs) == 0 {
			return nil, errPartsGone
		}
		payload = append(payload, page.Pairs[0].Value...)
	}
	return payload, nil
}

// place refuses a file at a time that the log, which begins at another, does not go on from.
func (r *reader) place(ctx context.Context, at, trim time.Time) error {
	page, err := get(ctx, &r.first, r.shared, shared.Range{From: logKey(at), KeysOnly: true})
	if err != nil {
		return err
	}
	followed := len(page.Pairs) > 0
	var before *commit
	if !followed && at.After(trim) {
		page, err = get(ctx, &r.first, r.shared, shared.Range{From: logKeys, To: logKey(at), Limit: 1, Backwards: true})
		if err != nil {
			return err
		}
		for _, p := range page.Pairs {
			c, err := r.commit(ctx, p)
			if err != nil {
				return err
			}
			before = &c
		}
	}
	return placeOf(at, trim, followed, before).refusal(at, trim)
}

// checkPlace checks that the log goes on from the file of the node.
func (n *Node) checkPlace(ctx context.Context) error {
	news, err := readState(ctx, n.o.Shared)
	if err != nil {
		return err
	}
	return n.log.place(ctx, n.engine.Last(), news.trim)
}

func clusterOf(member string) string {
	name, _, _ := strings.Cut(member, "/")
	return name
}

func isNode(key string) bool { return strings.HasPrefix(key, nodeKeys) }
