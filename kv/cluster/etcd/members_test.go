package etcd

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// members are real ones on this machine, each a process of its own.
type members struct {
	t       *testing.T
	program string
	dir     string
	all     []*memberProcess

	// What a test may want to be different: what etcd is started with besides, and how it is spoken to.
	flags []string
	tls   *tls.Config

	mu sync.Mutex
}

type memberProcess struct {
	client, peer int // ports
	told         int // the port at which the others call it
	running      *exec.Cmd
}

// three is how many members a cluster usually has.
const three = 3

// startMembers starts so many, or skips the test where there is no etcd. It waits until all answer.
func startMembers(t *testing.T, n int, change ...func(*members)) *members {
	t.Helper()
	m := startSilent(t, n, change...)
	s := Open(Options{Members: m.addresses(), TLS: m.tls})
	defer s.Close()
	for i, address := range m.addresses() {
		await(t, "etcd does not come up", func() bool {
			if m.hasEnded(i) {
				t.Fatalf("member %d of etcd ended", i)
			}
			return s.Via(i).(Store).health(background, address).Error == ""
		})
	}
	return m
}

// startSilent does not wait: nobody may ask them how they are.
func startSilent(t *testing.T, n int, change ...func(*members)) *members {
	t.Helper()
	program, err := exec.LookPath("etcd")
	if err != nil {
		t.Skip("SKIPPED: etcd is not installed (Debian: apt-get install etcd-server), so nothing is known of a real one")
	}
	m := &members{t: t, program: program, dir: t.TempDir()}
	for range n {
		peer := freePort(t)
		m.all = append(m.all, &memberProcess{client: freePort(t), peer: peer, told: peer})
	}
	for _, c := range change {
		c(m)
	}
	for i := range m.all {
		m.start(i, "new")
	}
	t.Cleanup(m.stop)
	return m
}

// flagged starts them with more flags.
func flagged(more ...string) func(*members) {
	return func(m *members) { m.flags = append(m.flags, more...) }
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

func (m *members) addresses() (all []string) {
	for _, one := range m.all {
		all = append(all, fmt.Sprintf("127.0.0.1:%d", one.client))
	}
	return all
}

func (m *members) start(i int, state string) {
	m.t.Helper()
	at := func(scheme string, port int) string { return fmt.Sprintf("%s://127.0.0.1:%d", scheme, port) }
	var peers []string
	for j, one := range m.all {
		peers = append(peers, fmt.Sprintf("m%d=%s", j, at("http", one.told)))
	}
	one, clients := m.all[i], "http"
	if m.tls != nil {
		clients = "https"
	}
	cmd := exec.Command(m.program, append([]string{
		"--name", fmt.Sprint("m", i), "--data-dir", filepath.Join(m.dir, fmt.Sprint("m", i)),
		"--listen-client-urls", at(clients, one.client), "--advertise-client-urls", at(clients, one.client),
		"--listen-peer-urls", at("http", one.peer), "--initial-advertise-peer-urls", at("http", one.told),
		"--initial-cluster", strings.Join(peers, ","), "--initial-cluster-state", state, "--initial-cluster-token", "marquee", "--log-level", "error",
	}, m.flags...)...)
	cmd.Env = append(os.Environ(), "ETCD_UNSUPPORTED_ARCH=arm64")
	if err := cmd.Start(); err != nil {
		m.t.Fatal(err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	one.running = cmd
}

func (m *members) hasEnded(i int) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	var status syscall.WaitStatus
	pid, _ := syscall.Wait4(m.all[i].running.Process.Pid, &status, syscall.WNOHANG, nil)
	return pid > 0
}

// signal sends one to a member.
func (m *members) signal(i int, s os.Signal) {
	m.t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.all[i].running.Process.Signal(s); err != nil {
		m.t.Error(err)
	}
}

// kill ends a member at once; start with "existing" has it come back.
func (m *members) kill(i int) {
	m.signal(i, syscall.SIGKILL)
	_ = m.all[i].running.Wait()
}

// leader is the member that leads the others; -1 while there is none.
func (m *members) leader(s Store) int {
	for i, one := range s.Health(background) {
		if one.Leads {
			return i
		}
	}
	return -1
}

func (m *members) stop() {
	for _, one := range m.all {
		_ = one.running.Process.Signal(syscall.SIGCONT)
		_ = one.running.Process.Kill()
		_ = one.running.Wait()
	}
}

// await waits for something that must come.
func await(t *testing.T, otherwise string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !done(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal(otherwise)
		}
	}
}

// patience is how long the tests of this package wait for what must come, however busy the machine
// is: then something hangs.
const patience = 2 * time.Minute

// listening waits until somebody takes connections at an address.
func listening(t *testing.T, address string) {
	t.Helper()
	await(t, "nobody listens", func() bool {
		c, err := net.Dial("tcp", address)
		if err != nil {
			return false
		}
		return c.Close() == nil
	})
}

// lines is what a node logs.
type lines struct {
	mu  sync.Mutex
	all []byte
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, b...)
	return len(b), nil
}

func (l *lines) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return string(l.all)
}

func (l *lines) logger() *slog.Logger { return slog.New(slog.NewTextHandler(l, nil)) }
