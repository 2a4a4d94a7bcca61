package rest

import (
	"bytes"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/matryer/is"
)

func TestErrorLogHasLevelsAndABoundedRate(t *testing.T) {
	is := is.New(t)
	var out bytes.Buffer
	now := time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)
	l := newErrorLog(slog.New(slog.NewTextHandler(&out, nil)), func() time.Time { return now })
	l.Print("http: TLS handshake error from 192.0.2.1:1: EOF") // below the level of the log
	is.Equal(out.Len(), 0)
	for range errorLogLines + 5 {
		l.Print("http: Accept error: accept: too many open files; retrying in 5ms")
	}
	is.Equal(strings.Count(out.String(), "level=ERROR"), errorLogLines)
	l.Print("http: superfluous response.WriteHeader call") // another level has lines of its own
	is.Equal(strings.Count(out.String(), "level=WARN"), 1)
	now = now.Add(errorLogWindow)
	out.Reset()
	l.Print("http: Accept error: accept: too many open files; retrying in 5ms")
	is.True(strings.Contains(out.String(), "leftOut=5"))
}

// noFiles is a listener that has no file left for a connection, twice.
type noFiles struct {
	*pipes
	failures int
}

func (l *noFiles) Accept() (net.Conn, error) {
	if l.failures > 0 {
		l.failures--
		return nil, &net.OpError{Op: "accept", Err: syscall.EMFILE}
	}
	return l.pipes.Accept()
}

// safeBuffer is written by the server and read by the test.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(b)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func TestTooManyOpenFilesAreInTheLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		var out safeBuffer
		s := Server(http.NotFoundHandler(), slog.New(slog.NewTextHandler(&out, nil)))
		l := &noFiles{newPipes(), 2}
		go func() { _ = s.Serve(l) }()
		t.Cleanup(func() { _ = s.Close() })
		c := l.dial() // it is accepted after the failures
		is.Equal(strings.Count(out.String(), "too many open files"), 2)
		is.True(strings.Contains(out.String(), "level=ERROR"))
		is.NoErr(c.Close())
	})
}
