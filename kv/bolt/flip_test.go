package bolt_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"marquee/app"
	"marquee/app/areas"
	"marquee/app/company"
	"marquee/app/demo"
	"marquee/backup"
	"marquee/kv/bolt"
	"marquee/kv/kvtest"

	"github.com/matryer/is"
)

// business is what the stores of these tests keep.
var business = areas.Definition()

var (
	flipSeed   = flag.Uint64("flips.seed", 1, "which")
	flipOrders = flag.Int("flips.orders", 20, "orders of the festival in which")
)

// flip is one bit of a file.
type flip struct {
	at   int64
	bit  uint
	what string
}

// TestFlips flips one bit at a time in the bytes of a store that have a meaning: the check
// finds each. Flips in other bytes (padding and free pages) change neither the result of
// the check nor the digest of the content. The control is bbolt with its own check.
func TestFlips(t *testing.T) {
	kvtest.SingleGoroutine(t)
	stopped, copied := flipStores(t)
	for name, path := range map[string]string{"a stopped store": stopped, "a copy of a running one": copied} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			what, err := bolt.Live(path)
			is.NoErr(err)
			random := rand.New(rand.NewPCG(*flipSeed, 0))
			live := draw(random, what, *bolt.FlipCount, func(w string) bool { return w != "" })
			before := digestOf(t, path)
			found, all := map[string]int{}, map[string]int{}
			for _, f := range live {
				all[f.what]++
				if isFound(t, path, f) {
					found[f.what]++
					continue
				}
				t.Errorf("bit %d of byte %d of page %d, in the %s, was not found", f.bit, f.at%4096, f.at/4096, f.what)
			}
			dead := draw(random, what, *bolt.FlipCount/10, func(w string) bool { return w == "" })
			for _, f := range dead {
				is.NoErr(bolt.Flip(path, f.at, f.bit))
				is.Equal(digestOf(t, path), before)
				is.NoErr(bolt.Flip(path, f.at, f.bit))
			}
			alone := bboltAlone(t, path, live)
			t.Logf("%s of %d bytes, %d of them mean something", name, len(what), len(what)-count(what, ""))
			t.Logf("%d of %d flips found; by bbolt alone %d, which is %.1f %%; %d flips in dead bytes changed nothing",
				sum(found), len(live), alone, 100*float64(alone)/float64(len(live)), len(dead))
			for _, w := range slices.Sorted(maps.Keys(all)) {
				t.Logf("  %4d of %4d in a %s", found[w], all[w], w)
			}
			is.True(alone*2 < len(live)) // the control misses most
		})
	}
}

// TestNamesOfSpaces flips one bit in each byte of the name of each space. What is kept under a
// name that nobody knows is lost: the records of a store that lost its marks so were taken for
// those of the first program there was.
func TestNamesOfSpaces(t *testing.T) {
	kvtest.SingleGoroutine(t)
	path, _ := flipStores(t)
	is := is.New(t)
	what, err := bolt.Live(path)
	is.NoErr(err)
	names := 0
	for at, w := range what {
		if w != "name of a space" {
			continue
		}
		names++
		if f := (flip{at: int64(at), bit: uint(at % 6), what: w}); !isFound(t, path, f) {
			t.Errorf("bit %d of byte %d of page %d, in the %s, was not found", f.bit, f.at%4096, f.at/4096, f.what)
		}
	}
	is.True(names > 500)
}

// flipStores makes the store of a festival: after a clean end, and as a copy from a
// running server, without a list of free pages.
func flipStores(t *testing.T) (stopped, copied string) {
	t.Helper()
	is := is.New(t)
	dir := t.TempDir()
	stopped, copied = filepath.Join(dir, "stopped.db"), filepath.Join(dir, "copied.db")
	e, err := bolt.Open(stopped, bolt.Options{FreePages: -1})
	is.NoErr(err)
	is.NoErr(business.Schema.Ready(t.Context(), e))
	a := app.New(e, business, app.Options{})
	founded, err := company.Found(t.Context(), a, company.Founding{
		Company: company.NewCompany{Name: "Songs", CurrencyCode: "EUR", Timezone: "Europe/Berlin"}, Email: "owner@example.com", OwnerName: "Owner",
	})
	is.NoErr(err)
	owner, err := company.Authenticate(t.Context(), a, founded.Token, nil)
	is.NoErr(err)
	_, err = demo.Load(t.Context(), a, owner, demo.Options{Orders: *flipOrders, Seed: 1})
	is.NoErr(err)
	_, err = backup.HotCopy(t.Context(), a, copied)
	is.NoErr(err)
	is.NoErr(e.Close())
	return stopped, copied
}

// draw picks bits of bytes of some kind, each byte once.
func draw(random *rand.Rand, what []string, n int, wanted func(string) bool) (all []flip) {
	var from []int64
	for at, w := range what {
		if wanted(w) {
			from = append(from, int64(at))
		}
	}
	random.Shuffle(len(from), func(i, j int) { from[i], from[j] = from[j], from[i] })
	for _, at := range from[:min(n, len(from))] {
		all = append(all, flip{at, uint(random.IntN(8)), what[at]})
	}
	return all
}

// isFound flips, checks, and flips back.
func isFound(t *testing.T, path string, f flip) (found bool) {
	t.Helper()
	is := is.New(t)
	is.NoErr(bolt.Flip(path, f.at, f.bit))
	report, err := backup.Inspect(t.Context(), business, path, backup.Normal, func(backup.Finding) {})
	is.NoErr(bolt.Flip(path, f.at, f.bit))
	return err != nil || !report.Good()
}

// digestOf checks a store that must be sound.
func digestOf(t *testing.T, path string) string {
	t.Helper()
	is := is.New(t)
	report, err := backup.Inspect(context.Background(), business, path, backup.Full, func(f backup.Finding) { t.Error(f) })
	is.NoErr(err)
	is.True(report.Good())
	return report.Digest
}

// bboltAlone counts the flips that bbolt finds. A crash or a timeout counts as found.
func bboltAlone(t *testing.T, path string, all []flip) (found int) {
	t.Helper()
	is := is.New(t)
	program, err := os.Executable()
	is.NoErr(err)
	whole, err := os.ReadFile(path)
	is.NoErr(err)
	for done := 0; done < len(all); {
		var in strings.Builder
		for _, f := range all[done:] {
			fmt.Fprintln(&in, f.at, f.bit)
		}
		cmd := exec.Command(program)
		cmd.Env = append(os.Environ(), bolt.FlipStore+"="+path)
		cmd.Stdin = strings.NewReader(in.String())
		out, err := cmd.Output()
		said := strings.Fields(string(out))
		done += len(said)
		found += count(said, "found")
		if err != nil && done < len(all) {
			done++
			found++
			is.NoErr(os.WriteFile(path, whole, 0o600))
		}
	}
	return found
}

func count(all []string, one string) (n int) {
	for _, s := range all {
		if s == one {
			n++
		}
	}
	return n
}

func sum(counts map[string]int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}

// TestCuts truncates a store at every page. This is found, unless only the unused end of
// the file was cut off.
func TestCuts(t *testing.T) {
	kvtest.SingleGoroutine(t)
	stopped, copied := flipStores(t)
	for name, path := range map[string]string{"a stopped store": stopped, "a copy of a running one": copied} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			what, err := bolt.Live(path)
			is.NoErr(err)
			end := int64(len(what))
			for end > 0 && what[end-1] == "" {
				end--
			}
			before := digestOf(t, path)
			found, idle := 0, 0
			for at := int64(len(what)) - 4096; at >= 0; at -= 4096 {
				if at > end+64*4096 && at%(256*4096) != 0 {
					continue // the unused end of the file; only some lengths are tested
				}
				is.NoErr(os.Truncate(path, at))
				report, err := backup.Inspect(t.Context(), business, path, backup.Full, func(backup.Finding) {})
				if err != nil || !report.Good() {
					found++
					continue
				}
				is.Equal(report.Digest, before)
				is.True(at >= end)
				idle++
			}
			t.Logf("%d cuts found, %d removed only the unused end of the file", found, idle)
			is.True(found > 10)
		})
	}
}
