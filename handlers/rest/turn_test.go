package rest

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/admission"
	"marquee/app/list"
)

func tokenKey(id int64) admission.Key { return admission.Key{Token: id} }

// empty tells whether nobody is left in a class.
func empty(c *admission.Class) bool { return c.All() == 0 && c.Figures().Waiting == 0 }

type workIn struct {
	Seconds int64 `query:"seconds"`
}

// busyAPI has calls of each kind, which work as long as they are asked to. Who calls is
// told by a number as the token.
func busyAPI(procs int) *API {
	work := func(_ context.Context, _ *app.Caller, in workIn) (struct{}, error) {
		time.Sleep(time.Duration(in.Seconds) * time.Second)
		return struct{}{}, nil
	}
	spec := func(method, path string, turn Turn) Spec {
		return Spec{Method: method, Path: path, Summary: "Work", Tag: "Demo", Allow: app.Authenticated, Turn: turn}
	}
	auth := func(_ context.Context, cr Credentials) (*app.Caller, error) {
		id, err := strconv.ParseInt(cr.Token, 10, 64)
		return &app.Caller{TokenID: id}, err
	}
	api := New(Options{Authenticate: auth}, []Route{
		Handle(spec("GET", "/read", TurnByMethod), work), Handle(spec("GET", "/sync", ForGates), work),
		Handle(spec("POST", "/scan", TurnByMethod), work), Handle(spec("POST", "/upload", InBulk), work),
		HandleList(spec("GET", "/list", TurnByMethod), func(ctx context.Context, c *app.Caller, in workIn) ([]int, list.Info, error) {
			_, err := work(ctx, c, in)
			return nil, list.Empty(), err
		}),
	})
	api.turns, api.crowd = newTurns(nil, procs), newCrowd(nil, procs, 0, 0)
	return api
}

// sends makes a request and tells its status and when it was answered.
func sends(api *API, token int, method, target string) (status int, took time.Duration) {
	start := time.Now()
	r := httptest.NewRequest(method, "/v1"+target, nil)
	r.Header.Set("Authorization", "Bearer "+strconv.Itoa(token))
	w := httptest.NewRecorder()
	api.ServeHTTP(w, r)
	if w.Code >= 400 && w.Header().Get("Retry-After") == "" {
		return 0, 0
	}
	return w.Code, time.Since(start)
}

// TestLongReadsKeepNobodyWaiting: while one caller has as many long reads under way as
// he likes, scans, syncs, short reads and uploads of others go ahead, and another's long
// read is the next.
func TestLongReadsKeepNobodyWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is, api := is.New(t), busyAPI(4)
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() { sends(api, 1, "GET", "/list?seconds=2") })
		}
		synctest.Wait()
		is.Equal(api.turns.long.Figures().Inside, 2) // of four processors
		is.Equal(api.turns.long.Figures().Waiting, 18)
		for _, target := range []string{"GET /sync", "GET /read", "POST /scan", "POST /upload"} {
			method, path, _ := strings.Cut(target, " ")
			for _, token := range []int{1, 2} {
				status, took := sends(api, token, method, path)
				is.Equal(status, http.StatusOK)
				is.Equal(took, time.Duration(0)) // it did not wait
			}
		}
		status, took := sends(api, 2, "GET", "/list?seconds=1")
		is.Equal(status, http.StatusOK)
		is.Equal(took, 3*time.Second) // for those that ran, and itself
		all.Wait()
		for _, class := range []*admission.Class{api.turns.long, api.turns.short, api.turns.gates, api.turns.bulk} {
			is.True(empty(class))
		}
		is.Equal(api.turns.running.Load(), int64(0))
	})
}

// TestReadsAreKnownByTheirWork: a read is taken for what it was for the same caller
// before, and a few short ones later for short again.
func TestReadsAreKnownByTheirWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is, api := is.New(t), busyAPI(2)
		long := func(token int, target string) bool {
			rt := &api.routes[0]
			if target == "/sync" {
				rt = &api.routes[1]
			}
			return api.turns.classOf(rt, api.turns.guesses.of(guessKey{rt, admission.Key{Token: int64(token)}})) == api.turns.long
		}
		is.True(!long(1, "/read"))
		sends(api, 1, "GET", "/read?seconds=1")
		is.True(long(1, "/read"))
		is.True(long(2, "/read")) // nobody knows better
		is.True(!long(1, "/sync"))
		sends(api, 2, "GET", "/read")
		is.True(!long(2, "/read"))
		for range 100 {
			sends(api, 1, "GET", "/read")
		}
		is.True(!long(1, "/read"))
		sends(api, 1, "GET", "/sync?seconds=1") // a sync that is none
		is.True(long(1, "/sync"))
	})
}

// TestWritesInBulkAreFew: one of each caller at a time.
func TestWritesInBulkAreFew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is, api := is.New(t), busyAPI(2)
		var all sync.WaitGroup
		for range 5 {
			all.Go(func() { sends(api, 1, "POST", "/upload?seconds=1") })
		}
		synctest.Wait()
		is.Equal(api.turns.bulk.Figures().Inside, 1)
		_, took := sends(api, 2, "POST", "/upload?seconds=1")
		is.Equal(took, time.Second)
		all.Wait()
	})
}

// TestOverload: whoever waits too long, or has too many waiting, hears so and when to
// come again, and the guesses of a thousand callers take a bounded memory.
func TestOverload(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is, api := is.New(t), busyAPI(2)
		var all sync.WaitGroup
		var mu sync.Mutex
		answers := map[int]int{}
		for range maxWaitingEach + 6 {
			all.Go(func() {
				status, _ := sends(api, 1, "GET", "/list?seconds=3")
				mu.Lock()
				defer mu.Unlock()
				answers[status]++
			})
			synctest.Wait()
		}
		all.Wait()
		is.Equal(answers[200], 4)                                 // one after the other, for turnTimeout
		is.Equal(answers[http.StatusTooManyRequests], 5)          // one ran, 200 waited
		is.Equal(answers[http.StatusServiceUnavailable], 200-4+1) // in vain
		is.True(empty(api.turns.long))
	})
	is := is.New(t)
	var g guesses
	for i := range int64(3 * maxGuesses) {
		g.note(guessKey{caller: admission.Key{Token: i}}, time.Second)
	}
	is.True(len(g.known) <= maxGuesses+2)
}

// TestWhatIsCarriedOutLaterIsNotRefusedForLoad: whoever does not wait for the answer gets it,
// also when others of the same caller wait too long, and while answers of theirs are unread.
func TestWhatIsCarriedOutLaterIsNotRefusedForLoad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is, api := is.New(t), busyAPI(2)
		var all sync.WaitGroup
		all.Go(func() { sends(api, 1, "GET", "/list?seconds=60") }) // longer than anybody waits
		synctest.Wait()
		all.Go(func() {
			status, _ := sends(api, 1, "GET", "/list?seconds=1")
			is.Equal(status, http.StatusServiceUnavailable)
		})
		caller := &app.Caller{TokenID: 1}
		defer api.unread.hold(nil, admission.Key{Token: 1}, maxUnread)()
		out := api.Carry(t.Context(), caller, Later{Method: "GET", Path: "/v1/list", Query: "seconds=1"})
		is.Equal(out.Status, http.StatusOK)
		all.Wait()
	})
}
