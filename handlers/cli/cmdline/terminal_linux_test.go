package cmdline

import (
	"fmt"
	"os"
	"testing"

	"github.com/matryer/is"
	"golang.org/x/sys/unix" // opens a terminal that is none
)

// terminal is the end of a pseudo-terminal that a program writes to.
func terminal(t *testing.T) *os.File {
	t.Helper()
	is := is.New(t)
	other, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	is.NoErr(err)
	t.Cleanup(func() { _ = other.Close() })
	is.NoErr(unix.IoctlSetPointerInt(int(other.Fd()), unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(int(other.Fd()), unix.TIOCGPTN)
	is.NoErr(err)
	one, err := os.OpenFile(fmt.Sprint("/dev/pts/", n), os.O_RDWR|unix.O_NOCTTY, 0)
	is.NoErr(err)
	t.Cleanup(func() { _ = one.Close() })
	return one
}

// TestColoursOnATerminal: people see verdicts in colour, also where an administration command
// shows them, unless they want none.
func TestColoursOnATerminal(t *testing.T) {
	is := is.New(t)
	w := terminal(t)
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	is.Equal(Painted(w, Red, "bad"), "\x1b[31mbad\x1b[0m")
	is.Equal(Painted(Screen{Writer: w, Data: "fest"}, Green, "good"), "\x1b[32mgood\x1b[0m")
	t.Setenv("NO_COLOR", "1")
	is.Equal(Painted(w, Red, "bad"), "bad")
	t.Setenv("NO_COLOR", "")
	t.Setenv("TERM", "dumb")
	is.Equal(Painted(w, Red, "bad"), "bad")
}
