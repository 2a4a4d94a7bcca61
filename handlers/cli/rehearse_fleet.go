package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"marquee/handlers/cli/cmdline"
)

const (
	// etcdMembers is how many members of etcd a rehearsal has: the fewest that go on without one.
	etcdMembers = 3
	// comesUp is how long a process may take until it answers, goesDown until it ends.
	comesUp, goesDown = time.Minute, 20 * time.Second
	// lookEvery is the pause between two looks whether something is so.
	lookEvery = 20 * time.Millisecond
	// most of what a process says is kept.
	mostSaid = 64 << 10
)

// process is one that a rehearsal started.
type process struct {
	name string
	cmd  *exec.Cmd
	said bytes.Buffer // read it when the process has ended
	done chan struct{}
}

// start begins a process, which is told nothing by the environment that is meant for others.
func start(name, program string, args ...string) (*process, error) {
	p := &process{name: name, cmd: exec.Command(program, args...), done: make(chan struct{})}
	p.cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "MARQUEE_") || strings.HasPrefix(v, "ETCD_") })
	p.cmd.Stdout, p.cmd.Stderr = &lastSaid{&p.said}, &lastSaid{&p.said}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go func() { _ = p.cmd.Wait(); close(p.done) }()
	return p, nil
}

// lastSaid keeps the end of what is written to it.
type lastSaid struct{ b *bytes.Buffer }

func (s *lastSaid) Write(p []byte) (int, error) {
	if s.b.Len() > mostSaid {
		s.b.Next(s.b.Len() - mostSaid/2)
	}
	return s.b.Write(p)
}

// end stops a process, and kills it when it does not.
func (p *process) end() {
	if p == nil {
		return
	}
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.done:
	case <-time.After(goesDown):
		p.kill()
	}
}

// kill ends a process at once, as a machine ends that loses its power.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	<-p.done
}

// until waits until something is so. It fails when one of the processes ends.
func until(ctx context.Context, what string, all []*process, so func() bool) error {
	ctx, cancel := context.WithTimeout(ctx, comesUp)
	defer cancel()
	for !so() {
		for _, p := range all {
			select {
			case <-p.done:
				return fmt.Errorf("%s ended: %s", p.name, strings.TrimSpace(p.said.String()))
			default:
			}
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s: %w", what, ctx.Err())
		case <-time.After(lookEvery):
		}
	}
	return nil
}

// answering tells whether a URL is answered with 200.
func answering(url string) bool {
	c := http.Client{Timeout: time.Second}
	res, err := c.Get(url)
	if err != nil {
		return false
	}
	_, _ = io.Copy(io.Discard, res.Body)
	return errors.Join(res.Body.Close()) == nil && res.StatusCode == http.StatusOK
}

// freeAddresses are addresses of this machine that nobody listens on at the moment.
func freeAddresses(n int) (all []string, err error) {
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close() // so that no two are the same
		all = append(all, l.Addr().String())
	}
	return all, nil
}

// startEtcd starts the members of an etcd, and gives the address of a cluster that meets there.
func startEtcd(ctx context.Context, dir string) (members []*process, address string, err error) {
	program, err := exec.LookPath("etcd")
	if err != nil {
		return nil, "", cmdline.Usage("the program etcd is not on the path, and no cluster can be played without it\nInstall it, such as with apt install etcd-server; nothing of it runs afterwards")
	}
	at, err := freeAddresses(2 * etcdMembers)
	if err != nil {
		return nil, "", err
	}
	clients, peers := at[:etcdMembers], at[etcdMembers:]
	var all []string
	for i, peer := range peers {
		all = append(all, fmt.Sprintf("m%d=http://%s", i+1, peer))
	}
	for i := range etcdMembers {
		name := fmt.Sprintf("m%d", i+1)
		p, err := start("etcd "+name, program, "--name", name, "--data-dir", filepath.Join(dir, "etcd-"+name), "--logger", "zap", "--log-level", "error",
			"--listen-client-urls", "http://"+clients[i], "--advertise-client-urls", "http://"+clients[i],
			"--listen-peer-urls", "http://"+peers[i], "--initial-advertise-peer-urls", "http://"+peers[i], "--initial-cluster", strings.Join(all, ","))
		if err != nil {
			return members, "", err
		}
		members = append(members, p)
	}
	err = until(ctx, "etcd does not come up", members, func() bool {
		return !slices.ContainsFunc(clients, func(c string) bool { return !answering("http://" + c + "/health") })
	})
	return members, "etcd://" + strings.Join(clients, ",") + "/rehearsal", err
}
