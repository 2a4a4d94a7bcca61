package kvtest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"marquee/kv"
)

// errRefused is the error of failing closures in the suite.
var errRefused = errors.New("refused")

// Conform checks every promise of package kv on an engine. open returns a new, empty
// engine and registers its clean-up; Close may be called on it twice.
func Conform(t *testing.T, open func(t *testing.T) kv.Engine) {
	for _, c := range []struct {
		name string
		run  func(t *testing.T, e kv.Engine)
	}{
		{"a transaction reads its own writes", readsOwnWrites},
		{"what was committed is there", keepsWhatWasCommitted},
		{"bytes given to Put are copied", copiesBytes},
		{"spaces do not mix", spacesDoNotMix},
		{"a snapshot stays still", snapshotStaysStill},
		{"a failed closure leaves no trace", failedClosureLeavesNoTrace},
		{"a panic reaches its caller only", panicReachesItsCaller},
		{"a closure that ends its goroutine hurts nobody", exitHurtsNobody},
		{"AfterCommit runs once, in order, after a commit only", afterCommitRunsOnce},
		{"sizes outside the limits are refused", refusesSizes},
		{"an overlooked refusal still refuses", overlookedRefusal},
		{"an ended context writes nothing", endedContext},
		{"scans keep bounds, direction and limit", scansKeepBounds},
		{"scans merge own writes", scansMerge},
		{"counting agrees with walking", countsAgree},
		{"writing during a scan does not disturb it", writingDuringScan},
		{"no update is lost", noUpdateIsLost},
		{"Guard prevents write skew", guardPreventsSkew},
		{"Now increases commit by commit", nowIncreases},
		{"no two ticks are the same", ticksAreDistinct},
		{"SafeTime misses nothing", safeTimeMissesNothing},
		{"neighbours do not disturb each other", neighboursDoNotDisturb},
		{"a quiet moment comes or is not waited for", idlesComeBack},
		{"any history matches a plain map", matchesPlainMap},
		{"registers are linearizable", registersAreLinearizable},
		{"a closed engine says so", closedEngineSaysSo},
	} {
		t.Run(c.name, func(t *testing.T) { c.run(t, open(t)) })
	}
}

func put(e kv.Engine, s kv.Space, pairs ...string) error {
	return e.Update(context.Background(), func(tx kv.Tx) error {
		for i := 0; i < len(pairs); i += 2 {
			if err := tx.Put(s, []byte(pairs[i]), []byte(pairs[i+1])); err != nil {
				return err
			}
		}
		return nil
	})
}

// contents formats a whole space in one line: "a=1 b=2".
func contents(r kv.Reader, s kv.Space) string { return listed(r, s, kv.Range{}) }

func listed(r kv.Reader, s kv.Space, rg kv.Range) string {
	line := ""
	for p, err := range r.Scan(s, rg) {
		if err != nil {
			return err.Error()
		}
		if line != "" {
			line += " "
		}
		line += fmt.Sprintf("%s=%s", p.Key, p.Value)
	}
	return line
}

// stored formats a whole space of a new snapshot.
func stored(e kv.Engine, s kv.Space) (line string) {
	err := e.View(context.Background(), func(r kv.Reader) error {
		line = contents(r, s)
		return nil
	})
	if err != nil {
		return err.Error()
	}
	return line
}
