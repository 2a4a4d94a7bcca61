package cli_test

import (
	"encoding/json"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/matryer/is"
)

// killRounds is a small festival whose server is killed under load, again and again.
type killRounds struct {
	t      *testing.T
	dir    string
	before counts
	load   *load
	rng    *rand.Rand
	lives  int
	flags  []string // of the server
	// slowest is the longest that a server took until it was ready.
	slowest time.Duration
}

// newKillRounds makes the festival; the moments of the kills follow from the seed and
// the stream.
func newKillRounds(t *testing.T, stream uint64) *killRounds {
	t.Helper()
	is := is.New(t)
	dir := t.TempDir()
	made, err := exec.Command(filepath.Join(binary, "marquee"), "demo", "--data", dir, "--orders", "60", "--json").Output()
	is.NoErr(err)
	var keys struct{ Token string }
	is.NoErr(json.Unmarshal(made, &keys))
	return &killRounds{
		t: t, dir: dir, before: countStore(t, dir),
		load: newLoad(keys.Token), rng: rand.New(rand.NewPCG(*killSeed, stream)),
	}
}

// kill plays n lives, each ended by a kill after at most longest. Beside begins
// what goes on meanwhile and gives how to wait for its end; between is what
// happens before the store must be whole. Either may be nil.
func (g *killRounds) kill(n int, longest time.Duration, beside func() (ended func()), between func()) {
	g.t.Helper()
	for range n {
		g.life(func() { time.Sleep(shortLife + time.Duration(g.rng.Int64N(int64(longest-shortLife)))) }, beside, between)
	}
}

// life plays one life, which is ended by a kill once moment returns.
func (g *killRounds) life(moment func(), beside func() (ended func()), between func()) {
	g.t.Helper()
	s := g.start()
	stop := g.load.run(s.base, g.lives)
	ended := func() {}
	if beside != nil {
		ended = beside()
	}
	moment()
	s.kill(g.t)
	stop()
	ended()
	if between != nil {
		between()
	}
	verifyStore(g.t, g.dir)
	if g.t.Failed() {
		g.t.Fatalf("life %d of seed %d", g.lives, *killSeed)
	}
	g.lives++
}

// start starts the server and repeats what got no answer.
func (g *killRounds) start() *server {
	g.t.Helper()
	s := startServer(g.t, g.dir, g.flags...)
	g.slowest = max(g.slowest, s.readyAfter)
	g.load.repeat(g.t, s.base)
	return s
}

// settle counts: each call that was acknowledged took effect once, whatever was
// repeated. The server must not run.
func (g *killRounds) settle() (sold, admitted int) {
	g.t.Helper()
	is := is.New(g.t)
	after := countStore(g.t, g.dir)
	sold, admitted = g.load.done("/basket-items"), g.load.done("/zones/scan")
	is.Equal(after.complete-g.before.complete, sold)
	is.Equal(after.admitted-g.before.admitted, admitted)
	return sold, admitted
}
