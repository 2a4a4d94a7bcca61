package cluster

import (
	"context"

	"marquee/kv/cluster/shared"
)

// Keys of what is shared that tests play with.
const (
	LeaderKey = leaderKey
	LogKeys   = logKeys
)

// Loose counts the commits that the chain of a log does not reach.
func Loose(s shared.Store, key []byte) (int, error) {
	ctx := context.Background()
	news, err := readState(ctx, s)
	if err != nil {
		return 0, err
	}
	page, err := get(ctx, &first{}, s, shared.Range{From: logKeys, To: shared.End(logKeys)})
	if err != nil {
		return 0, err
	}
	all, err := newReader(s, key, *news.base).commits(ctx, page.Pairs)
	_, loose := chained(news.trim, all)
	return len(loose), err
}

// KeepInTerm keeps something as a node does that believes to lead in a term.
func KeepInTerm(s shared.Store, term int64, name string, value []byte) (kept bool, err error) {
	return keepInTerm(context.Background(), &first{}, s, term, name, value)
}
