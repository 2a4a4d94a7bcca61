package operate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"marquee/app"
	"marquee/backup"
	"marquee/handlers/cli/cmdline"
	"marquee/kv"
	"marquee/kv/mem"

	"github.com/matryer/is"
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
		{kv.ErrPoisoned, cmdline.ExitPoisoned},
		{kv.ErrReaderTooOld, cmdline.ExitFailed},
		{kv.ErrBusy, cmdline.ExitFailed},
		{kv.ErrClosed, cmdline.ExitFailed},
	} {
		t.Run(c.err.Error(), func(t *testing.T) {
			is := is.New(t)
			a := app.New(failing{mem.New(mem.Options{}), c.err}, nil, app.Options{})
			err := a.ViewCompany(context.Background(), 1, func(app.Reader) error { return nil })
			is.Equal(cmdline.CodeOf(err), c.code)
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
		is.Equal(cmdline.CodeOf(err), cmdline.ExitFull)
	}
	is.Equal(cmdline.CodeOf(cmdline.Poisoned(write)), cmdline.ExitPoisoned) // start again, and it recovers
	is.Equal(cmdline.CodeOf(&fs.PathError{Op: "write", Path: "fest/out", Err: syscall.EIO}), cmdline.ExitFailed)
}

func TestAReadOnlyDiskIsExplained(t *testing.T) {
	is := is.New(t)
	err := &cmdline.Exit{Code: cmdline.ExitFailed, Err: &fs.PathError{Op: "open", Path: "fest/backup.lock", Err: syscall.EROFS}}
	said := cmdline.SayIn("my fest", err)
	is.True(strings.Contains(said, "mounted read only"))
	is.True(strings.Contains(said, "\n   marquee check --data 'my fest'\n   marquee export FILE --data 'my fest'"))
	is.Equal(cmdline.Say(errors.New("else")), "else")
}
