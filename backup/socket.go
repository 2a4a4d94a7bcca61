package backup

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"
)

const (
	// maxRequest bounds one request, in bytes.
	maxRequest = 10 << 20
	// requestPatience is how long a caller may take to send its request.
	requestPatience = 5 * time.Second
)

// Request is one administration command with its input.
type Request struct {
	Command string          `json:"command"`
	Input   json.RawMessage `json:"input"`
}

// Reply is one line that answers a request: progress any number of times, then
// a result, or an error with the exit code of the command.
type Reply struct {
	Progress string          `json:"progress,omitempty"`
	Result   json.RawMessage `json:"result,omitempty"`
	Error    string          `json:"error,omitempty"`
	Code     int             `json:"code,omitempty"`
	// At is the last transaction of a store when another node of its cluster had run the request.
	At time.Time `json:"at,omitzero"`
}

// Handler runs one request. Progress may be called at any time before it returns.
type Handler func(ctx context.Context, r Request, progress func(string)) Reply

// Socket takes administration commands for a running server.
type Socket struct {
	listener net.Listener
	path     string
	stop     context.CancelFunc
	running  sync.WaitGroup
}

// Listen opens the socket in the data folder, for its owner alone. The caller
// holds the store, so a socket that lies there is left over and replaced.
func Listen(dir string, h Handler) (*Socket, error) {
	s := &Socket{path: filepath.Join(dir, socketName)}
	err := withAddress(dir, func(path string) (err error) {
		if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		if s.listener, err = net.Listen("unix", path); err != nil {
			return err
		}
		return os.Chmod(path, 0o600)
	})
	if err != nil {
		return nil, fmt.Errorf("admin socket: %w", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	s.running.Add(1)
	go s.accept(ctx, h)
	return s, nil
}

// Close stops taking requests and waits for those that run.
func (s *Socket) Close() error {
	err := s.listener.Close()
	s.stop()
	s.running.Wait()
	if rm := os.Remove(s.path); rm != nil && !errors.Is(rm, os.ErrNotExist) {
		return rm
	}
	return err
}

func (s *Socket) accept(ctx context.Context, h Handler) {
	defer s.running.Done()
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			return
		}
		s.running.Add(1)
		go func() {
			defer s.running.Done()
			defer conn.Close()
			serve(ctx, conn, h)
		}()
	}
}

func serve(ctx context.Context, conn net.Conn, h Handler) {
	if err := conn.SetReadDeadline(time.Now().Add(requestPatience)); err != nil {
		return
	}
	Answer(ctx, conn, conn, h)
}

// Answer reads one request, has it run, and writes what is to be said about it.
func Answer(ctx context.Context, in io.Reader, out io.Writer, h Handler) {
	said := json.NewEncoder(out)
	request, err := read(in)
	if err != nil {
		_ = said.Encode(Reply{Error: "the request cannot be read: " + err.Error(), Code: 1})
		return
	}
	reply := h(ctx, request, func(text string) { _ = said.Encode(Reply{Progress: text}) })
	_ = said.Encode(reply)
}

func read(in io.Reader) (r Request, err error) {
	line, err := bufio.NewReader(io.LimitReader(in, maxRequest)).ReadBytes('\n')
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal(line, &r)
}
