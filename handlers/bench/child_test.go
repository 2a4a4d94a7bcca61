package bench

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// asReceiver makes a process the receiver of another one, so that what it does is not
// counted as the program's.
const asReceiver = "MARQUEE_BENCH_RECEIVER"

// TestReceiver is no test: it is the process that startReceiver starts. It writes its
// address, and how many calls it got whenever that grew, and ends with its standard input.
func TestReceiver(t *testing.T) {
	if os.Getenv(asReceiver) == "" {
		t.Skip("only as the receiver of another process")
	}
	var got atomic.Int64
	in, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer in.Close()
	go func() {
		for {
			conn, err := in.Accept()
			if err != nil {
				return
			}
			go receive(conn, &got)
		}
	}()
	fmt.Println("http://" + in.Addr().String())
	done := make(chan struct{})
	go func() { _, _ = io.Copy(io.Discard, os.Stdin); close(done) }()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for last := int64(0); ; {
		select {
		case <-done:
			return
		case <-tick.C:
			if n := got.Load(); n != last {
				last = n
				fmt.Println(n)
			}
		}
	}
}

// receive counts the calls of a connection, and answers each post: with less ado than a web
// server, because this machine is also the one that is measured.
func receive(conn net.Conn, got *atomic.Int64) {
	defer conn.Close()
	for in := bufio.NewReader(conn); ; {
		length := 0
		for line := ""; line != "\r\n"; {
			var err error
			if line, err = in.ReadString('\n'); err != nil {
				return
			}
			if name, value, _ := strings.Cut(line, ":"); strings.EqualFold(name, "Content-Length") {
				length, _ = strconv.Atoi(strings.TrimSpace(value))
			}
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(in, body); err != nil {
			return
		}
		got.Add(max(1, int64(bytes.Count(body, []byte(`{"id":"msg_`)))))
		if _, err := io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"); err != nil {
			return
		}
	}
}

// asSender makes a process one that posts to a receiver and does nothing else: what that alone
// does to those who scan on the same machine.
const asSender = "MARQUEE_BENCH_SENDER"

// TestSender is no test: it is the process that startSender starts. It posts a call every so
// often, and ends with its standard input.
func TestSender(t *testing.T) {
	to := os.Getenv(asSender)
	if to == "" {
		t.Skip("only as the sender of another process")
	}
	body := bytes.Repeat([]byte("x"), sentBytes)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: senders}}
	done := make(chan struct{})
	go func() { _, _ = io.Copy(io.Discard, os.Stdin); close(done) }()
	var all sync.WaitGroup
	turns := make(chan struct{})
	for range senders {
		all.Go(func() {
			for range turns {
				res, err := client.Post(to, "application/json", bytes.NewReader(body))
				if err != nil {
					t.Error(err)
					return
				}
				_, _ = io.Copy(io.Discard, res.Body)
				_ = res.Body.Close()
			}
		})
	}
	for next := time.Now(); ; next = next.Add(time.Second / callsGoal) {
		time.Sleep(time.Until(next))
		select {
		case <-done:
			close(turns)
			all.Wait()
			return
		case turns <- struct{}{}:
		}
	}
}

const (
	// senders are how many posts such a process has under way at once, and sentBytes how long
	// each is: as long as a call about a customer.
	senders   = 16
	sentBytes = 1_500
)

// startSender starts such a process; stop ends it.
func startSender(t testing.TB, to string) (stop func()) {
	t.Helper()
	child := exec.Command(os.Args[0], "-test.run=^TestSender$")
	child.Env = append(os.Environ(), asSender+"="+to)
	in, err := child.StdinPipe()
	must(t, err)
	must(t, child.Start())
	return func() { _ = in.Close(); must(t, child.Wait()) }
}

// startReceiver starts a receiver in a process of its own, and counts what it got.
func startReceiver(t testing.TB) (url string, got *atomic.Int64) {
	t.Helper()
	child := exec.Command(os.Args[0], "-test.run=^TestReceiver$")
	child.Env = append(os.Environ(), asReceiver+"=1")
	in, err := child.StdinPipe()
	must(t, err)
	out, err := child.StdoutPipe()
	must(t, err)
	must(t, child.Start())
	lines := bufio.NewScanner(out)
	for lines.Scan() && url == "" {
		if strings.HasPrefix(lines.Text(), "http://") {
			url = lines.Text()
			break
		}
	}
	got = new(atomic.Int64)
	go func() {
		for lines.Scan() {
			if n, err := strconv.ParseInt(lines.Text(), 10, 64); err == nil {
				got.Store(n)
			}
		}
	}()
	t.Cleanup(func() { _ = in.Close(); _ = child.Wait() })
	return url, got
}
