package cli_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"marquee/backup"
	"marquee/kv"
	"marquee/kv/bolt"
	"marquee/kv/logfile"

	"github.com/matryer/is"
)

// killedWithLog puts a store into a folder as a kill leaves it whose last commit, at the time
// that it gives, is in the log alone.
func killedWithLog(t *testing.T, dir string) (last time.Time) {
	t.Helper()
	is := is.New(t)
	stored(t, dir)
	path := filepath.Join(data(dir), "marquee.db")
	e, err := bolt.Open(path, bolt.Options{FreePages: -1, Log: true, LogBytes: 64 << 10})
	is.NoErr(err)
	behind, err := os.ReadFile(path)
	is.NoErr(err)
	is.NoErr(e.Update(context.Background(), func(tx kv.Tx) error {
		for p, err := range tx.Scan("~schema", kv.Range{Limit: 1}) {
			if err != nil {
				return err
			}
			return tx.Put("~schema", p.Key, p.Value) // what it says already
		}
		return errors.New("there is no mark of the schema")
	}))
	is.NoErr(e.View(context.Background(), func(r kv.Reader) error { last = r.SafeTime(); return nil }))
	logs := [2][]byte{}
	for i, log := range logfile.Paths(path) {
		logs[i], err = os.ReadFile(log)
		is.NoErr(err)
	}
	is.NoErr(e.Close())
	is.NoErr(os.WriteFile(path, behind, 0o600))
	for i, log := range logfile.Paths(path) {
		is.NoErr(os.WriteFile(log, logs[i], 0o600))
	}
	return last
}

// lastCommit wants a whole store in one file, and gives its last commit.
func lastCommit(t *testing.T, path string) time.Time {
	t.Helper()
	is := is.New(t)
	there, err := logfile.Exists(path)
	is.NoErr(err)
	is.True(!there)
	r, err := inspected(path)
	is.NoErr(err)
	return r.LastCommit
}

// TestCommandsKnowOfTheLog: whatever a command makes of a killed store has what was in its log.
func TestCommandsKnowOfTheLog(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		run  func(t *testing.T, dir string)
		made func(dir string) string
	}{
		"check":                {func(t *testing.T, dir string) { run(t, "check", "--data", data(dir)) }, inData("marquee.db")},
		"compact":              {func(t *testing.T, dir string) { run(t, "compact", "--data", data(dir)) }, inData("marquee.db")},
		"a command that reads": {func(t *testing.T, dir string) { run(t, "company", "list", "--data", data(dir)) }, inData("marquee.db")},
		"backup and restore": {func(t *testing.T, dir string) {
			run(t, "backup", filepath.Join(dir, "backup"), "--data", data(dir))
			run(t, "restore", filepath.Join(dir, "backup"), "--data", filepath.Join(dir, "other"))
		}, func(dir string) string { return filepath.Join(dir, "other", "marquee.db") }},
		"a restore over it, and the way back": {func(t *testing.T, dir string) {
			other := t.TempDir()
			stored(t, other)
			run(t, "backup", filepath.Join(dir, "backup"), "--data", data(other))
			run(t, "restore", filepath.Join(dir, "backup"), "--data", data(dir), "--force")
			kept, err := filepath.Glob(filepath.Join(data(dir), "marquee.db.before-*Z"))
			if err != nil || len(kept) != 1 {
				t.Fatal(kept, err)
			}
			run(t, "restore", kept[0], "--data", data(dir), "--force")
		}, inData("marquee.db")},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			last := killedWithLog(t, dir)
			c.run(t, dir)
			is.New(t).Equal(lastCommit(t, c.made(dir)), last)
		})
	}
}

func inData(name string) func(dir string) string {
	return func(dir string) string { return filepath.Join(data(dir), name) }
}

// TestACopyWithoutItsLog: it is refused by every command in words, until somebody says that the
// log is gone.
func TestACopyWithoutItsLog(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	dir := t.TempDir()
	last := killedWithLog(t, dir)
	path := filepath.Join(data(dir), "marquee.db")
	is.NoErr(logfile.Remove(path))
	for _, words := range [][]string{{"check"}, {"serve", "--listen", "127.0.0.1:0"}, {"company", "list"}, {"compact"}, {"export", filepath.Join(dir, "export")}, {"backup", filepath.Join(dir, "backup")}} {
		out, err := exec.Command(filepath.Join(binary, "marquee"), append(words, "--data", data(dir))...).CombinedOutput()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 5 || !strings.Contains(string(out), "missing") || !strings.Contains(string(out), "serve --without-log") || strings.Contains(string(out), "rescue") {
			t.Errorf("marquee %s: %v\n%s", strings.Join(words, " "), err, out)
		}
	}
	s := startServer(t, data(dir), "--without-log")
	s.stops(t)
	is.Equal(s.ended(t), 0)
	r, err := backup.Inspect(t.Context(), business, path, backup.Full, func(backup.Finding) {})
	is.NoErr(err)
	is.True(r.Good())
	is.True(!r.LastCommit.Equal(last))
}

// TestServedWithALogAndStopped: a stop leaves one file, which any program opens.
func TestServedWithALogAndStopped(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	stored(t, dir)
	s := startServer(t, data(dir), "--log")
	run(t, settingsArgs(dir)...)
	said, _ := exec.Command(filepath.Join(binary, "marquee"), "doctor", "--data", data(dir)).CombinedOutput() // it minds a folder in memory
	is.New(t).True(strings.Contains(string(said), "commits are in a log first"))
	run(t, "check", "--data", data(dir))
	run(t, "compact", "--data", data(dir))
	run(t, "backup", filepath.Join(dir, "backup"), "--data", data(dir))
	s.stops(t)
	is.New(t).Equal(s.ended(t), 0)
	lastCommit(t, inData("marquee.db")(dir))
}

// TestALogAloneIsWhatIsLeftOfAStore: nothing makes a new one beside it.
func TestALogAloneIsWhatIsLeftOfAStore(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	dir := t.TempDir()
	killedWithLog(t, dir)
	path := filepath.Join(data(dir), "marquee.db")
	is.NoErr(os.Remove(path))
	for _, words := range [][]string{{"init", "--company", "Other", "--currency", "EUR", "--email", "a@example.com"}, {"serve", "--listen", "127.0.0.1:0"}, {"serve", "--demo", "--listen", "127.0.0.1:0"}, {"company", "list"}} {
		out, err := exec.Command(filepath.Join(binary, "marquee"), append(words, "--data", data(dir))...).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "what is left of one: its log") {
			t.Errorf("marquee %s: %v\n%s", strings.Join(words, " "), err, out)
		}
	}
	_, err := os.Stat(path)
	is.True(errors.Is(err, os.ErrNotExist))
}
