package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/backup"
	"marquee/kv"
	"marquee/kv/mem"
)

// failing is an engine of which every read fails.
type failing struct {
	kv.Engine
	err error
}

func (f failing) View(context.Context, func(kv.Reader) error) error { return f.err }

func TestOnlyAFailedWriteAsksForAnotherStart(t *testing.T) {
	for _, c := range []struct {
		err  error
		code int
	}{
		{kv.ErrPoisoned, exitPoisoned},
		{kv.ErrReaderTooOld, exitFailed},
		{kv.ErrBusy, exitFailed},
		{kv.ErrClosed, exitFailed},
	} {
		t.Run(c.err.Error(), func(t *testing.T) {
			is := is.New(t)
			a := app.New(failing{mem.New(mem.Options{}), c.err}, nil, app.Options{})
			err := a.ViewCompany(context.Background(), 1, func(app.Reader) error { return nil })
			is.Equal(codeOf(err), c.code)
			is.Equal(reply(nil, err).Code, c.code) // a running server says the same
		})
	}
}

// TestAFullDiskHasItsExitCode, whatever the command was about and whoever noticed.
func TestAFullDiskHasItsExitCode(t *testing.T) {
	is := is.New(t)
	write := &fs.PathError{Op: "write", Path: "fest/out", Err: syscall.ENOSPC}
	for _, err := range []error{
		write, verdict(write), errors.Join(errors.New("else"), write),
		verdict(fmt.Errorf("%w: 2 MB are free", backup.ErrNoSpace)),
	} {
		is.Equal(codeOf(err), exitFull)
	}
	is.Equal(codeOf(Poisoned(write)), exitPoisoned) // start again, and it recovers
	is.Equal(codeOf(&fs.PathError{Op: "write", Path: "fest/out", Err: syscall.EIO}), exitFailed)
}

func TestAReadOnlyDiskIsExplained(t *testing.T) {
	is := is.New(t)
	err := &Exit{exitFailed, &fs.PathError{Op: "open", Path: "fest/backup.lock", Err: syscall.EROFS}}
	said := sayIn("my fest", err)
	is.True(strings.Contains(said, "mounted read only"))
	is.True(strings.Contains(said, "\n   marquee check --data 'my fest'\n   marquee export FILE --data 'my fest'"))
	is.Equal(say(errors.New("else")), "else")
}
