package cli_test

import (
	"bufio"
	"errors"
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

func TestRunningRequestsFinish(t *testing.T) {
	is := is.New(t)
	dir, token := newStore(t)
	s := startServer(t, dir)
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.base, "http://"))
	is.NoErr(err)
	defer conn.Close()
	body := `{"name":"slow","rate":3}`
	fmt.Fprintf(conn, "POST /v1/tax-bands HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n", token, len(body))
	in := bufio.NewReader(conn)
	line, err := in.ReadString('\n') // the handler is reading the body now
	is.NoErr(err)
	is.True(strings.Contains(line, "100"))

	is.NoErr(s.cmd.Process.Signal(syscall.SIGTERM))
	for answers(s.base + "/readyz") {
		time.Sleep(time.Millisecond)
	}
	_, err = fmt.Fprint(conn, body)
	is.NoErr(err)
	_, err = in.ReadString('\n') // the empty line after 100 Continue
	is.NoErr(err)
	res, err := http.ReadResponse(in, nil)
	is.NoErr(err)
	is.Equal(res.StatusCode, 201)
	is.Equal(s.ended(t), 0)
	is.NoErr(res.Body.Close())
}

func TestSecondServer(t *testing.T) {
	is := is.New(t)
	dir, _ := newStore(t)
	s := startServer(t, dir)
	told := time.Hour
	for n := 0; n < 5 && told >= time.Second; n++ { // a busy machine may take long over one of them
		began := time.Now()
		second := exec.Command(filepath.Join(binary, "marquee"), "serve", "--data", dir, "--listen", "127.0.0.1:0")
		out, err := second.CombinedOutput()
		is.True(err != nil)
		is.Equal(second.ProcessState.ExitCode(), 4)
		is.True(strings.Contains(string(out), fmt.Sprintf("process %d", s.cmd.Process.Pid)))
		told = time.Since(began)
	}
	is.True(told < time.Second) // at once: it does not wait for the lock
	s.kill(t)
}
