package cli_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/kv/bolt"
)

// startEtcd starts a member of its own for a test, which is skipped where etcd is not installed.
func startEtcd(t *testing.T) (address string) {
	t.Helper()
	program, err := exec.LookPath("etcd")
	if err != nil {
		t.Skip("etcd is not installed here, so no cluster can be tried; install it to run this test")
	}
	client, peer := freeAddress(t), freeAddress(t)
	cmd := exec.Command(program, "--data-dir", filepath.Join(t.TempDir(), "etcd"), "--name", "one", "--log-level", "error",
		"--listen-client-urls", "http://"+client, "--advertise-client-urls", "http://"+client,
		"--listen-peer-urls", "http://"+peer, "--initial-advertise-peer-urls", "http://"+peer, "--initial-cluster", "one=http://"+peer)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	await(t, "etcd does not come up", func() bool { return answers("http://" + client + "/health") })
	return "etcd://" + client + "/test"
}

// await waits for something that a process does.
func await(t *testing.T, otherwise string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(serverTimeout); !done(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal(otherwise)
		}
	}
}

// command runs the program and gives what it printed and its exit code.
func command(t *testing.T, words ...string) (string, int) {
	t.Helper()
	cmd := exec.Command(filepath.Join(binary, "marquee"), words...)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// bands lists the names of the tax bands that a server has.
func bands(t *testing.T, base, token, at string) (names []string, asOf string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, base+"/v1/tax-bands?limit=100", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Marquee-At", at)
	res, err := newClient().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%s %s %v", res.Status, b, err)
	}
	for _, part := range strings.Split(string(b), `"name":"`)[1:] {
		name, _, _ := strings.Cut(part, `"`)
		names = append(names, name)
	}
	return names, res.Header.Get("Marquee-As-Of")
}

// leaderOf asks a cluster who leads.
func leaderOf(t *testing.T, at string) string {
	t.Helper()
	out, _ := command(t, "cluster", "status", "--json", "--cluster", at)
	var s struct{ Leader struct{ Name string } }
	line, _, _ := strings.Cut(out, "\n")
	_ = json.Unmarshal([]byte(line), &s)
	return s.Leader.Name
}

// write makes a tax band by way of a server, until that is acknowledged. Where an answer was lost it may
// be there already.
func write(t *testing.T, base, token, name string) {
	t.Helper()
	lost := false
	await(t, name+" is not taken", func() bool {
		status, answer, err := post(newClient(), base+"/v1/tax-bands", token, fmt.Sprintf(`{"name":%q,"rate":1}`, name))
		switch {
		case err != nil || status == http.StatusServiceUnavailable:
			lost = true
			return false
		case status/100 == 2, lost && strings.Contains(answer, "is taken already"):
			return true
		}
		t.Fatalf("%s: %d %s", name, status, answer)
		return false
	})
}

// TestTwoNodes: what is asked of the node that follows is done by the one that leads; when that one
// is killed the other has everything that was acknowledged, and goes on. Afterwards the leading is
// moved while calls come, and none of them fails for good.
func TestTwoNodes(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	at := startEtcd(t)
	first, token := newStore(t)
	second := filepath.Join(t.TempDir(), "data")
	_, code := command(t, "serve", "--data", first, "--cluster", at, "--node", "one", "--advertise", freeAddress(t), "--listen", "127.0.0.1:0")
	is.Equal(code, 2) // there is no cluster yet
	out, code := command(t, "cluster", "init", "--data", first, "--cluster", at)
	t.Log(out)
	is.Equal(code, 0)
	out, code = command(t, "serve", "--data", first, "--listen", "127.0.0.1:0")
	is.Equal(code, 2) // it belongs to the cluster
	is.True(strings.Contains(out, "marquee cluster rescue"))
	flags := func(name string) []string {
		return []string{"--cluster", at, "--node", name, "--advertise", freeAddress(t), "--lease", "5s", "--backup-schedule", "off", "--log-level", "warn"}
	}
	one := startServer(t, first, flags("one")...)
	defer func() { _ = one.cmd.Process.Kill() }()
	await(t, "nobody leads", func() bool { return leaderOf(t, at) == "one" })

	is.NoErr(os.MkdirAll(second, 0o700))
	key, err := os.ReadFile(filepath.Join(first, "seal.key"))
	is.NoErr(err)
	is.NoErr(os.WriteFile(filepath.Join(second, "seal.key"), key, 0o600))
	two := startServer(t, second, flags("two")...) // it gets a copy by itself
	defer func() { _ = two.cmd.Process.Kill() }()
	write(t, two.base, token, "before")
	_, read := bands(t, two.base, token, "")
	is.True(read != "") // this node read it itself

	commandsOfAFollower(t, first, second)

	var acknowledged []string
	for i := range 20 {
		name := fmt.Sprintf("sold %d", i)
		write(t, two.base, token, name)
		acknowledged = append(acknowledged, name)
	}
	is.NoErr(one.cmd.Process.Kill())
	_ = one.cmd.Wait()
	out, code = command(t, "api", "POST", "/tax-bands", "--name", "typed", "--rate", "7", "--data", second) // it waits for the next leader
	t.Log(out)
	is.Equal(code, 0)
	write(t, two.base, token, "after") // as soon as the lease has run out
	is.Equal(leaderOf(t, at), "two")
	names, asOf := bands(t, two.base, token, "")
	is.Equal(asOf, "") // who leads has nothing newer to wait for
	for _, name := range append(acknowledged, "before", "after") {
		is.True(slices.Contains(names, name))
	}

	one = startServer(t, first, flags("one")...)
	await(t, "the first node is not back", func() bool {
		out, _ := command(t, "cluster", "status", "--cluster", at)
		return strings.Contains(out, "following")
	})
	moved(t, at, token, one, two)
	out, code = command(t, "cluster", "status", "--cluster", at)
	t.Log(out)
	is.Equal(code, 1)
	is.Equal(strings.Count(out, "! "), 1) // one member of etcd is too few
	is.True(strings.Contains(out, "! etcd: "))
	one, two = reseeded(t, at, token, first, second, one, two, flags)
	stopped(t, one)
	stopped(t, two)
	out, code = command(t, "api", "POST", "/tax-bands", "--name", "Alone", "--rate", "7", "--data", first)
	is.Equal(code, 2) // no other node would have it
	is.True(strings.Contains(out, "marquee cluster rescue"))
	out, code = command(t, "payments", "seal", "--rotate", "--data", first)
	is.Equal(code, 2) // the nodes know each other by the key
	is.True(strings.Contains(out, "it stays"))
	out, code = command(t, "cluster", "rescue", "--data", first)
	is.Equal(code, 2) // it says what that means
	is.True(strings.Contains(out, "--force"))
	_, code = command(t, "cluster", "rescue", "--data", first, "--force")
	is.Equal(code, 0)
	alone := startServer(t, first)
	alone.kill(t)
}

// commandsOfAFollower has commands run at the machine of a node that does not lead: what changes the
// store is done by the node that leads, and can be read here then; what is about the machine is done
// here.
func commandsOfAFollower(t *testing.T, leader, follower string) {
	t.Helper()
	is := is.New(t)
	ran := func(want int, words ...string) string {
		t.Helper()
		out, code := command(t, append(words, "--data", follower)...)
		if code != want {
			t.Fatalf("%q: %d %s", words, code, out)
		}
		return out
	}
	ran(0, "api", "POST", "/tax-bands", "--name", "Told", "--rate", "7")
	is.True(strings.Contains(ran(0, "api", "GET", "/tax-bands", "--limit", "100"), "Told"))
	is.True(strings.Contains(ran(2, "api", "POST", "/tax-bands", "--name", "Told", "--rate", "7"), "taken already")) // refused by the leader, in the same words
	ran(0, "backup")
	ran(0, "compact")
	ran(0, "check")
	ran(4, "restore", filepath.Join(follower, "backups"))
	ran(4, "rollback")
	told, _ := command(t, "doctor", "--data", follower) // the folder may lie in memory, which is unfit
	is.True(strings.Contains(told, "one leads; two follows"))
	is.True(strings.Contains(told, "by schedule on the node that leads"))
	is.True(strings.Contains(told, "1 of 1 members answer"))

	ran(0, "api", "POST", "/payment-keys", "--secret-key", "sk_test_1234", "--publishable-key", "pk_test_1234")
	sealed := func(dir string) string {
		b, _ := os.ReadFile(filepath.Join(dir, "payment-keys.sealed"))
		return string(b)
	}
	await(t, "the follower does not get the keys", func() bool { return sealed(leader) != "" && sealed(follower) == sealed(leader) })
}

// reseeded puts a backup that the follower made in the place of the cluster's store: what came since
// is gone on every node.
func reseeded(t *testing.T, at, token, first, second string, one, two *server, flags func(string) []string) (*server, *server) {
	t.Helper()
	is := is.New(t)
	backups := filepath.Join(second, "backups")
	stopped(t, two)
	out, code := command(t, "cluster", "reseed", "--data", second, "--from", backups, "--cluster", at)
	is.Equal(code, 2) // it is not on hold
	is.True(strings.Contains(out, "not on hold"))
	_, code = command(t, "cluster", "hold", "--cluster", at)
	is.Equal(code, 0)
	out, code = command(t, "cluster", "reseed", "--data", second, "--from", backups, "--cluster", at)
	t.Log(out)
	is.Equal(code, 0)
	is.Equal(one.ended(t), 75) // its store is not the cluster's any more
	two = startServer(t, second, flags("two")...)
	_, code = command(t, "cluster", "resume", "--cluster", at)
	is.Equal(code, 0)
	await(t, "nobody leads", func() bool { return leaderOf(t, at) == "two" })
	one = startServer(t, first, flags("one")...)
	write(t, one.base, token, "reseeded")
	var names []string
	await(t, "the node that follows does not get it", func() bool {
		names, _ = bands(t, one.base, token, "")
		return slices.Contains(names, "reseeded")
	})
	is.True(slices.Contains(names, "before") && !slices.Contains(names, "after"))
	for _, dir := range []string{first, second} {
		kept, err := filepath.Glob(filepath.Join(dir, "marquee.db.before-*"))
		is.NoErr(err)
		is.Equal(len(kept), 1)
	}
	return one, two
}

// moved has the other node lead while calls come by way of both.
func moved(t *testing.T, at, token string, nodes ...*server) {
	t.Helper()
	is := is.New(t)
	ended, done := make(chan struct{}), make([][]string, len(nodes))
	var all sync.WaitGroup
	var refused atomic.Int64
	for n, s := range nodes {
		all.Go(func() {
			client := newClient()
			for i := 0; ; i++ {
				select {
				case <-ended:
					return
				default:
				}
				name := fmt.Sprintf("moved %d %d", n, i)
				status, answer, err := post(client, s.base+"/v1/customers", token, fmt.Sprintf(`{"name":%q,"email":"a%d-%d@example.org"}`, name, n, i))
				if err == nil && status == http.StatusServiceUnavailable {
					refused.Add(1) // on a machine that does much else a move may take longer than a call waits
					continue
				}
				if err != nil || status/100 != 2 {
					t.Errorf("%s: %d %s %v", name, status, answer, err)
					return
				}
				done[n] = append(done[n], name)
			}
		})
	}
	out, code := command(t, "cluster", "move", "--to", "one", "--cluster", at)
	close(ended)
	all.Wait()
	if code != 0 {
		t.Fatalf("%d %s", code, out)
	}
	is.Equal(leaderOf(t, at), "one")
	t.Logf("%d and %d calls while the leading was moved, %d were told to come again", len(done[0]), len(done[1]), refused.Load())
	for n, s := range nodes {
		write(t, s.base, token, fmt.Sprintf("end %d", n))
	}
}

// stopped ends a server gently.
func stopped(t *testing.T, s *server) {
	t.Helper()
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if code := s.ended(t); code != 0 {
		t.Errorf("it ends with %d: %s", code, s.log)
	}
}

// TestARushOnACluster: the node that leads is killed in the middle of a rehearsal, and nothing that
// was acknowledged is lost.
func TestARushOnACluster(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	_, code := command(t, "rehearse", "--nodes", "3")
	is.Equal(code, 2) // that is for a cluster
	_, code = command(t, "rehearse", "--cluster", "--duration", "3s", "--lease", "2s")
	is.Equal(code, 2) // too short for what it is to show
	if _, err := exec.LookPath("etcd"); err != nil {
		t.Skip("etcd is not installed here, so no cluster can be tried; install it to run this test")
	}
	out, code := command(t, "rehearse", "--cluster", "--nodes", "2", "--gates", "3", "--buyers", "2", "--rate", "40", "--duration", "8s", "--lease", "2s", "--orders", "20", "--json")
	t.Log(out)
	is.Equal(code, 0)
	var report struct {
		Killed, Leader      string
		Scans, Orders, Lost int
		Same                bool
		PauseLeases         float64
		Operations          []struct{ Failed int }
	}
	line, _, _ := strings.Cut(out, "\n")
	is.NoErr(json.Unmarshal([]byte(line), &report))
	is.Equal(report.Killed, "one")
	is.True(report.Leader != "" && report.Scans > 0 && report.Orders > 0)
	is.Equal(report.Lost, 0)
	is.True(report.Same)
	for _, o := range report.Operations {
		is.Equal(o.Failed, 0)
	}
}

// TestARehearsalNeedsEtcd: without it a cluster is not played, and that is said.
func TestARehearsalNeedsEtcd(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	cmd := exec.Command(filepath.Join(binary, "marquee"), "rehearse", "--cluster")
	cmd.Env = []string{"PATH=" + t.TempDir()}
	out, _ := cmd.CombinedOutput()
	is.Equal(cmd.ProcessState.ExitCode(), 2)
	is.True(strings.Contains(string(out), "the program etcd is not on the path"))
}

// TestTheStoreOfANode: a rehearsal plays on a copy that stands alone, and whoever looks what is left
// of the store is not told to serve it alone.
func TestTheStoreOfANode(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	dir := filepath.Join(t.TempDir(), "data")
	_, code := command(t, "demo", "--data", dir, "--orders", "20")
	is.Equal(code, 0)
	is.NoErr(bolt.SetMember(filepath.Join(dir, "marquee.db"), "festival/1"))
	out, code := command(t, "rehearse", "--data", dir, "--gates", "1", "--buyers", "0", "--duration", "200ms")
	t.Log(out)
	is.Equal(code, 0)
	out, code = command(t, "rescue", "--data", dir)
	t.Log(out)
	is.Equal(code, 0)
	is.True(strings.Contains(out, "a node of the cluster festival"))
	is.True(!strings.Contains(out, "marquee serve --data"))
}
