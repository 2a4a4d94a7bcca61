package powerloss_test

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"marquee/kv"
	"marquee/kv/bolt"
	"marquee/kv/kvtest/powerloss"
)

// The test binary is also the program that writes, and the one that judges.
const (
	writesTo = "MARQUEE_POWERLOSS_WRITE"   // a folder
	forEver  = "MARQUEE_POWERLOSS_FOREVER" // it writes until it is stopped
	briefly  = "MARQUEE_POWERLOSS_BRIEFLY" // it lives once and writes little
	dies     = "MARQUEE_POWERLOSS_DIE"     // it ends without closing its store
	judges   = "MARQUEE_POWERLOSS_JUDGE"
	logs     = "MARQUEE_POWERLOSS_LOG" // its store has a log, which turns often
)

func TestMain(m *testing.M) {
	var err error
	switch dir := os.Getenv(writesTo); {
	case dir != "":
		err = write(dir)
	case os.Getenv(unsafeWrites) != "":
		err = writeUnsafe(os.Getenv(unsafeWrites))
	case os.Getenv(judges) != "":
		err = powerloss.Serve(os.Stdin, os.Stdout, look)
	default:
		os.Exit(m.Run())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

const (
	writers = 4
	turns   = 40 // of each writer, in each life
	lives   = 2
	kept    = 3 // of the newest numbers of each writer
)

var background = context.Background()

// write opens a store, writes from several goroutines at once and closes it, as
// often as it has lives. Each writer says its number once it is acknowledged.
func write(dir string) error {
	turns, lives := turns, lives
	if os.Getenv(briefly) != "" {
		turns, lives = 4, 1
	}
	for range lives {
		e, err := bolt.Open(filepath.Join(dir, "store.db"), bolt.Options{FreePages: 60, Log: os.Getenv(logs) != "", LogBytes: 16 << 10})
		if err != nil {
			return err
		}
		var wg sync.WaitGroup
		failed := make([]error, writers)
		for w := range int64(writers) {
			wg.Go(func() {
				for turn := 0; turn < turns || os.Getenv(forEver) != ""; turn++ {
					n, err := next(e, w)
					if err != nil {
						failed[w] = err
						return
					}
					fmt.Println(w, n)
				}
			})
		}
		wg.Wait()
		if os.Getenv(dies) != "" {
			os.Exit(0)
		}
		if err := errors.Join(errors.Join(failed...), e.Close()); err != nil {
			return err
		}
	}
	return nil
}

// next writes the next number of a writer and forgets an old one.
func next(e kv.Engine, w int64) (n int64, err error) {
	err = e.Update(background, func(tx kv.Tx) error {
		if n, err = last(tx, w); err != nil {
			return err
		}
		n++
		return errors.Join(
			tx.Put("numbers", key(w, n), value(w, n)), tx.Put("scattered", scattered(w, n), value(w, n)),
			tx.Delete("numbers", key(w, n-kept)), tx.Delete("scattered", scattered(w, n-kept)))
	})
	return n, err
}

func key(w, n int64) []byte { return kv.Int.Append(kv.Int.Append(nil, w), n) }

// scattered spreads the numbers over the pages.
func scattered(w, n int64) []byte {
	k := key(w, n)
	return append([]byte(fmt.Sprintf("%08x", crc32.ChecksumIEEE(k))), k...)
}

// value is what belongs to a number: now and then more than fits into a page.
func value(w, n int64) []byte {
	size := 40 + int(n*n%17)*60
	if n%13 == 0 {
		size = 9000
	}
	return []byte(strings.Repeat(fmt.Sprintf("%d of %d;", n, w), size/8))
}

func last(r kv.Reader, w int64) (int64, error) {
	for p, err := range r.Scan("numbers", kv.Range{From: key(w, 0), To: key(w+1, 0), Reverse: true, Limit: 1}) {
		if err != nil {
			return 0, err
		}
		_, rest, err := kv.Int.Read(p.Key)
		if err != nil {
			return 0, err
		}
		n, _, err := kv.Int.Read(rest)
		return n, err
	}
	return 0, nil
}

// look judges an image: every page is sound, every writer's numbers are whole, and
// the store can be written to again. It says the last number of each writer.
func look(dir string) (string, error) {
	path := filepath.Join(dir, "store.db")
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return strings.Repeat("0 ", writers), nil
	}
	if err := soundPages(path); err != nil {
		return "", err
	}
	e, err := bolt.Open(path, bolt.Options{FreePages: -1})
	if err != nil {
		return "", err
	}
	said, err := numbers(e)
	for w := int64(0); w < writers && err == nil; w++ {
		_, err = next(e, w)
	}
	if err = errors.Join(err, e.Close()); err != nil {
		return "", err
	}
	return said, soundPages(path)
}

func soundPages(path string) error {
	f, err := bolt.OpenFrozen(path)
	if err != nil {
		return err
	}
	var problems []error
	err = f.CheckPages(func(problem error) { problems = append(problems, problem) })
	return errors.Join(err, errors.Join(problems...), f.Close())
}

func numbers(e kv.Engine) (said string, err error) {
	err = e.View(background, func(r kv.Reader) error {
		for w := range int64(writers) {
			n, err := last(r, w)
			if err != nil {
				return err
			}
			if err := whole(r, w, n); err != nil {
				return err
			}
			said += fmt.Sprint(n, " ")
		}
		return nil
	})
	return said, err
}

// whole wants the newest numbers, each with its value, and no others.
func whole(r kv.Reader, w, n int64) error {
	for i := max(1, n-kept+1); i <= n; i++ {
		for s, k := range map[kv.Space][]byte{"numbers": key(w, i), "scattered": scattered(w, i)} {
			if v, err := r.Get(s, k); err != nil || string(v) != string(value(w, i)) {
				return fmt.Errorf("%s: number %d of writer %d is not what was written (%v)", s, i, w, err)
			}
		}
	}
	count := 0
	for _, err := range r.Scan("numbers", kv.Range{From: key(w, 0), To: key(w+1, 0)}) {
		if count++; err != nil {
			return err
		}
	}
	if int64(count) != min(n, kept) {
		return fmt.Errorf("writer %d has %d numbers up to %d", w, count, n)
	}
	return nil
}
