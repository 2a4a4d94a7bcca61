package rest

import (
	"net/http"
	"slices"
	"sync"
	"time"

	"marquee/app"
	"marquee/app/admission"
)

// unread counts the bytes of answers that are made and that their clients have not
// taken yet. A client who asks over many connections and reads from none of them would
// hold an answer for each: it is told to take what it has first. An answer is no longer
// counted when the system has taken it, or the connection has ended.
//
// Many clients together hold maxUnreadAll at most: when there is more, whoever holds the most
// loses the answer that has waited the longest. So nobody who reads is refused for those who
// do not.
type unread struct {
	class   *admission.Class
	mu      sync.Mutex
	answers []*unreadAnswer // in the order in which they were made
}

// unreadAnswer is one that a client has not taken. Without a writer it cannot be cut off.
type unreadAnswer struct {
	w     http.ResponseWriter
	key   admission.Key
	place *admission.Place
}

// room refuses a caller who holds too much.
func (u *unread) room(key admission.Key) error {
	if u.class.Of(key) < u.class.Each {
		return nil
	}
	return soon(app.Refuse(app.TooMany, "Too many of your answers have not been read. Please read them first."))
}

// hold counts an answer until the result is called. Small ones are let be.
func (u *unread) hold(w http.ResponseWriter, key admission.Key, bytes int) (taken func()) {
	if bytes <= smallAnswer {
		return func() {}
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	a := &unreadAnswer{w, key, u.class.Force(admission.Ask{Key: key, Weight: int64(bytes)})}
	u.answers = append(u.answers, a)
	for more := true; more && u.class.All() > u.class.Places; {
		more = u.cutOne(a)
	}
	return func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		u.drop(a)
	}
}

// cutOne cuts off an answer of who holds the most, but never the one that was just made; false
// tells that there is none.
func (u *unread) cutOne(made *unreadAnswer) bool {
	var most *unreadAnswer
	held := int64(0)
	for _, a := range u.answers {
		if a == made || a.w == nil {
			continue
		}
		if n := u.class.Of(a.key); n > held {
			most, held = a, n
		}
	}
	if most == nil {
		return false
	}
	_ = http.NewResponseController(most.w).SetWriteDeadline(time.Now()) // some writers of tests have none
	u.drop(most)
	return true
}

// drop counts an answer no more. It may be called again.
func (u *unread) drop(a *unreadAnswer) {
	if i := slices.Index(u.answers, a); i >= 0 {
		u.answers = slices.Delete(u.answers, i, i+1)
		a.place.Leave()
	}
}
