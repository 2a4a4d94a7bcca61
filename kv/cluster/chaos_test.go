package cluster_test

import (
	"context"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"marquee/kv/cluster"
	"marquee/kv/cluster/shared"
)

// simRuns is how many simulations a test runs, MARQUEE_SIMULATIONS if that is set.
func simRuns(t *testing.T, usual int) uint64 {
	t.Helper()
	if s := os.Getenv("MARQUEE_SIMULATIONS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		usual = n
	}
	return uint64(usual)
}

func TestNothingIsLostWhateverGoesWrong(t *testing.T) {
	total := 0
	for seed := range simRuns(t, 40) {
		wrongs, acked := simulate(t, seed, nil)
		for _, w := range wrongs {
			t.Errorf("seed %d: %s", seed, w)
		}
		if total += acked; t.Failed() {
			return
		}
	}
	t.Logf("%d acknowledged", total)
	if total == 0 {
		t.Error("nothing was sold")
	}
}

// A twin is a cluster that leaves something out: it must go wrong.
func mustGoWrong(t *testing.T, wrap func(shared.Store) shared.Store) {
	t.Helper()
	for seed := range uint64(400) {
		if wrongs, _ := simulate(t, seed, wrap); len(wrongs) > 0 {
			t.Logf("seed %d: %s", seed, strings.Join(wrongs[:min(3, len(wrongs))], "; "))
			return
		}
	}
	t.Error("nothing went wrong")
}

// edited is a Store whose transactions are changed on their way.
type edited struct {
	shared.Store
	edit func(context.Context, shared.Store, shared.Txn) (shared.Result, error)
}

func (e edited) Via(member int) shared.Store { return edited{e.Store.Via(member), e.edit} }

func (e edited) Commit(ctx context.Context, t shared.Txn) (shared.Result, error) {
	return e.edit(ctx, e.Store, t)
}

func writesCommit(t shared.Txn) bool {
	for _, op := range t.Then {
		if !op.Delete && strings.HasPrefix(op.Key, cluster.LogKeys) {
			return true
		}
	}
	return false
}

func TestTwinWithoutTheTermLoses(t *testing.T) {
	mustGoWrong(t, func(s shared.Store) shared.Store {
		return edited{s, func(ctx context.Context, s shared.Store, t shared.Txn) (shared.Result, error) {
			if writesCommit(t) {
				t.If = t.If[1:]
			}
			return s.Commit(ctx, t)
		}}
	})
}

func TestTwinThatLeavesWhatLiesBehindAHole(t *testing.T) {
	mustGoWrong(t, func(s shared.Store) shared.Store {
		return edited{s, func(ctx context.Context, s shared.Store, t shared.Txn) (shared.Result, error) {
			if len(t.Then) > 0 && t.Then[0].Delete && strings.HasPrefix(t.Then[0].Key, cluster.LogKeys) {
				t.Then = t.Then[1:]
			}
			return s.Commit(ctx, t)
		}}
	})
}

func TestTwinThatAnswersEarlyLoses(t *testing.T) {
	mustGoWrong(t, func(s shared.Store) shared.Store {
		return edited{s, func(ctx context.Context, s shared.Store, t shared.Txn) (shared.Result, error) {
			if !writesCommit(t) {
				return s.Commit(ctx, t)
			}
			go func() {
				ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), simFor)
				defer cancel()
				_, _ = s.Commit(ctx, t)
			}()
			return shared.Result{Done: true}, nil
		}}
	})
}

// doneAgain has what removes the commits behind a hole done once more, when the leader has written
// others there.
func doneAgain(s shared.Store, edit func(*shared.Txn)) shared.Store {
	return edited{s, func(ctx context.Context, s shared.Store, t shared.Txn) (shared.Result, error) {
		if len(t.Then) > 0 && t.Then[0].Delete && strings.HasPrefix(t.Then[0].Key, cluster.LogKeys) {
			edit(&t)
			go func() {
				ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), simFor)
				defer cancel()
				time.Sleep(simLease / 10)
				_, _ = s.Commit(ctx, t)
			}()
		}
		return s.Commit(ctx, t)
	}}
}

func TestARemovalThatIsLateRemovesNothing(t *testing.T) {
	for seed := range uint64(5) {
		wrongs, _ := simulate(t, seed, func(s shared.Store) shared.Store { return doneAgain(s, func(*shared.Txn) {}) })
		for _, w := range wrongs {
			t.Errorf("seed %d: %s", seed, w)
		}
	}
}

func TestTwinWhoseRemovalMayBeLateLoses(t *testing.T) {
	mustGoWrong(t, func(s shared.Store) shared.Store {
		return doneAgain(s, func(t *shared.Txn) { t.If = t.If[:1] })
	})
}
