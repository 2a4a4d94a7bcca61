package backup

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"
)

func echo(_ context.Context, r Request, progress func(string)) Reply {
	progress("half way")
	return Reply{Result: r.Input}
}

func TestSocket(t *testing.T) {
	t.Run("a running server answers, with progress before the result", func(t *testing.T) {
		is := is.New(t)
		dir := t.TempDir()
		s, err := Listen(dir, echo)
		is.NoErr(err)
		var heard []string
		reply, err := Call(t.Context(), dir, Request{"echo", json.RawMessage(`{"a":1}`)}, func(s string) { heard = append(heard, s) })
		is.NoErr(err)
		is.Equal(string(reply.Result), `{"a":1}`)
		is.Equal(heard, []string{"half way"})
		is.NoErr(s.Close())
	})
	t.Run("only the owner may reach it", func(t *testing.T) {
		is := is.New(t)
		dir := t.TempDir()
		s, err := Listen(dir, echo)
		is.NoErr(err)
		info, err := os.Stat(filepath.Join(dir, socketName))
		is.NoErr(err)
		is.Equal(info.Mode().Perm(), os.FileMode(0o600))
		is.NoErr(s.Close())
	})
	t.Run("a folder without a server says so, also after a crash left the socket", func(t *testing.T) {
		is := is.New(t)
		dir := t.TempDir()
		_, err := Call(t.Context(), dir, Request{}, nil)
		is.Equal(err, ErrNobody)
		s, err := Listen(dir, echo)
		is.NoErr(err)
		is.NoErr(s.Close())
		_, err = Call(t.Context(), dir, Request{}, nil)
		is.Equal(err, ErrNobody)
	})
	t.Run("a folder with a very long path works", func(t *testing.T) {
		is := is.New(t)
		dir := filepath.Join(t.TempDir(), strings.Repeat("long", 40))
		is.NoErr(os.Mkdir(dir, 0o700))
		s, err := Listen(dir, echo)
		is.NoErr(err)
		_, err = Call(t.Context(), dir, Request{"echo", json.RawMessage(`1`)}, func(string) {})
		is.NoErr(err)
		is.NoErr(s.Close())
	})
}
