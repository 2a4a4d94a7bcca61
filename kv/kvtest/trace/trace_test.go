package trace_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"marquee/kv/kvtest/trace"

	"github.com/matryer/is"
)

// followed makes the test binary the command that is followed.
const followed = "MARQUEE_TRACE_FOLLOWED"

func TestMain(m *testing.M) {
	if dir := os.Getenv(followed); dir != "" {
		if err := play(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(9)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// play does one of everything, some of it in other threads.
func play(dir string) error {
	path := filepath.Join(dir, "made")
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	inThread := make(chan error)
	go func() {
		_, err := f.WriteAt([]byte("songs"), 100)
		inThread <- err
	}()
	_, err = io.Copy(f, strings.NewReader("plain"))
	err = errors.Join(err, <-inThread, f.Truncate(4096), f.Sync())
	old, opening := os.Open(filepath.Join(dir, "old"))
	if err = errors.Join(err, opening); err != nil {
		return err
	}
	_, err = io.Copy(f, old) // by the kernel
	err = errors.Join(err, old.Close(), f.Close())
	d, opening := os.Open(dir)
	if err = errors.Join(err, opening); err != nil {
		return err
	}
	err = errors.Join(err,
		os.Mkdir(filepath.Join(dir, "sub"), 0o700),
		os.Link(path, filepath.Join(dir, "sub", "second")),
		os.Rename(path, filepath.Join(dir, "named")),
		os.Remove(filepath.Join(dir, "old")),
		d.Sync(), d.Close())
	if err == nil {
		_, err = fmt.Println("done")
	}
	return err
}

func follow(t *testing.T, f *trace.Fault) (*trace.Log, string) {
	t.Helper()
	is := is.New(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	is.NoErr(err)
	is.NoErr(os.WriteFile(filepath.Join(dir, "old"), []byte("before"), 0o600))
	log, err := trace.Run(trace.Options{Command: os.Args[:1], Env: []string{followed + "=" + dir}, Folder: dir, Fault: f})
	if errors.Is(err, trace.ErrRefused) {
		t.Skip(err)
	}
	is.NoErr(err)
	return log, dir
}

func TestEverythingIsSeenInOrder(t *testing.T) {
	is := is.New(t)
	log, dir := follow(t, nil)
	is.Equal(log.Code, 0)
	is.Equal(log.Stdout, "done\n")
	var said []string
	files := map[int]string{}
	for _, e := range log.Events {
		short := func(p string) string { return strings.TrimPrefix(p, dir) }
		if e.Kind == trace.Create {
			files[e.File] = short(e.Path)
		}
		said = append(said, strings.TrimSpace(fmt.Sprintf("%s %s%s %s %d %d %q", e.Kind, files[e.File], short(e.Path), short(e.To), e.Offset, e.Size, e.Data)))
	}
	text := strings.Join(said, "\n")
	for _, want := range []string{
		`create /old/old  0 0 ""`, `write /old  0 0 "before"`, `sync /old`,
		`create /made/made  0 0 ""`, `write /made  100 0 "songs"`, `write /made  0 0 "plain"`, `resize /made  0 4096 ""`, `sync /made`,
		`write /made  5 0 "before"`, `folder /sub`, `link /made/made /sub/second`, `rename /made/made /named`, `remove /old/old`,
		`sync folder`, `ack   0 0 "done\n"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing in\n%s", want, text)
		}
	}
	is.True(strings.HasSuffix(text, `ack   0 0 "done\n"`))
	is.Equal(log.Events[log.First].Kind, trace.Create)
}

func TestCallsFailInTurn(t *testing.T) {
	untouched, _ := follow(t, nil)
	for call, n := range untouched.Calls {
		for at := 1; at <= n; at++ {
			for _, always := range []bool{false, true} {
				f := &trace.Fault{Call: call, At: at, Always: always, Error: syscall.EDQUOT}
				t.Run(f.String(), func(t *testing.T) {
					is := is.New(t)
					log, _ := follow(t, f)
					is.Equal(log.Code, 9)
					is.True(strings.Contains(log.Stderr, syscall.EDQUOT.Error()))
					is.True(log.Fired >= 1)
					is.Equal(log.Stdout, "")
				})
			}
		}
	}
}

func TestHalfOfAWrite(t *testing.T) {
	is := is.New(t)
	log, _ := follow(t, &trace.Fault{Call: trace.CallWrite, At: 1, Short: true, Error: syscall.ENOSPC})
	is.Equal(log.Code, 9)
	is.True(strings.Contains(log.Stderr, syscall.ENOSPC.Error()))
	halves := 0
	for _, e := range log.Events[log.First:] {
		if e.Kind == trace.Write && len(e.Data) == len("songs")/2 {
			halves++
		}
	}
	is.Equal(halves, 1)
}
