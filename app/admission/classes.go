package admission

import (
	"cmp"
	"slices"
	"sync"
)

// Classes are those of one process, each with a name of its own.
type Classes struct {
	mu    sync.Mutex
	named map[string]*Class
}

// Of is the class of a name, made with its limits where it is not there yet. Of nil it is one that
// nobody counts.
func (s *Classes) Of(name string, l Limits) *Class {
	if s == nil {
		return New(name, l)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.named[name]; c != nil {
		return c
	}
	if s.named == nil {
		s.named = map[string]*Class{}
	}
	c := New(name, l)
	s.named[name] = c
	return c
}

// All are those that were used, by name.
func (s *Classes) All() []*Class {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]*Class, 0, len(s.named))
	for _, c := range s.named {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b *Class) int { return cmp.Compare(a.name, b.name) })
	return all
}
