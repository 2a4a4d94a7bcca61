package rest

import (
	"sync"

	"marquee/app"
)

// unread counts the bytes of answers that are made and that their clients have not
// taken yet. A client who asks over many connections and reads from none of them would
// hold an answer for each: it is told to take what it has first. An answer is no longer
// counted when the system has taken it, or the connection has ended.
type unread struct {
	mu sync.Mutex
	of map[callerKey]int64
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
func (u *unread) hold(key callerKey, bytes int) (taken func()) {
	if bytes <= smallAnswer {
		return func() {}
	}
	u.add(key, int64(bytes))
	return func() { u.add(key, -int64(bytes)) }
}

func (u *unread) add(key callerKey, bytes int64) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.of == nil {
		u.of = map[callerKey]int64{}
	}
	if u.of[key] += bytes; u.of[key] <= 0 {
		delete(u.of, key)
	}
}
