package rest

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/matryer/is"

	"marquee/app"
)

type stayIn struct {
	Milliseconds int64 `query:"ms"`
	Outside      bool  `query:"outside"`
}

// crowdedAPI has calls that take as long as they are asked to, there or outside. most is how
// many there were at once.
func crowdedAPI(procs int, most *atomic.Int64) *API {
	var there atomic.Int64
	stay := func(ctx context.Context, _ *app.Caller, in stayIn) (struct{}, error) {
		n := there.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		if in.Outside {
			app.Outside(ctx)
		}
		time.Sleep(time.Duration(in.Milliseconds) * time.Millisecond)
		there.Add(-1)
		return struct{}{}, nil
	}
	auth := func(_ context.Context, cr Credentials) (*app.Caller, error) {
		id, err := strconv.ParseInt(cr.Token, 10, 64)
		return &app.Caller{TokenID: id}, err
	}
	var routes []Route
	for _, method := range []string{"GET", "POST"} {
		routes = append(routes, Handle(Spec{Method: method, Path: "/stay", Summary: "Stay", Tag: "Demo", Allow: app.Authenticated}, stay))
	}
	api := New(Options{Authenticate: auth}, routes)
	api.turns, api.crowd = newTurns(nil, 100), newCrowd(nil, procs, 0, 0)
	return api
}

// many sends requests of token 1 at once, and tells when they were answered, in order.
func many(t *testing.T, api *API, n int, method, target string) []time.Duration {
	var mu sync.Mutex
	var all sync.WaitGroup
	var took []time.Duration
	for range n {
		all.Go(func() {
			status, d := sends(api, 1, method, target)
			mu.Lock()
			defer mu.Unlock()
			if took = append(took, d); status != http.StatusOK {
				t.Errorf("%s %s: %d", method, target, status)
			}
		})
	}
	all.Wait()
	slices.Sort(took)
	return took
}

// TestOneOfManyIsKeptToFew: who asks over many connections has few requests at once while
// somebody else asks, and all of them alone.
func TestOneOfManyIsKeptToFew(t *testing.T) {
	for _, c := range []struct {
		name, method, target string
		others               bool
		most                 int64
		last                 time.Duration
	}{
		{"alone all run at once", "POST", "/stay?ms=10", false, 20, 10 * time.Millisecond},
		{"beside others four at a time", "POST", "/stay?ms=5", true, 4, 25 * time.Millisecond},
		{"short ones count for longer than they take", "POST", "/stay", true, 0, 4 * leastTime},
		{"reads leave the processors to others", "GET", "/stay?ms=10", true, 3, (6*workCounts + 1) * 10 * time.Millisecond},
		{"who waits outside is not counted", "POST", "/stay?ms=10&outside=true", true, 0, 4*leastTime + 10*time.Millisecond},
		{"nor who waits for a slow disk", "POST", "/stay?ms=2000", true, 20, 4*writeTime + 2*time.Second},
		{"nor who reads for very long", "GET", "/stay?ms=2000", true, 20, 6*fewTime + 2*time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				is, most := is.New(t), new(atomic.Int64)
				api := crowdedAPI(4, most)
				if c.others {
					sends(api, 2, "POST", "/stay")
					sends(api, 2, "GET", "/stay")
				}
				took := many(t, api, 20, c.method, c.target)
				is.Equal(took[len(took)-1], c.last)
				if c.most > 0 {
					is.Equal(most.Load(), c.most)
				}
				time.Sleep(time.Minute) // the last places are given up
				synctest.Wait()
				is.True(empty(api.crowd.reads.Class))
				is.True(empty(api.crowd.writes.Class))
			})
		})
	}
}

// TestLittleIsFreeBesideOthers: a page that asks for ten things gets them one after the
// other, without a pause; who goes on asking waits as without a credit, and who rests for a
// while has it anew.
func TestLittleIsFreeBesideOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is, api := is.New(t), crowdedAPI(2, new(atomic.Int64))
		api.crowd = newCrowd(nil, 2, readCredit, 0)
		const read = time.Millisecond
		asks := func(n int) time.Duration {
			sends(api, 2, "GET", "/stay")
			took := many(t, api, n, "GET", "/stay?ms=1")
			return took[len(took)-1]
		}
		free := int(readCredit / (workCounts * read)) // the next one's place stays taken
		is.Equal(asks(10), 10*read)
		time.Sleep(time.Minute)
		synctest.Wait()
		long := asks(maxWaitingEach)
		is.True(long >= maxWaitingEach*workCounts*read-readCredit-2*workCounts*read)
		is.True(long <= maxWaitingEach*workCounts*read)
		is.True(asks(5) >= 4*workCounts*read) // nothing is left
		time.Sleep(time.Minute)
		synctest.Wait()
		is.Equal(asks(free), time.Duration(free)*read)
		time.Sleep(time.Minute)
		synctest.Wait()
		sends(api, 2, "GET", "/stay")
		sends(api, 1, "GET", "/stay?ms=2000")
		is.Equal(asks(10), 10*read) // what had lost its place is not owed
	})
}

// TestNobodyWaitsForTheCrowdOfAnother: not behind its reads, nor behind its writes, nor
// do its own writes behind its reads.
func TestNobodyWaitsForTheCrowdOfAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is, api := is.New(t), crowdedAPI(2, new(atomic.Int64))
		sends(api, 2, "POST", "/stay")
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() { sends(api, 1, "GET", "/stay?ms=20") })
		}
		synctest.Wait()
		for token := range 2 {
			status, took := sends(api, token+1, "POST", "/stay")
			is.Equal(status, http.StatusOK)
			is.Equal(took, time.Duration(0))
		}
		all.Wait()
	})
}

// TestOthersAreForgotten: a caller is alone again once nobody else asked for a while.
func TestOthersAreForgotten(t *testing.T) {
	c, now := newCrowd(nil, 2, 0, 0), time.Now()
	for i, step := range []struct {
		token  int64
		after  time.Duration
		others bool
	}{
		{1, 0, false}, {1, 0, false}, {2, time.Second, true}, {2, time.Second, true}, {1, time.Second, true},
		{1, lately - time.Second - 1, true}, {1, 1, false}, {3, time.Hour, false}, {1, lately - 1, true}, {3, lately - 1, true},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			is := is.New(t)
			now = now.Add(step.after)
			is.Equal(c.note(tokenKey(step.token), now), step.others)
		})
	}
}
