package page

import (
	"crypto/rand"
	"crypto/sha256"
	"net/http"
	"net/url"
	"sync"
	"time"

	"marquee/app"
)

// A page that answers a form has no address of its own: going back to it, a browser would ask
// whether to send the form again. So such a page is kept for a while, and the browser is led to
// an address that shows it, of the page that the form is on. Whoever comes later is led to that
// page as it is then. What is kept is bounded; where there is no room, the page is the answer.
const (
	// AnsweredPath shows what answered a form and is no page of its own: that it was refused.
	AnsweredPath = "/answered"
	againQuery   = "again" // of the address: which page
	// againCookie is kept by the browser that the pages are for: an address alone shows nothing.
	againCookie = "again"
	// againKept is how long a page is kept, againPages how many of one network are, againBytes
	// how much all of them are.
	againKept  = 10 * time.Minute
	againPages = 32
	againBytes = 8 << 20
)

// answered are the pages that answered forms lately.
type answered struct {
	mu    sync.Mutex
	order []againKey // as they came
	pages map[againKey]*answeredPage
	bytes int
	from  map[string]int // how many are of a network; a proxy on this machine speaks for everybody
}

// againKey is who may see a page, and which.
type againKey struct {
	browser [sha256.Size]byte
	page    string
}

// browserOf names a browser by what it keeps, and by the staff who are signed in on it: what
// they were shown ends with their session.
func (s *Site) browserOf(r *http.Request, kept string) [sha256.Size]byte {
	return sha256.Sum256([]byte(kept + "\x00" + s.Cookie(r, StaffCookie)))
}

type answeredPage struct {
	*drawn
	status int
	at     time.Time
	from   string
}

// keep takes a page in, if there is room.
func (a *answered) keep(k againKey, p *answeredPage, now time.Time) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.pages == nil {
		a.pages, a.from = map[againKey]*answeredPage{}, map[string]int{}
	}
	for len(a.order) > 0 && a.over(a.pages[a.order[0]], now) {
		a.drop()
	}
	if a.bytes+len(p.body) > againBytes || p.from != "" && a.from[p.from] >= againPages {
		return false
	}
	a.order, a.pages[k] = append(a.order, k), p
	a.bytes += len(p.body)
	a.from[p.from]++
	return true
}

// over tells whether a page was kept for long enough. A clock that was set back ends it, too.
func (a *answered) over(p *answeredPage, now time.Time) bool {
	age := now.Sub(p.at)
	return age < 0 || age >= againKept
}

// drop forgets the oldest page.
func (a *answered) drop() {
	k := a.order[0]
	p := a.pages[k]
	a.order = a.order[1:]
	delete(a.pages, k)
	a.bytes -= len(p.body)
	if a.from[p.from]--; a.from[p.from] == 0 {
		delete(a.from, p.from)
	}
}

// find is nil where there is no such page any more.
func (a *answered) find(k againKey, now time.Time) *answeredPage {
	a.mu.Lock()
	defer a.mu.Unlock()
	if p := a.pages[k]; p != nil && !a.over(p, now) {
		return p
	}
	return nil
}

// navigates tells whether a browser shows the answer of a form as its page.
func navigates(r *http.Request) bool {
	return r.Method == http.MethodPost && r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document"
}

// leadTo keeps a page that answers a form and leads the browser to it. It is false where the
// page has to be the answer.
func (s *Site) leadTo(w http.ResponseWriter, r *http.Request, v *View, d *drawn, status int) bool {
	u, err := url.Parse(v.Address)
	if !navigates(r) || err != nil || !Local(v.Address) {
		return false
	}
	kept := s.Cookie(r, againCookie)
	if kept == "" {
		kept = rand.Text()
	}
	k := againKey{s.browserOf(r, kept), rand.Text()}
	if !s.answered.keep(k, &answeredPage{d, status, s.App.Now(), app.Network(AddressOf(r))}, s.App.Now()) {
		return false
	}
	s.SetCookie(w, r, againCookie, kept, 0)
	q := u.Query()
	q.Set(againQuery, k.page)
	u.RawQuery, u.Fragment = q.Encode(), v.Stand
	http.Redirect(w, r, u.String(), http.StatusSeeOther)
	return true
}

// showAnswered answers with the page that answered a form, or leads to the page that the form
// is on. It is false where nobody asks for such a page.
func (s *Site) showAnswered(w http.ResponseWriter, r *http.Request) bool {
	q := r.URL.Query()
	if r.Method != http.MethodGet || !q.Has(againQuery) {
		return false
	}
	if p := s.answered.find(againKey{s.browserOf(r, s.Cookie(r, againCookie)), q.Get(againQuery)}, s.App.Now()); p != nil {
		s.sendDrawn(w, r, p.drawn, p.status)
		return true
	}
	GoOn(w, r, without(r.URL, againQuery))
	return true
}

// without is an address without one part of its query.
func without(u *url.URL, part string) string {
	bare, q := *u, u.Query()
	q.Del(part)
	bare.RawQuery = q.Encode()
	return bare.RequestURI()
}
