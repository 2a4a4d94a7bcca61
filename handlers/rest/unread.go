package rest

import (
	"net/http"
	"slices"
	"sync"
	"time"

	"marquee/app"
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
	mu      sync.Mutex
	of      map[callerKey]int64
	all     int64
	answers []*unreadAnswer // in the order in which they were made
}

// unreadAnswer is one that a client has not taken. Without a writer it cannot be cut off.
type unreadAnswer struct {
	w     http.ResponseWriter
	key   callerKey
	bytes int64
}

// room refuses a caller who holds too much.
func (u *unread) room(key callerKey) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.of[key] < maxUnread {
		return nil
	}
	return soon(app.Refuse(app.TooMany, "Too many of your answers have not been read. Please read them first."))
}

// hold counts an answer until the result is called. Small ones are let be.
func (u *unread) hold(w http.ResponseWriter, key callerKey, bytes int) (taken func()) {
	if bytes <= smallAnswer {
		return func() {}
	}
	a := &unreadAnswer{w, key, int64(bytes)}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.answers = append(u.answers, a)
	u.add(key, a.bytes)
	for more := true; more && u.all > maxUnreadAll; {
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
	for _, a := range u.answers {
		if a != made && a.w != nil && (most == nil || u.of[a.key] > u.of[most.key]) {
			most = a
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
		u.add(a.key, -a.bytes)
	}
}

func (u *unread) add(key callerKey, bytes int64) {
	if u.of == nil {
		u.of = map[callerKey]int64{}
	}
	u.all += bytes
	if u.of[key] += bytes; u.of[key] <= 0 {
		delete(u.of, key)
	}
}
