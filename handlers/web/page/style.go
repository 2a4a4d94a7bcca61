package page

import "sync"

// styles remembers the styles of company colours: working one out takes longer than
// drawing the page.
type styles struct {
	mu sync.RWMutex
	of map[string]string
}

// get is the style in a company's colour, empty for ours.
func (s *styles) get(hex string) string {
	s.mu.RLock()
	css, known := s.of[hex]
	s.mu.RUnlock()
	if known {
		return css
	}
	css = PaletteOf(hex).css()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of == nil || len(s.of) >= maxStyles {
		s.of = map[string]string{}
	}
	s.of[hex] = css
	return css
}
