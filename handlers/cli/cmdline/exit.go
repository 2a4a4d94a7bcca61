package cmdline

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"marquee/app"
	"marquee/backup"
	"marquee/backup/machine"
)

// The exit codes, which scripts may rely on.
const (
	exitOK       = 0
	ExitFailed   = 1
	ExitUsage    = 2  // wrong flags, or nothing there to work on
	ExitExists   = 3  // there is a store already
	ExitInUse    = 4  // another process holds the store
	ExitDamaged  = 5  // what was looked at is damaged
	ExitFull     = 6  // too little room on the disk
	ExitClock    = 7  // the clock of this machine cannot be right
	ExitPoisoned = 75 // a write failed; start again and it recovers
)

const ExitCodes = `EXIT CODES:
   0   done
   1   it went wrong; the message says what
   2   wrong flags, or nothing there to work on
   3   there is a store already, and it was left alone
   4   another process holds the store
   5   what was looked at is damaged, or not what it should be
   6   too little room on the disk
   7   the clock of this machine cannot be right
   75  the disk refused a write; start again, nothing acknowledged is lost`

// Exit is an error with the code that the process ends with.
type Exit struct {
	Code int
	Err  error
}

func (e *Exit) Error() string { return e.Err.Error() }
func (e *Exit) Unwrap() error { return e.Err }

func Usage(format string, args ...any) error {
	return &Exit{ExitUsage, fmt.Errorf(format, args...)}
}

// InUse says that another process holds the store, and which.
func InUse(who error) error {
	return &Exit{ExitInUse, who}
}

// Poisoned says that the store refused a write and must be opened again.
func Poisoned(err error) error {
	return &Exit{ExitPoisoned, fmt.Errorf("%w\nThe store stopped writing to stay sound. Check the disk, then start again", err)}
}

// Say is what an error says to whoever sits at the machine.
func Say(err error) string { return SayIn("", err) }

// SayIn is what an error of a command on a data folder says: what is to be typed next names
// that folder.
func SayIn(dir string, err error) string {
	var u interface {
		error
		InFolder(dir string)
	}
	if errors.As(err, &u) {
		u.InFolder(dir)
	}
	if remedy := denied(dir, err); remedy != "" {
		return err.Error() + "\n" + remedy
	}
	var refused *app.Error
	if !errors.As(err, &refused) || len(refused.Fields) == 0 {
		return err.Error()
	}
	var lines []string
	for _, f := range refused.Fields {
		lines = append(lines, fmt.Sprintf("%s %s", f.Field, f.Message))
	}
	return strings.Join(lines, "\n")
}

// CodeOf is the exit code of an error. A refusal by the business is a wrong request,
// but for those that the same request may not meet again: too slow, too busy, no room.
func CodeOf(err error) int {
	var exit *Exit
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &exit):
		return exit.Code
	case app.IsPoisoned(err):
		return ExitPoisoned
	case errors.Is(err, backup.ErrNoSpace), errors.Is(err, syscall.ENOSPC):
		return ExitFull
	case app.KindOf(err) == app.Unavailable, app.KindOf(err) == app.TooMany:
		return ExitFailed
	case app.KindOf(err) != 0:
		return ExitUsage
	}
	return ExitFailed
}

// OnData is a command to type on a data folder, where it is known.
func OnData(command, dir string) string {
	if dir == "" {
		return command
	}
	return command + " --data " + Typed(dir)
}

// readOnlyDisk is what to do where nothing can be written.
const readOnlyDisk = `The disk is mounted read only, maybe because it is failing: look into the system log.
Without writing there, these work on a stopped store, the second with a FILE on another disk:
   %s
   %s`

// denied says what to do about a file that the user of this process may not use, or a
// disk that takes nothing; empty for other errors.
func denied(dir string, err error) string {
	if errors.Is(err, syscall.EROFS) {
		return fmt.Sprintf(readOnlyDisk, OnData("marquee check", dir), OnData("marquee export FILE", dir))
	}
	if !errors.Is(err, fs.ErrPermission) {
		return ""
	}
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return machine.Denied(path.Path, dir)
	case errors.As(err, &link):
		return machine.Denied(link.New, dir)
	}
	return ""
}
