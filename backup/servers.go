package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
)

// A copy of a store has its id: one that was restored on another machine, or whose folder was
// copied. Two servers that back up such copies into one place would each count and remove the
// backups of the other. So each notes itself there, and whoever meets another one removes
// nothing.

// Server is who makes backups of a store somewhere.
type Server struct {
	Name string    `json:"name"`
	At   time.Time `json:"at"` // when it did so last
	// Before is when it did so the time before, zero for one that did once.
	Before time.Time `json:"before,omitzero"`
	// Met is the other one that it met then.
	Met *Server `json:"met,omitempty"`
}

const (
	// aliveFor is how long after its last backup a server counts as one that goes on, where it
	// makes them often: else as long as two of its pauses, up to longestPauses.
	aliveFor      = 2 * time.Hour
	longestPauses = 15 * 24 * time.Hour
	// forgotten is when a server is left out of the note.
	forgotten = 60 * 24 * time.Hour
	// maxServers are so many bytes as a note may have.
	maxServers = 64 << 10
)

// serversNote is the file beside backups that says which servers make some of a store there.
func serversNote(store string) string { return ".marquee-" + store + ".servers.json" }

// MetServer is the other one that a server met when it made its last backup of a store at a
// destination, or that has come since and goes on; nil for none.
func MetServer(ctx context.Context, dest, store, me string, now time.Time) (*Server, error) {
	all, err := Servers(ctx, dest, store)
	if i := slices.IndexFunc(all, func(s Server) bool { return s.Name == me }); i >= 0 && all[i].Met != nil {
		return all[i].Met, err
	}
	return besides(all, me, now), err
}

// Servers are those that made backups of a store at a destination in the last months.
func Servers(ctx context.Context, dest, store string) ([]Server, error) {
	s, err := openDestination(dest, realDisk{})
	if err != nil || store == "" {
		return nil, err
	}
	return serversAt(ctx, s, store)
}

// NoteServer notes that a server makes backups of a store at a destination, and gives the
// other one that does so too; nil for none.
func (k *Keeper) NoteServer(ctx context.Context, dest, store, me string) (met *Server, err error) {
	s, err := openDestination(dest, k.disk)
	if err != nil || store == "" {
		return nil, err
	}
	all, err := serversAt(ctx, s, store)
	if err != nil {
		return nil, err
	}
	now := k.clock().UTC()
	met = besides(all, me, now)
	own := Server{Name: me, At: now, Met: met}
	if i := slices.IndexFunc(all, func(s Server) bool { return s.Name == me }); i >= 0 {
		own.Before = all[i].At
	}
	all = slices.DeleteFunc(all, func(s Server) bool { return s.Name == me || now.Sub(s.At) > forgotten })
	b, err := json.Marshal(append(all, own))
	if err != nil {
		return met, err
	}
	to, can := s.(writableDestination)
	if !can {
		return met, fmt.Errorf("nothing can be noted in %s", dest)
	}
	return met, to.write(ctx, serversNote(store), append(b, '\n'))
}

// besides is the other server that made a backup last, of those that go on. Who makes them more
// often than the other one meets it all the same: it would remove what that one made between.
func besides(all []Server, me string, now time.Time) (met *Server) {
	for _, s := range all {
		if s.Name != me && s.goesOn(now) && (met == nil || s.At.After(met.At)) {
			met = &Server{Name: s.Name, At: s.At}
		}
	}
	return met
}

// goesOn tells whether a server is to be expected again.
func (s *Server) goesOn(now time.Time) bool {
	alive := aliveFor
	if !s.Before.IsZero() {
		alive = max(alive, min(2*s.At.Sub(s.Before), longestPauses))
	}
	return now.Sub(s.At) < alive
}

// serversAt reads the note; nobody is known where there is none, or none that can be read.
func serversAt(ctx context.Context, s destination, store string) (all []Server, err error) {
	found, err := s.names(ctx)
	if err != nil || !slices.ContainsFunc(found, func(f storedFile) bool { return f.name == serversNote(store) }) {
		return nil, err
	}
	f, err := s.open(ctx, serversNote(store))
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(io.LimitReader(f, maxServers))
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	if json.Unmarshal(b, &all) != nil {
		return nil, nil
	}
	return all, nil
}
