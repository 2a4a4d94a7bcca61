package rest

import (
	"bufio"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
)

// TestRawConnections sends bytes that no client library would.
func TestRawConnections(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := Server(demoAPI(t), slog.New(slog.DiscardHandler))
	go func() { _ = s.Serve(l) }()
	t.Cleanup(func() { _ = s.Close() })
	const auth = "Host: x\r\nAuthorization: Bearer good\r\n"
	for _, c := range []struct {
		name, send string
		status     int
	}{
		{"a good request", "GET /v1/demos HTTP/1.1\r\n" + auth + "\r\n", 200},
		{"HTTP/1.0", "GET /v1/demos HTTP/1.0\r\n" + auth + "\r\n", 200},
		{"a header of 64 kB", "GET /v1/demos HTTP/1.1\r\n" + auth + "X-A: " + strings.Repeat("a", 64<<10) + "\r\n\r\n", 431},
		{"10,000 parameters", "GET /v1/demos?" + strings.Repeat("a=1&b=2&c=3", 1) + strings.Repeat("&x=1", 3000) + " HTTP/1.1\r\n" + auth + "\r\n", 200},
		{"both lengths", "POST /v1/demos HTTP/1.1\r\n" + auth + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 422},
		{"two lengths", "POST /v1/demos HTTP/1.1\r\n" + auth + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x", 400},
		{"an unknown coding", "POST /v1/demos HTTP/1.1\r\n" + auth + "Transfer-Encoding: xchunked\r\n\r\n{}", 501},
		{"a bad chunk", "POST /v1/demos HTTP/1.1\r\n" + auth + "Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400},
		{"a gzipped body", "POST /v1/demos HTTP/1.1\r\n" + auth + "Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00", 400},
		{"a body over the limit, chunked", "POST /v1/demos HTTP/1.1\r\n" + auth + "Transfer-Encoding: chunked\r\n\r\n110000\r\n" + strings.Repeat(" ", 0x110000) + "\r\n0\r\n\r\n", 413},
		{"another method by header", "GET /v1/demos HTTP/1.1\r\n" + auth + "X-HTTP-Method-Override: POST\r\n\r\n", 200},
		{"a line break in the path", "GET /v1/demos%0d%0aX:y HTTP/1.1\r\n" + auth + "\r\n", 404},
		{"no host", "GET /v1/demos HTTP/1.1\r\n\r\n", 400},
		{"TRACE", "TRACE /v1/demos HTTP/1.1\r\n" + auth + "\r\n", 405},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			conn, err := net.Dial("tcp", l.Addr().String())
			is.NoErr(err)
			defer func() { _ = conn.Close() }()
			is.NoErr(conn.SetDeadline(time.Now().Add(5 * time.Second)))
			go func() { _, _ = io.WriteString(conn, c.send) }()
			res, err := http.ReadResponse(bufio.NewReader(conn), nil)
			is.NoErr(err)
			is.Equal(res.StatusCode, c.status)
		})
	}
}

func TestServerHasItsLimits(t *testing.T) {
	is := is.New(t)
	s := Server(http.NotFoundHandler(), slog.New(slog.DiscardHandler))
	is.Equal(s.ReadHeaderTimeout, 5*time.Second)
	is.Equal(s.ReadTimeout, 15*time.Second)
	is.Equal(s.WriteTimeout, 30*time.Second)
	is.Equal(s.IdleTimeout, 60*time.Second)
	is.Equal(s.MaxHeaderBytes, 16<<10)
}
