package app

import (
	"errors"
	"sync/atomic"
)

// reused refuses a uuid that was answered for something else.
type reused struct{ kind string }

func (e reused) Error() string { return e.kind + ": " + e.Unwrap().Error() }

// Unwrap gives the refusal that the caller hears of.
func (e reused) Unwrap() error { return Field("uuid", "was used for another request") }

// Reuse refuses a uuid that was used for something else, in a command that keeps what it
// did under its uuid by itself.
func Reuse(kind string) error { return reused{kind} }

// Reused tells whether a call was refused because its uuid belongs to another
// request. Nothing was done then.
func Reused(err error) bool {
	var e reused
	return errors.As(err, &e)
}

// reusedUUIDs counts such refusals since the start.
var reusedUUIDs = NewPerApp(func() *atomic.Int64 { return new(atomic.Int64) })

// ReusedUUIDs is how many calls were refused because of their uuid since the start.
func (a *App) ReusedUUIDs() int64 { return reusedUUIDs.Of(a).Load() }

// NoteReuse counts and logs the refusal of a uuid, and leaves other errors alone: a
// device that gives one uuid to many requests is broken or lies, and somebody should
// look at it. View and Update do it for every command that fails; one that commits a note
// of its own beside the refusal, or tells it in another way, calls it itself.
func (a *App) NoteReuse(c *Caller, err error) {
	var e reused
	if a.dry || !errors.As(err, &e) {
		return
	}
	reusedUUIDs.Of(a).Add(1)
	a.log.Warn("a uuid was used again for another request",
		"call", e.kind, "company", c.CompanyID, "user", c.UserID, "token", c.TokenID)
}
