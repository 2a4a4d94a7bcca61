package operate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"marquee/app"
	"marquee/backup"
	"marquee/backup/machine"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

// StoreCommands look after the store as a whole.
func StoreCommands(program Program) []*cli.Command {
	return []*cli.Command{
		backupCommand(program), restoreCommand(program), rescueCommand(program), rollbackCommand(program), checkCommand(program), checkFileCommand(program),
		runBackupCommand(program), runTrialCommand(program), compactCommand(program), compactFileCommand(program), exportCommand(program), importCommand(program),
		journalCommand(program), eraseCommand(program), PersonExport.Command(program, PersonExport.Path),
	}
}

const (
	// copyName is the front of a copy's name, in the data folder.
	copyName = ".copy-"
	// copyAge is when a copy that lies there was left behind in any case.
	copyAge = 2 * time.Hour
	// copyStays is what a copy leaves free on the disk, in bytes: scans and refunds
	// go on.
	copyStays = 128 << 20
)

type (
	copyIn struct {
		Path string `json:"path"`
	}
	copyOut struct {
		Bytes int64 `json:"bytes"`
	}
)

// StoreCopy is what the other commands ask a running server for. It has no form
// of its own on the command line.
var StoreCopy = Admin{
	Own:   true,
	Here:  true,
	Path:  "store copy",
	Usage: "copy the store as of one commit",
	Run: On(func(ctx context.Context, a *app.App, in copyIn) (any, error) {
		dir := filepath.Dir(in.Path)
		if err := backup.RequireSpace(dir, filepath.Join(dir, StoreFile), 1, copyStays); err != nil {
			return nil, err
		}
		n, err := backup.HotCopy(ctx, a, in.Path)
		return copyOut{n}, err
	}),
}

// copyOf has the running server copy its store into the data folder. It answers
// backup.ErrNobody when none runs.
func copyOf(ctx context.Context, dir string) (path string, err error) {
	path, err = newCopy(dir)
	if err != nil {
		return "", err
	}
	input, err := json.Marshal(copyIn{path})
	if err != nil {
		return "", err
	}
	reply, err := backup.Call(ctx, dir, backup.Request{Command: StoreCopy.Path, Input: input}, func(string) {})
	if err == nil && reply.Error != "" {
		err = &cmdline.Exit{Code: reply.Code, Err: errors.New(reply.Error)}
	}
	if err != nil {
		removeCopy(path)
		return "", err
	}
	return path, nil
}

// newCopy chooses the name of a copy, which the server must understand too, and
// removes those that a killed command left behind.
func newCopy(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	removeLeftCopies(dir)
	return filepath.Join(dir, fmt.Sprintf("%s%d-%d", copyName, os.Getpid(), time.Now().UnixNano())), nil
}

// removeLeftCopies removes the copies in a data folder whose commands have ended, or began
// so long ago that another process has their id by now.
func removeLeftCopies(dir string) {
	all, _ := filepath.Glob(filepath.Join(dir, copyName+"*")) // the pattern is good
	for _, path := range all {
		info, err := os.Stat(path)
		if err == nil && (time.Since(info.ModTime()) > copyAge || !machine.Runs(copierOf(path))) {
			removeCopy(path)
		}
	}
}

// copierOf is the id of the process that a copy was made for; its own where the name
// does not tell.
func copierOf(path string) int {
	name, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(path), copyName), "-")
	id, err := strconv.Atoi(name)
	if err != nil || id <= 0 {
		return os.Getpid()
	}
	return id
}

func removeCopy(path string) { _ = os.Remove(path) }

// InUse gives the refusal of a store that is held by somebody its exit code.
func InUse(err error) error {
	if backup.IsInUse(err) {
		return cmdline.InUse(err)
	}
	return err
}

// MachineCommands are about the machine rather than the store.
func MachineCommands() []*cli.Command {
	return []*cli.Command{doctorCommand(), installCommand()}
}

// fetchDirPattern is how folders are called into which a backup is fetched.
const fetchDirPattern = ".fetched-*"

// fetchDirLock is the file in such a folder that says that it is in use.
const fetchDirLock = "lock"

// fetchDirFor is where a backup from a bucket is fetched to: the data folder, which
// has room for a store, or that for temporary files where there is none. What a
// killed one left there goes first.
func fetchDirFor(dir, path string) (fetchDir string, remove func(), err error) {
	if !backup.IsS3(path) {
		return "", func() {}, nil
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		dir = os.TempDir()
	}
	removeStaleFetchDirs(dir)
	for {
		made, err := os.MkdirTemp(dir, fetchDirPattern)
		if err != nil {
			return "", nil, err
		}
		release, err := machine.Lock(filepath.Join(made, fetchDirLock))
		if errors.Is(err, machine.ErrLocked) || errors.Is(err, fs.ErrNotExist) {
			continue // another one took it for a left one, between these lines
		}
		if err != nil {
			return "", nil, errors.Join(err, os.RemoveAll(made))
		}
		return filepath.Join(made, "backup"), func() { _, _ = release(), os.RemoveAll(made) }, nil
	}
}

// removeStaleFetchDirs removes what was fetched into a folder by somebody who is no more.
func removeStaleFetchDirs(dir string) {
	left, _ := filepath.Glob(filepath.Join(dir, fetchDirPattern)) // the pattern is good
	for _, l := range left {
		release, err := machine.Lock(filepath.Join(l, fetchDirLock))
		if err != nil {
			continue
		}
		_, _ = release(), os.RemoveAll(l)
	}
}
