package rest

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
)

type textIn struct {
	Text string `json:"text" maxlen:"100"`
}

func textRoute(path string, most int64) Route {
	return Handle(Spec{Method: "POST", Path: path, Summary: "Text", Tag: "Demo", Allow: app.Anyone, MaxBody: most},
		func(context.Context, *app.Caller, textIn) (struct{}, error) { return struct{}{}, nil })
}

// padded is a request of exactly so many bytes.
func padded(size int) string { return "{" + strings.Repeat(" ", size-2) + "}" }

func TestBodiesHaveTheLimitOfTheirRoute(t *testing.T) {
	api := New(Options{}, []Route{textRoute("/small", 4<<10), textRoute("/plain", 0), textRoute("/large", 1<<20)})
	for _, c := range []struct {
		path   string
		size   int
		status int
	}{
		{"/small", 4 << 10, 200}, {"/small", 4<<10 + 1, 413},
		{"/plain", DefaultBody, 200}, {"/plain", DefaultBody + 1, 413},
		{"/large", 1 << 20, 200}, {"/large", 1<<20 + 1, 413}, {"/large", firstBody, 200}, {"/large", firstBody + 1, 200},
	} {
		for _, length := range []int64{int64(c.size), -1} { // told, and not
			is := is.New(t)
			r := httptest.NewRequest("POST", "/v1"+c.path, io.MultiReader(strings.NewReader(padded(c.size))))
			r.ContentLength = length
			w := httptest.NewRecorder()
			api.ServeHTTP(w, r)
			is.Equal(w.Code, c.status)
			is.Equal(api.bodies.All(), int64(0)) // everything was given back
		}
	}
}

func TestAnOversizedClaimIsNotRead(t *testing.T) {
	is := is.New(t)
	api := New(Options{}, []Route{textRoute("/small", 4<<10)})
	r := httptest.NewRequest("POST", "/v1/small", unreadable{})
	r.ContentLength = 1 << 30
	w := httptest.NewRecorder()
	api.ServeHTTP(w, r)
	is.Equal(w.Code, http.StatusRequestEntityTooLarge)
}

type unreadable struct{}

func (unreadable) Read([]byte) (int, error) { panic("the body was read") }

// half is a body that stops short of its end, until it is let go.
type half struct {
	left    int
	stopped func()
	goOn    <-chan struct{}
}

func (h *half) Read(b []byte) (int, error) {
	if h.left == 0 {
		h.stopped()
		<-h.goOn
		return 0, errors.New("the other side is gone")
	}
	n := min(len(b), h.left)
	clear(b[:n])
	h.left -= n
	return n, nil
}

// TestHalfSentBodiesAreBounded holds a thousand callers who send all but the end of
// the largest body there is. Meanwhile small requests go on.
func TestHalfSentBodiesAreBounded(t *testing.T) {
	is := is.New(t)
	api := New(Options{}, []Route{textRoute("/large", 1<<20)})
	const callers, most = 1000, 64 << 20
	goOn := make(chan struct{})
	var stuck, ended sync.WaitGroup
	var mu sync.Mutex
	answers := map[int]int{}
	before := heap()
	for range callers {
		stuck.Add(1)
		once := sync.OnceFunc(stuck.Done)
		ended.Go(func() {
			r := httptest.NewRequest("POST", "/v1/large", &half{left: 1<<20 - 1, stopped: once, goOn: goOn})
			r.ContentLength = 1 << 20
			w := httptest.NewRecorder()
			api.ServeHTTP(w, r)
			once() // refused before it stopped
			mu.Lock()
			defer mu.Unlock()
			answers[w.Code]++
			if w.Code == http.StatusTooManyRequests && w.Header().Get("Retry-After") != "1" {
				t.Error("a refusal without Retry-After")
			}
		})
	}
	stuck.Wait()
	if cost := heap() - before; cost > most {
		t.Errorf("%d half-sent bodies cost %d MB, at most %d", callers, cost>>20, most>>20)
	}
	is.Equal(call(api, "POST", "/v1/large", padded(firstBody-1)).Code, 200)
	another, w := httptest.NewRequest("POST", "/v1/large", strings.NewReader(padded(1<<20))), httptest.NewRecorder()
	another.RemoteAddr = "198.51.100.7:1"
	api.ServeHTTP(w, another)
	is.Equal(w.Code, 200) // nobody takes all of the budget
	close(goOn)
	ended.Wait()
	is.Equal(answers[http.StatusTooManyRequests]+answers[http.StatusBadRequest], callers)
	is.True(answers[http.StatusTooManyRequests] > 0)
	is.Equal(api.bodies.All(), int64(0))
	is.Equal(call(api, "POST", "/v1/large", padded(1<<20)).Code, 200) // the budget is back
}

// heap is what is in use after a collection, in bytes.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func TestALimitThatNoTextFitsIsRefusedAtTheStart(t *testing.T) {
	is := is.New(t)
	defer func() { is.True(recover() != nil) }()
	Handle(Spec{Method: "POST", Path: "/x", Summary: "X", Tag: "Demo", Allow: app.Anyone, MaxBody: 99},
		func(context.Context, *app.Caller, textIn) (struct{}, error) { return struct{}{}, nil })
}
