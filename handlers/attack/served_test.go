package attack

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/areas"
	"marquee/app/demo"
	"marquee/kv"
	"marquee/kv/bolt"
)

// festivalOrders is how many orders company A has sold before it is attacked: some
// hundred thousand items.
const festivalOrders = 30_000

// served is a festival that the program serves, with certificates of its own.
func served(t *testing.T, program string) *target {
	dir := t.TempDir()
	g := &target{t: t, program: program, http: client()}
	g.prepare(filepath.Join(dir, "marquee.db"))
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	_ = l.Close()
	cmd := exec.Command(program, "serve", "--data", dir, "--listen", address, "--tls", "local", "--log-level", "error", "--backup-schedule", "off")
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		if err := cmd.Wait(); err != nil {
			t.Errorf("the server did not end well: %v", err)
		}
	})
	g.base, g.memory = "https://"+address, func() int64 { return held(cmd.Process.Pid) }
	for range 600 {
		if res, err := g.http.Get(g.base + "/healthz"); err == nil && res.Body.Close() == nil && res.StatusCode == http.StatusOK {
			return g
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the server does not come up")
	return nil
}

// prepare makes the store.
func (g *target) prepare(path string) {
	appendOnly := areas.Definition().Schema.AppendOnly()
	e, err := bolt.Open(path, bolt.Options{AppendOnly: func(s kv.Space) bool { return slices.Contains(appendOnly, s) }, ReadLimit: time.Minute})
	if err != nil {
		g.t.Fatal(err)
	}
	defer func() {
		if err := e.Close(); err != nil {
			g.t.Fatal(err)
		}
	}()
	clock := apptest.NewClock()
	clock.Jump(time.Since(clock.Now()))
	w := apptest.New(g.t, apptest.Calm(), apptest.Unchecked(), apptest.WithClock(clock), apptest.On(e))
	if _, err := demo.Load(g.t.Context(), app.New(e, areas.Definition(), app.Options{}), w.A.Owner, demo.Options{Orders: festivalOrders, Seed: 1}); err != nil {
		g.t.Fatal(err)
	}
	g.found(w)
}

// held is the memory of a process but for files that it maps, 0 where the system does not
// tell.
func held(pid int) (bytes int64) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "RssAnon:"); ok {
			_, _ = fmt.Sscan(rest, &bytes)
		}
	}
	return bytes << 10
}
