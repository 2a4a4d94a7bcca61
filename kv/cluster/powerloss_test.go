package cluster_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"marquee/kv/cluster"

	"github.com/matryer/is"
)

// When the power goes a store may lose its end: the last commit that was under way to its file, and
// all since some moment where a disk said that it had written what it had not, or a machine comes
// back from a copy of its disk. The log has that.

// crash ends a node without a word to anybody, and leaves its file as it is.
func (f *festival) crash(name string) {
	f.t.Helper()
	n := f.nodes[name]
	f.ways[name].Kill()
	delete(f.nodes, name)
	if err := n.Stop(ended()); err != nil {
		f.t.Log(err)
	}
}

// tearLastCommit spoils the page by which the last commit of a file counts, as a cut while it is
// written does: the file has what it had before.
func tearLastCommit(t *testing.T, path string) {
	t.Helper()
	const page, txid = 4096, 64
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	if binary.LittleEndian.Uint64(b[page+txid:]) > binary.LittleEndian.Uint64(b[txid:]) {
		last = page
	}
	clear(b[last+txid : last+page])
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestStoresThatLostTheirEnd: whichever nodes lose which part of their end, all have everything
// afterwards.
func TestStoresThatLostTheirEnd(t *testing.T) {
	for name, lose := range map[string]func(f *festival, lead, follower string){
		"the follower's last commit": func(f *festival, lead, follower string) { tearLastCommit(f.t, f.path(follower)) },
		"the leader's last commit":   func(f *festival, lead, follower string) { tearLastCommit(f.t, f.path(lead)) },
		"both their last commits": func(f *festival, lead, follower string) {
			tearLastCommit(f.t, f.path(follower))
			tearLastCommit(f.t, f.path(lead))
		},
		"the follower's end": func(f *festival, lead, follower string) { copyStore(f.t, f.path("early"), f.path(follower)) },
		"the leader's end":   func(f *festival, lead, follower string) { copyStore(f.t, f.path("early"), f.path(lead)) },
		"both their ends": func(f *festival, lead, follower string) {
			copyStore(f.t, f.path("early"), f.path(lead))
			copyStore(f.t, f.path("base"), f.path(follower))
		},
	} {
		t.Run(name, func(t *testing.T) {
			calmly(t, []string{"a", "b"}, func(is *is.I, f *festival) {
				f.sell("one", "two")
				f.even()
				early, _ := f.follower()
				f.stop(early)
				copyStore(f.t, f.path(early), f.path("early"))
				f.start(early)
				for i := range 30 {
					f.sell(fmt.Sprint("later ", i))
				}
				lead, _ := f.leader()
				follower, _ := f.follower()
				time.Sleep(time.Second) // for the files
				f.crash(lead)
				f.crash(follower)
				lose(f, lead, follower)
				f.start("a")
				f.start("b")
				_, n := f.leader()
				is.Equal(sold(n.Engine()), 33)
				f.sell("after")
				f.even()
				f.stop("a")
				f.stop("b")
				is.Equal(f.digest("a"), f.digest("b"))
			})
		})
	}
}

// TestAStoreThatLostMoreThanTheLogHas fetches a copy, or adopts one.
func TestAStoreThatLostMoreThanTheLogHas(t *testing.T) {
	calmly(t, []string{"a", "b"}, func(is *is.I, f *festival) {
		for i := range 40 {
			f.sell(fmt.Sprint(i))
			time.Sleep(time.Minute)
		}
		s, err := cluster.Look(background, f.shared())
		is.NoErr(err)
		is.True(s.LogFrom.After(s.Base.At)) // it was trimmed
		name, _ := f.follower()
		f.crash(name)
		copyStore(f.t, f.path("base"), f.path(name))
		_, err = cluster.Start(background, f.options(name))
		is.True(errors.Is(err, cluster.ErrMustJoin))
		_, from := f.leader()
		is.NoErr(cluster.Joiner{Shared: f.shared(), Name: name, Path: f.path(name), Fetch: copyFrom(from, f.dir)}.Join(background))
		f.start(name)
		f.even()
		is.Equal(sold(f.nodes[name].Engine()), 41)
	})
}
