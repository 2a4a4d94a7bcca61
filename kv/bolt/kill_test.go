package bolt

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"marquee/kv"

	"github.com/matryer/is"
	"go.etcd.io/bbolt"
)

// A child process writes under load and reports on a pipe what was acknowledged; the
// parent kills it at a random time and inspects what it left. The number of kills is 20,
// of a store with a log 50, or MARQUEE_KILLS.

const (
	killFolder  = "MARQUEE_KILL_STORE" // set in the child: where its store is
	killLog     = "MARQUEE_KILL_LOG"   // set in the child: it has a log
	killRounds  = "MARQUEE_KILLS"
	killWriters = 8
	killPairs   = 3 // written together for each sequence number
)

func TestMain(m *testing.M) {
	if path := os.Getenv(killFolder); path != "" {
		os.Exit(writeUntilKilled(path))
	}
	if path := os.Getenv(FlipStore); path != "" {
		os.Exit(FlipChild(path))
	}
	os.Exit(m.Run())
}

// writeUntilKilled is the child. Each writer numbers its transactions on from
// what the store holds and prints "writer number" once one is acknowledged.
func writeUntilKilled(path string) int {
	e, err := Open(path, Options{Log: os.Getenv(killLog) != "", LogBytes: 64 << 10})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	var out sync.Mutex
	var wg sync.WaitGroup
	for w := range int64(killWriters) {
		wg.Go(func() {
			for err := error(nil); err == nil; {
				var n int64
				if n, err = writeNext(e, w); err == nil {
					out.Lock()
					fmt.Println(w, n)
					out.Unlock()
				}
			}
		})
	}
	wg.Wait()
	return 1
}

// writeNext writes the next number of a writer into several spaces at once and
// takes away the number before the last, so that pages are freed and used again.
func writeNext(e *Engine, w int64) (n int64, err error) {
	err = e.Update(background, func(tx kv.Tx) error {
		if n, err = lastNumber(tx, w); err != nil {
			return err
		}
		n++
		for i := range killPairs {
			s := killSpace(i)
			if err := errors.Join(tx.Put(s, numberKey(w, n), fmt.Appendf(nil, "%0*d", 50+i*400, n)), tx.Delete(s, numberKey(w, n-2))); err != nil {
				return err
			}
		}
		return nil
	})
	return n, err
}

func killSpace(i int) kv.Space { return kv.Space(fmt.Sprint("part", i)) }

func numberKey(w, n int64) []byte { return kv.Int.Append(kv.Int.Append(nil, w), n) }

func lastNumber(r kv.Reader, w int64) (int64, error) {
	for p, err := range r.Scan(killSpace(0), kv.Range{From: numberKey(w, 0), To: numberKey(w+1, 0), Reverse: true, Limit: 1}) {
		if err != nil {
			return 0, err
		}
		_, rest, err := kv.Int.Read(p.Key)
		if err != nil {
			return 0, err
		}
		n, _, err := kv.Int.Read(rest)
		return n, err
	}
	return 0, nil
}

func TestKilledProcessLosesNothing(t *testing.T) { killRoundsOf(t, 20) }

// TestKilledProcessWithALogLosesNothing: what was answered may be in the log alone.
func TestKilledProcessWithALogLosesNothing(t *testing.T) { killRoundsOf(t, 50, killLog+"=1") }

func killRoundsOf(t *testing.T, rounds int, env ...string) {
	t.Helper()
	is := is.New(t)
	if s := os.Getenv(killRounds); s != "" {
		var err error
		rounds, err = strconv.Atoi(s)
		is.NoErr(err)
	}
	path := filepath.Join(t.TempDir(), "store.db")
	var safe time.Time
	total, acked := 0, map[int64]int64{}
	for range rounds {
		total += killOnce(t, path, acked, env...)
		safe = inspect(t, path, acked, safe)
	}
	t.Logf("%d kills, %d acknowledged transactions, none lost", rounds, total)
	is.True(total > 0) // the child did get to work
}

// killOnce lets a child write for a random while after its first answer, kills
// it, and notes the last acknowledged number of each writer.
func killOnce(t *testing.T, path string, acked map[int64]int64, env ...string) (answers int) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), killFolder+"="+path), env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	answers = readAnswers(out, acked, func() {
		time.AfterFunc(rand.N(150*time.Millisecond), func() { _ = cmd.Process.Kill() })
	})
	_ = cmd.Wait()
	return answers
}

func readAnswers(out io.Reader, acked map[int64]int64, begun func()) (answers int) {
	for lines := bufio.NewScanner(out); lines.Scan(); answers++ {
		if answers == 0 {
			begun()
		}
		var w, n int64
		if _, err := fmt.Sscan(lines.Text(), &w, &n); err == nil {
			acked[w] = max(acked[w], n)
		}
	}
	return answers
}

// inspect opens what the child left: bbolt must find it sound, every writer must
// be at its last acknowledged number or at most one beyond (committed, the answer
// lost), each number whole, and the time not before what was safe.
func inspect(t *testing.T, path string, acked map[int64]int64, safe time.Time) (now time.Time) {
	t.Helper()
	is := is.New(t)
	e, err := Open(path, Options{FreePages: -1})
	is.NoErr(err)
	defer func() { is.NoErr(e.Close()) }()
	is.NoErr(e.db().View(func(tx *bbolt.Tx) error {
		var problems []error
		for err := range tx.Check() {
			problems = append(problems, err)
		}
		return errors.Join(problems...)
	}))
	is.NoErr(e.View(background, func(r kv.Reader) error {
		now = r.SafeTime()
		for w := range int64(killWriters) {
			n, err := lastNumber(r, w)
			is.NoErr(err)
			is.True(n == acked[w] || n == acked[w]+1) // neither lost nor invented
			acked[w] = n                              // the next child goes on from here
			is.Equal(whole(t, r, w), wantedWhole(n))
		}
		return nil
	}))
	is.True(!now.Before(safe))
	return now
}

// whole lists the numbers of a writer that every space holds, each with the
// value that was written with it.
func whole(t *testing.T, r kv.Reader, w int64) string {
	t.Helper()
	line := ""
	for i := range killPairs {
		for p, err := range r.Scan(killSpace(i), kv.Range{From: numberKey(w, 0), To: numberKey(w+1, 0)}) {
			v, bad := strconv.ParseInt(string(p.Value), 10, 64)
			if err != nil || bad != nil || len(p.Value) != 50+i*400 {
				t.Fatalf("writer %d, space %d: %q (%v)", w, i, p.Value, err)
			}
			line += fmt.Sprint(i, ":", v, " ")
		}
	}
	return line
}

func wantedWhole(n int64) string {
	line := ""
	for i := range killPairs {
		for k := max(1, n-1); k <= n; k++ {
			line += fmt.Sprint(i, ":", k, " ")
		}
	}
	return line
}
