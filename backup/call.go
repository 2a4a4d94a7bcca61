package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"syscall"
)

// ErrNobody means that no server listens in the data folder.
var ErrNobody = errors.New("no server listens in the data folder")

// Call sends one command to the server of a data folder and waits for its
// reply. It returns ErrNobody when none runs.
func Call(ctx context.Context, dir string, r Request, progress func(string)) (Reply, error) {
	var conn net.Conn
	err := withAddress(dir, func(path string) (err error) {
		conn, err = new(net.Dialer).DialContext(ctx, "unix", path)
		return err
	})
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ECONNREFUSED) {
		return Reply{}, ErrNobody
	}
	if errors.Is(err, fs.ErrPermission) { // whether anybody listens cannot be seen
		return Reply{}, &fs.PathError{Op: "open", Path: filepath.Join(dir, socketName), Err: fs.ErrPermission}
	}
	if err != nil {
		return Reply{}, fmt.Errorf("admin socket: %w", err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	if err := json.NewEncoder(conn).Encode(r); err != nil {
		return Reply{}, fmt.Errorf("admin socket: %w", err)
	}
	return Receive(conn, progress)
}

// Receive reads what is said about a request, up to its reply.
func Receive(conn io.Reader, progress func(string)) (Reply, error) {
	in := json.NewDecoder(conn)
	for {
		var reply Reply
		if err := in.Decode(&reply); err != nil {
			return reply, fmt.Errorf("admin socket: the server went away: %w", err)
		}
		if reply.Progress == "" {
			return reply, nil
		}
		progress(reply.Progress)
	}
}
