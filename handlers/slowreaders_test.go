package handlers_test

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/matryer/is"
)

// deafWriter is a client that reads nothing until it is told to; hears is told when it should.
type deafWriter struct {
	*httptest.ResponseRecorder
	hears  *sync.WaitGroup
	listen <-chan struct{}
}

func (w deafWriter) Write(b []byte) (int, error) {
	w.hears.Done()
	<-w.listen
	return len(b), nil
}

// TestWhoReadsTicketsSlowlyHoldsNoPlace: of however many clients reads none, the next one gets
// its passes and its tickets.
func TestWhoReadsTicketsSlowlyHoldsNoPlace(t *testing.T) {
	is := is.New(t)
	s := newPassBookings(t)
	item := s.sell()["items"].([]any)[0].(map[string]any)
	pass, pdf := item["appleWalletPassUrl"].(string), item["downloadUrl"].(string)
	const many = 100
	var slow, hears sync.WaitGroup
	listen := make(chan struct{})
	hears.Add(many)
	for range many {
		slow.Go(func() {
			s.h.ServeHTTP(deafWriter{httptest.NewRecorder(), &hears, listen}, httptest.NewRequest("GET", pass, nil))
		})
	}
	hears.Wait() // all of them have an answer that they do not take
	is.Equal(s.open(pass).Code, http.StatusOK)
	is.Equal(s.open(pdf).Code, http.StatusOK)
	close(listen)
	slow.Wait()
}
