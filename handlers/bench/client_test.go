package bench

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
)

// client is a connection of a load generator that shares the machine with what it
// loads, and so does as little as it can: as wrk does and pgbench.
type client struct {
	conn net.Conn
	in   *bufio.Reader
	out  []byte
}

// dial connects to http://host:port.
func dial(url string) (*client, error) {
	conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		return nil, err
	}
	return &client{conn: conn, in: bufio.NewReaderSize(conn, 64<<10)}, nil
}

// ask makes a request and waits for the whole answer, of which it tells the size.
func (w *client) ask(method, path, token, body string) (size int, err error) {
	w.out = fmt.Appendf(w.out[:0], "%s %s HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		method, path, token, len(body), body)
	if _, err := w.conn.Write(w.out); err != nil {
		return 0, err
	}
	status, size, err := w.head()
	if err != nil {
		return 0, err
	}
	if status/100 != 2 {
		answer := make([]byte, size)
		_, _ = io.ReadFull(w.in, answer)
		return 0, fmt.Errorf("%s %s: %d %s", method, path, status, answer)
	}
	_, err = w.in.Discard(size)
	return size, err
}

// head reads the status line and the headers.
func (w *client) head() (status, size int, err error) {
	size = -1
	for first := true; ; first = false {
		line, err := w.in.ReadSlice('\n')
		if err != nil {
			return 0, 0, err
		}
		line = bytes.TrimRight(line, "\r\n")
		name, value, _ := bytes.Cut(line, []byte(": "))
		switch {
		case first && len(line) > 12:
			status, err = strconv.Atoi(string(line[9:12]))
		case len(line) == 0 && size < 0:
			err = fmt.Errorf("an answer without a length")
		case len(line) == 0:
			return status, size, nil
		case bytes.EqualFold(name, []byte("Content-Length")):
			size, err = strconv.Atoi(string(value))
		}
		if err != nil {
			return 0, 0, err
		}
	}
}
