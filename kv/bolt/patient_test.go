package bolt

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"marquee/kv"

	"github.com/matryer/is"
	"go.etcd.io/bbolt"
)

// begun starts a transaction and waits until its closure has run.
func begun(e *Engine, ctx context.Context, key string) (answer chan error) {
	answer = make(chan error, 1)
	ran := make(chan struct{})
	go func() {
		answer <- e.Update(ctx, func(tx kv.Tx) error {
			defer close(ran)
			return write(key)(tx)
		})
	}()
	<-ran
	return answer
}

// waiting is an engine on which patient transactions wait as long as nobody else comes.
func waiting(t *testing.T, commits chan Commit) *Engine {
	e := openTemp(t, Options{FreePages: -1, OnCommit: func(c Commit) {
		if commits != nil {
			commits <- c
		}
	}})
	e.patience = time.Hour
	return e
}

// TestPatientTransactionsShareTheCommitOfOthers: what nobody waits for is committed with
// what somebody waits for, and does not begin a commit of its own.
func TestPatientTransactionsShareTheCommitOfOthers(t *testing.T) {
	is := is.New(t)
	commits := make(chan Commit, 10)
	e := waiting(t, commits)
	var answers []chan error
	for i := range 3 {
		answers = append(answers, begun(e, kv.Patient(background), fmt.Sprint("patient ", i)))
	}
	is.Equal(e.Stats().Commits, uint64(0))
	is.True(!has(e, "patient 0"))
	is.NoErr(e.Update(background, write("other")))
	for _, answer := range answers {
		is.NoErr(<-answer)
	}
	is.Equal((<-commits).Applied, 4)
	is.Equal(len(commits), 0)
	is.True(has(e, "patient 2"))
}

// TestOthersShareNothing is the same without the mark: each has a commit of its own.
func TestOthersShareNothing(t *testing.T) {
	is := is.New(t)
	commits := make(chan Commit, 10)
	e := waiting(t, commits)
	for i := range 3 {
		is.NoErr(<-begun(e, background, fmt.Sprint(i)))
	}
	is.Equal(len(commits), 3)
}

func TestPatienceEnds(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{FreePages: -1})
	is.NoErr(e.Update(kv.Patient(background), write("nobody else came")))
	is.True(has(e, "nobody else came"))
}

// TestPatienceHasABound: a batch that is full waits for nobody.
func TestPatienceHasABound(t *testing.T) {
	is := is.New(t)
	e := waiting(t, nil)
	var answers []chan error
	for i := range maxBatch {
		answers = append(answers, begun(e, kv.Patient(background), fmt.Sprint(i)))
	}
	for _, answer := range answers {
		is.NoErr(<-answer)
	}
}

// TestAPatientTransactionThatWritesNothingIsAnswered at once: it needs no commit.
func TestAPatientTransactionThatWritesNothingIsAnswered(t *testing.T) {
	is := is.New(t)
	e := waiting(t, nil)
	refused := errors.New("it was done already")
	is.Equal(e.Update(kv.Patient(background), func(kv.Tx) error { return refused }), refused)
	is.Equal(e.Stats().Commits, uint64(0))
}

func TestCloseAnswersThePatient(t *testing.T) {
	is := is.New(t)
	e := waiting(t, nil)
	answer := begun(e, kv.Patient(background), "last")
	is.NoErr(e.Close())
	is.NoErr(<-answer)
}

func TestAFailedCommitAnswersThePatient(t *testing.T) {
	is := is.New(t)
	e := waiting(t, nil)
	answer := begun(e, kv.Patient(background), "lost")
	e.commit = func(tx *bbolt.Tx) error { tx.Rollback(); return errors.New("the disk is gone") }
	is.True(errors.Is(e.Update(background, write("other")), kv.ErrPoisoned))
	is.True(errors.Is(<-answer, kv.ErrPoisoned))
}

// TestAPatientTransactionIsReadByTheNext: what it wrote is there for those that share its
// commit, and its time is before theirs.
func TestAPatientTransactionIsReadByTheNext(t *testing.T) {
	is := is.New(t)
	e := waiting(t, nil)
	before := make(chan time.Time, 1)
	answer := make(chan error, 1)
	go func() {
		answer <- e.Update(kv.Patient(background), func(tx kv.Tx) error { before <- tx.Now(); return write("first")(tx) })
	}()
	first := <-before
	is.NoErr(e.Update(background, func(tx kv.Tx) error {
		is.True(tx.Now().After(first))
		_, err := tx.Get("s", []byte("first"))
		is.NoErr(err)
		return write("second")(tx)
	}))
	is.NoErr(<-answer)
}
