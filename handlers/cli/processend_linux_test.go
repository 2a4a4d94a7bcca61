package cli_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/matryer/is"
	"golang.org/x/sys/unix"
)

// newStore makes a store with one company and gives its folder and a token.
func newStore(t *testing.T) (dir, token string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "data")
	out, err := exec.Command(filepath.Join(binary, "marquee"), "init", "--data", dir,
		"--company", "Songs", "--currency", "EUR", "--email", "owner@example.com", "--json").Output()
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(out), `"token":"`)
	token, _, _ = strings.Cut(rest, `"`)
	return dir, token
}

// ended waits for the server to end by itself and gives its exit code.
func (s *server) ended(t *testing.T) int {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- s.cmd.Wait() }()
	select {
	case err := <-done:
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		return s.cmd.ProcessState.ExitCode()
	case <-time.After(serverTimeout):
		_ = s.cmd.Process.Kill()
		t.Fatal("the server does not end")
		return -1
	}
}

func TestDiskThatRefuses(t *testing.T) {
	is := is.New(t)
	dir, token := newStore(t)
	s := startServer(t, dir)
	client := newClient()
	status, _, err := post(client, s.base+"/v1/tax-bands", token, `{"name":"before","rate":1}`)
	is.NoErr(err)
	is.Equal(status, 201)

	// From now on the process cannot write behind the first pages of any file.
	limit := unix.Rlimit{Cur: 8192, Max: unix.RLIM_INFINITY}
	is.NoErr(unix.Prlimit(s.cmd.Process.Pid, unix.RLIMIT_FSIZE, &limit, nil))
	status, answer, err := post(client, s.base+"/v1/tax-bands", token, `{"name":"after","rate":2}`)
	if err == nil {
		is.Equal(status, 503) // never acknowledged
		is.True(!strings.Contains(answer, "after"))
	}
	is.Equal(s.ended(t), 75)
	is.Equal(strings.Count(s.log.String(), "the store refused a write"), 1) // said once

	s = startServer(t, dir)
	status, _, err = post(client, s.base+"/v1/tax-bands", token, `{"name":"before","rate":1}`)
	is.NoErr(err)
	is.Equal(status, 422) // what was acknowledged is there: the name is taken
	s.kill(t)
	verifyStore(t, dir)
}

// begun sends a request but for its body, on which the server waits then. Call the result to
// send that too.
func begun(t *testing.T, s *server, path, token, body string) func() *http.Response {
	t.Helper()
	is := is.New(t)
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.base, "http://"))
	is.NoErr(err)
	t.Cleanup(func() { _ = conn.Close() })
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n", path, token, len(body))
	in := bufio.NewReader(conn)
	line, err := in.ReadString('\n') // the handler is reading the body now
	is.NoErr(err)
	is.True(strings.Contains(line, "100"))
	return func() *http.Response {
		t.Helper()
		_, err := fmt.Fprint(conn, body)
		is.NoErr(err)
		_, err = in.ReadString('\n') // the empty line after 100 Continue
		is.NoErr(err)
		res, err := http.ReadResponse(in, nil)
		is.NoErr(err)
		is.NoErr(res.Body.Close())
		return res
	}
}

// stops tells a server to stop, and waits until it takes no more requests.
func (s *server) stops(t *testing.T) {
	t.Helper()
	is.New(t).NoErr(s.cmd.Process.Signal(syscall.SIGTERM))
	for answers(s.base + "/readyz") {
		time.Sleep(time.Millisecond)
	}
}

func TestRunningRequestsFinish(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	dir, token := newStore(t)
	s := startServer(t, dir)
	send := begun(t, s, "/v1/tax-bands", token, `{"name":"slow","rate":3}`)
	s.stops(t)
	is.Equal(send().StatusCode, 201)
	is.Equal(s.ended(t), 0)
}

// TestWhatIsRefusedToTheLastIsWrittenDown: a request that runs while the server stops may be
// one that is refused, and the audit log knows of it.
func TestWhatIsRefusedToTheLastIsWrittenDown(t *testing.T) {
	is := is.New(t)
	dir, _ := newStore(t)
	marquee := func(args ...string) []byte {
		t.Helper()
		out, err := exec.Command(filepath.Join(binary, "marquee"), append(args, "--data", dir, "--json")...).CombinedOutput()
		if err != nil {
			t.Fatalf("marquee %v: %v\n%s", args, err, out)
		}
		return out
	}
	marquee("user", "create", "--email", "helper@example.com", "--ability", "users.create")
	var made struct{ Token string }
	is.NoErr(json.Unmarshal(marquee("token", "create", "--email", "helper@example.com", "--name", "test"), &made))
	s := startServer(t, dir)
	send := begun(t, s, "/v1/company/users", made.Token, `{"email":"friend@example.com","abilities":["orders.refund"]}`)
	s.stops(t)
	time.Sleep(100 * time.Millisecond) // what goes on by itself has ended
	is.Equal(send().StatusCode, http.StatusForbidden)
	is.Equal(s.ended(t), 0)
	is.Equal(strings.Count(string(marquee("audit", "list", "--outcome", "refused")), `"POST /company/users"`), 1)
}

var most = flag.Duration("most", 0, "how long a second server may take to give up; 0 does not look")

func TestSecondServer(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	dir, _ := newStore(t)
	s := startServer(t, dir)
	began := time.Now()
	second := exec.Command(filepath.Join(binary, "marquee"), "serve", "--data", dir, "--listen", "127.0.0.1:0")
	out, err := second.CombinedOutput()
	is.True(err != nil)
	is.Equal(second.ProcessState.ExitCode(), 4)
	is.True(strings.Contains(string(out), fmt.Sprintf("process %d", s.cmd.Process.Pid)))
	if *most > 0 {
		is.True(time.Since(began) < *most) // at once: it does not wait for the lock
	}
	s.kill(t)
}
