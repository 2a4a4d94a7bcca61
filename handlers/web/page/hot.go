package page

import (
	"net/http"
	"sync"
	"time"
)

// drawn is a page as it is sent.
type drawn struct {
	body   []byte
	style  string
	policy Policy
	// packed is the body compressed, made when somebody takes it so.
	packed func() []byte
}

// hot keeps pages that a crowd asks for: of those that are the same for everybody, the
// first few of each second are drawn for whoever asks, and the others get the last of
// them. So nobody sees what is older than a second, and nothing is kept without a crowd.
type hot struct {
	mu sync.Mutex
	of map[string]*hotPage
}

type hotPage struct {
	second int64
	drawn  int // in this second
	last   *drawn
}

// find is the page of this second, nil if it is to be drawn.
func (h *hot) find(key string, now time.Time) *drawn {
	h.mu.Lock()
	defer h.mu.Unlock()
	if p := h.of[key]; p != nil && p.second == now.Unix() && p.drawn >= drawnEachSecond {
		return p.last
	}
	return nil
}

// keep notes that a page was drawn. A second is that in which drawing began.
func (h *hot) keep(key string, began time.Time, d *drawn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.of[key]
	switch {
	case p == nil:
		if h.of == nil || len(h.of) >= maxHot {
			h.of = map[string]*hotPage{}
		}
		p = &hotPage{second: began.Unix()}
		h.of[key] = p
	case began.Unix() < p.second:
		return
	case began.Unix() > p.second:
		*p = hotPage{second: began.Unix()}
	}
	p.drawn++
	p.last = d
}

// ShowHot answers with a page that is the same for everybody who has the same key.
func (s *Site) ShowHot(w http.ResponseWriter, r *http.Request, key string, t *Template, make func() (*View, error)) error {
	began := time.Now()
	d := s.hot.find(key, began)
	if d == nil {
		v, err := make()
		if err != nil {
			return err
		}
		if d, err = s.draw(t, v); err != nil {
			return err
		}
		s.hot.keep(key, began, d)
	}
	s.sendDrawn(w, r, d, http.StatusOK)
	return nil
}
