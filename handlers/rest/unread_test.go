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

	"github.com/matryer/is"

	"marquee/app"
)

// deafWriter is a client that reads nothing until it is told to.
type deafWriter struct {
	*httptest.ResponseRecorder
	listen <-chan struct{}
}

func (w deafWriter) Write(b []byte) (int, error) {
	<-w.listen
	return len(b), nil
}

// largeAPI answers a megabyte to everybody; who calls is told by a number as the token.
func largeAPI() *API {
	auth := func(_ context.Context, cr Credentials) (*app.Caller, error) {
		id, err := strconv.ParseInt(cr.Token, 10, 64)
		return &app.Caller{TokenID: id}, err
	}
	text := strings.Repeat("x", 1<<20)
	return New(Options{Authenticate: auth}, []Route{
		Handle(Spec{Method: "GET", Path: "/large", Summary: "Large", Tag: "Demo", Allow: app.Authenticated},
			func(context.Context, *app.Caller, struct{}) (demoPlain, error) { return demoPlain{Name: text}, nil }),
	})
}

// TestUnreadAnswers: who reads none of his answers gets no more of them than 16 MB. Others
// do, and he too once he has read.
func TestUnreadAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is, api, listen := is.New(t), largeAPI(), make(chan struct{})
		ask := func(token int, w http.ResponseWriter) {
			r := httptest.NewRequest("GET", "/v1/large", nil)
			r.Header.Set("Authorization", "Bearer "+strconv.Itoa(token))
			api.ServeHTTP(w, r)
		}
		var all sync.WaitGroup
		for range 40 {
			all.Go(func() { ask(1, deafWriter{httptest.NewRecorder(), listen}) })
			synctest.Wait()
		}
		is.True(api.unread.class.Of(tokenKey(1)) <= maxUnread+2<<20) // with the last one

		mine, others := httptest.NewRecorder(), httptest.NewRecorder()
		ask(1, mine)
		ask(2, others)
		is.Equal(mine.Code, http.StatusTooManyRequests)
		is.Equal(others.Code, http.StatusOK)

		close(listen)
		all.Wait()
		is.True(empty(api.unread.class))
		mine = httptest.NewRecorder()
		ask(1, mine)
		is.Equal(mine.Code, http.StatusOK)
	})
}

// TestUnreadAnswersOfBefore: neither does who asks for answers that were not waited for.
func TestUnreadAnswersOfBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is, api, listen := is.New(t), largeAPI(), make(chan struct{})
		api.Async = &Async{Find: func(context.Context, *app.Caller, string, string, string) (LaterAnswer, bool, error) {
			return LaterAnswer{Status: http.StatusOK, Body: make([]byte, 4<<20)}, true, nil
		}}
		ask := func(w http.ResponseWriter) {
			r := httptest.NewRequest("GET", "/v1/large?asyncUuid=x", nil)
			r.Header.Set("Authorization", "Bearer 1")
			api.ServeHTTP(w, r)
		}
		var all sync.WaitGroup
		for range 40 { // at once
			all.Go(func() { ask(deafWriter{httptest.NewRecorder(), listen}) })
		}
		synctest.Wait()
		is.Equal(api.unread.class.Of(tokenKey(1)), int64(maxUnread))
		mine := httptest.NewRecorder()
		ask(mine)
		is.Equal(mine.Code, http.StatusTooManyRequests)
		close(listen)
		all.Wait()
		is.True(empty(api.unread.class))
		is.True(empty(api.turns.polls))
	})
}
