package cli_test

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/indexes"
	"marquee/kv/bolt"

	"github.com/matryer/is"
)

var (
	kills    = flag.Int("kills", 25, "how often the server is killed")
	killSeed = flag.Uint64("kill.seed", 1, "when it is killed")
)

const (
	killClients = 8
	// The server lives between these after it is ready.
	shortLife, longLife = 50 * time.Millisecond, 500 * time.Millisecond
	// readyWithin bounds the time from start to the first answer. It is judged from
	// manyKills on, which are asked for on a machine that does nothing else.
	readyWithin = 2 * time.Second
	manyKills   = 50
)

// TestKill kills the real binary under mixed load, again and again: whatever was
// acknowledged stands, every index and invariant holds, what got no answer can
// be repeated with its uuid, and the server is ready again at once.
func TestKill(t *testing.T) { killServer(t) }

// TestKillWithALog: what was acknowledged may be in the log of the store alone.
func TestKillWithALog(t *testing.T) { killServer(t, "--log") }

func killServer(t *testing.T, flags ...string) {
	t.Helper()
	t.Parallel()
	n := *kills
	if testing.Short() {
		n = min(n, 5)
	}
	g := newKillRounds(t, 0)
	g.flags = flags
	g.kill(n, longLife, nil, nil)
	g.start().kill(t)
	sold, admitted := g.settle()
	is.New(t).True(sold > n && admitted > 0)
	if n >= manyKills && g.slowest > readyWithin {
		t.Errorf("ready after %v, at most %v", g.slowest, readyWithin)
	}
	t.Logf("%d kills, %d sales and %d admissions acknowledged, none lost; ready again after %v at most", n, sold, admitted, g.slowest)
}

// server is one life of the binary.
type server struct {
	cmd        *exec.Cmd
	base       string
	readyAfter time.Duration
	log        *strings.Builder
}

func startServer(t *testing.T, dir string, flags ...string) *server {
	t.Helper()
	address := freeAddress(t)
	s := &server{base: "http://" + address, log: &strings.Builder{}}
	s.cmd = exec.Command(filepath.Join(binary, "marquee"), append([]string{"serve", "--data", dir, "--listen", address, "--log-level", "error"}, flags...)...)
	s.cmd.Stderr = s.log
	began := time.Now()
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.cmd.Process.Kill() }) // where the test has not come to that
	for !answers(s.base + "/readyz") {
		if s.readyAfter = time.Since(began); s.readyAfter > serverTimeout {
			t.Fatalf("the server does not come up: %s", s.log)
		}
		time.Sleep(time.Millisecond)
	}
	s.readyAfter = time.Since(began)
	return s
}

func (s *server) kill(t *testing.T) {
	t.Helper()
	if err := s.cmd.Process.Kill(); err != nil {
		t.Fatalf("the server was gone before it was killed: %s", s.log)
	}
	_ = s.cmd.Wait()
	if s.log.Len() > 0 {
		t.Errorf("the server reported: %s", s.log)
	}
}

// openStore opens the store of a server that is gone.
func openStore(t *testing.T, dir string) (*app.App, func()) {
	t.Helper()
	return openStoreAt(t, dir, time.Now)
}

// openStoreAt is openStore at another time.
func openStoreAt(t *testing.T, dir string, clock func() time.Time) (*app.App, func()) {
	t.Helper()
	e, err := bolt.Open(filepath.Join(dir, "marquee.db"), bolt.Options{ReadLimit: time.Minute, FreePages: -1})
	if err != nil {
		t.Fatal(err)
	}
	return app.New(e, business, app.Options{Clock: clock}), func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
}

// verifyStore checks a copy, so that the next start finds what the kill left.
func verifyStore(t *testing.T, dir string) {
	t.Helper()
	copied := t.TempDir()
	left, err := filepath.Glob(filepath.Join(dir, "marquee.db.log-*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(left, filepath.Join(dir, "marquee.db")) {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(copied, filepath.Base(path)), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	defer os.RemoveAll(copied)
	a, closeStore := openStore(t, copied)
	defer closeStore()
	apptest.CheckApp(context.Background(), t, a)
}

// counts are what the load adds to.
type counts struct{ complete, admitted int }

func countStore(t *testing.T, dir string) counts {
	t.Helper()
	a, closeStore := openStore(t, dir)
	defer closeStore()
	var c counts
	err := a.ViewCompany(context.Background(), 1, func(r app.Reader) error {
		c = counts{}
		for hit, err := range order.Orders.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			if hit.Rec.Status == order.Complete {
				c.complete++
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	crew := &app.Caller{CompanyID: 1, Super: true}
	zones, err := entry.ListZones(context.Background(), a, crew, 1, false)
	if err != nil {
		t.Fatal(err)
	}
	c.admitted = int(zones[0].Tally.TotalIn)
	return c
}

// call is one request that names itself, so that it can be repeated.
type call struct {
	path, body string
	// answer is what the first acknowledgement said; empty while there is none.
	answer string
	status int
}

// load is what the clients did: each call is noted before it is sent and after
// its answer came.
type load struct {
	token string
	mu    sync.Mutex
	calls []*call
	// tickets are sold and nobody came in on them yet.
	tickets []string
}
