package etcd

import (
	"fmt"
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

// members are three real ones on this machine, each a process of its own.
type members struct {
	t       *testing.T
	program string
	dir     string
	client  [3]int // ports
	peer    [3]int
	mu      sync.Mutex
	running [3]*exec.Cmd
}

// startMembers starts them, or skips the test where there is no etcd.
func startMembers(t *testing.T) *members {
	t.Helper()
	program, err := exec.LookPath("etcd")
	if err != nil {
		t.Skip("SKIPPED: etcd is not installed (Debian: apt-get install etcd-server), so nothing is known of a real one")
	}
	m := &members{t: t, program: program, dir: t.TempDir()}
	for i := range 3 {
		m.client[i], m.peer[i] = freePort(t), freePort(t)
	}
	for i := range 3 {
		m.start(i, "new")
	}
	t.Cleanup(m.stop)
	s := Open(Options{Members: m.addresses()})
	defer s.Close()
	for i := range 3 {
		for s.Via(i).(Store).health(background, m.addresses()[i]).Error != "" {
			if m.hasEnded(i) {
				t.Fatalf("member %d of etcd ended", i)
			}
		}
	}
	return m
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
	for _, port := range m.client {
		all = append(all, fmt.Sprintf("127.0.0.1:%d", port))
	}
	return all
}

func (m *members) start(i int, state string) {
	m.t.Helper()
	var peers []string
	for j, port := range m.peer {
		peers = append(peers, fmt.Sprintf("m%d=http://127.0.0.1:%d", j, port))
	}
	at := func(port int) string { return fmt.Sprintf("http://127.0.0.1:%d", port) }
	cmd := exec.Command(m.program, "--name", fmt.Sprint("m", i), "--data-dir", filepath.Join(m.dir, fmt.Sprint("m", i)),
		"--listen-client-urls", at(m.client[i]), "--advertise-client-urls", at(m.client[i]),
		"--listen-peer-urls", at(m.peer[i]), "--initial-advertise-peer-urls", at(m.peer[i]),
		"--initial-cluster", strings.Join(peers, ","), "--initial-cluster-state", state, "--initial-cluster-token", "marquee", "--log-level", "error")
	cmd.Env = append(os.Environ(), "ETCD_UNSUPPORTED_ARCH=arm64")
	if err := cmd.Start(); err != nil {
		m.t.Fatal(err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.running[i] = cmd
}

func (m *members) hasEnded(i int) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	var status syscall.WaitStatus
	pid, _ := syscall.Wait4(m.running[i].Process.Pid, &status, syscall.WNOHANG, nil)
	return pid > 0
}

// signal sends one to a member.
func (m *members) signal(i int, s os.Signal) {
	m.t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.running[i].Process.Signal(s); err != nil {
		m.t.Error(err)
	}
}

// kill ends a member at once; start with "existing" has it come back.
func (m *members) kill(i int) {
	m.signal(i, syscall.SIGKILL)
	_ = m.running[i].Wait()
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
	for i := range m.running {
		_ = m.running[i].Process.Signal(syscall.SIGCONT)
		_ = m.running[i].Process.Kill()
		_ = m.running[i].Wait()
	}
}

// patience is how long the tests of this package wait for what must come, however busy the machine
// is: then something hangs.
const patience = 2 * time.Minute
