package queue

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// Status is how the entries of a kind stand, over all companies.
type Status struct {
	Kind string
	// Unsent tells that nothing is wired that sends them.
	Unsent                      bool
	Waiting, Leased, Dead, Done int64
	// Oldest is when the first open entry was put, or of work inside had its last turn; nil when
	// there is none.
	Oldest *time.Time
	// Sent and Failed are attempts since the start of this process; Late, those whose
	// lease was over when the result came; Hung, calls that were given up and go on.
	Sent, Failed, Late, Hung int64
	inside                   bool
}

// Kinds are the names of the kinds of entries that an app's definition wires.
func Kinds(a *app.App) []string { return slices.Sorted(maps.Keys(entryKinds(a))) }

// Statuses tells how every kind stands that is wired, or has entries.
func Statuses(ctx context.Context, a *app.App) (all []Status, err error) {
	kinds := entryKinds(a)
	err = a.ViewCompany(ctx, 0, func(r app.Reader) error {
		byKind := map[string]*Status{}
		for name, k := range kinds {
			byKind[name] = &Status{Kind: name, inside: k.the().inside}
		}
		if err := countAll(r, byKind); err != nil {
			return err
		}
		all = nil
		for _, name := range slices.Sorted(maps.Keys(byKind)) {
			all = append(all, *byKind[name])
		}
		return nil
	})
	for i := range all {
		k, ok := kinds[all[i].Kind]
		all[i].Unsent = !ok || k.the().isUnsent
		workers.Of(a).note(all[i].Kind, func(f *figures) {
			all[i].Sent, all[i].Failed, all[i].Late, all[i].Hung = f.sent, f.failed, f.late, int64(f.hung)
		})
	}
	return all, err
}

// StatusOf tells how one kind stands.
func StatusOf(ctx context.Context, a *app.App, kind string) (Status, error) {
	all, err := Statuses(ctx, a)
	for _, s := range all {
		if s.Kind == kind {
			return s, err
		}
	}
	return Status{Kind: kind}, err
}

// countAll reads the counter of each state and kind, and walks no entries.
func countAll(r app.Reader, byKind map[string]*Status) error {
	for rg, more := indexes.All[string](), true; more; {
		more = false
		for e, err := range entryByState.Keys(r, rg.Limit(1)) {
			if err != nil {
				return err
			}
			if err := countOne(r, byKind, e.Key, e.ID); err != nil {
				return err
			}
			rg, more = indexes.From(e.Key+"\x00"), true // the next state or kind
		}
	}
	return nil
}

func countOne(r app.Reader, byKind map[string]*Status, key string, first int64) error {
	state, kind, _ := strings.Cut(key, " ")
	s := byKind[kind]
	if s == nil {
		s = &Status{Kind: kind}
		byKind[kind] = s
	}
	n, err := entryByState.CountOf(r, indexes.Equal(key))
	if err != nil {
		return err
	}
	switch ParseState(state) {
	case Waiting:
		s.Waiting = n
	case Leased:
		s.Leased = n
	case Dead:
		s.Dead = n
	case Done:
		s.Done = n
	}
	if !ParseState(state).open() {
		return nil
	}
	e, err := entries.Get(r, first)
	if errors.Is(err, indexes.ErrDamaged) {
		return nil
	}
	since := e.CreatedAt
	if s.inside {
		since = e.UpdatedAt
	}
	if err == nil && (s.Oldest == nil || since.Before(*s.Oldest)) {
		s.Oldest = &since
	}
	return err
}
