package screen

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"net/http"
	"net/url"
	"sync"
	"time"

	"marquee/app"
	"marquee/handlers/web/page"
)

// What was done is said on the page that a form leads to. It is kept for a while for the
// session that did it, with what takes it back; the address says which.
const (
	noteQuery = "note"
	noteKept  = 10 * time.Minute
	maxNotes  = 1_000
)

// note is what is said after a change.
type note struct {
	ID, Text string
	// Undo is where it is taken back, empty where that is not possible.
	Undo string

	session [sha256.Size]byte
	at      time.Time
	back    *undo
	page    string
	// once is a secret that is shown with it, and only the first time.
	once string
}

// undo is the call that takes a change back: with one body, or with one for each of what was made.
type undo struct {
	company   int64
	operation string
	bodies    [][]byte
	language  app.Language
	// to is where it leads, empty: to the page that said what was done.
	to string
}

// notes are those that are kept.
type notes struct {
	mu    sync.Mutex
	order []string
	of    map[string]*note
}

func (n *notes) keep(one *note) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.of == nil {
		n.of = map[string]*note{}
	}
	for len(n.order) > 0 && (len(n.order) >= maxNotes || one.at.Sub(n.of[n.order[0]].at) > noteKept) {
		delete(n.of, n.order[0])
		n.order = n.order[1:]
	}
	n.order, n.of[one.ID] = append(n.order, one.ID), one
}

// find is nil where there is no such note of a session any more.
func (n *notes) find(id string, session [sha256.Size]byte, now time.Time) *note {
	n.mu.Lock()
	defer n.mu.Unlock()
	one := n.of[id]
	if one == nil || one.session != session || now.Sub(one.at) > noteKept {
		return nil
	}
	return one
}

func sessionOf(v *Visit) [sha256.Size]byte {
	return sha256.Sum256([]byte(v.Site.Cookie(v.R, page.StaffCookie)))
}

// note keeps what was done, and gives the address of the page that says it, with a secret, if there
// is one, that is shown once.
func (v *Visit) note(to, text, once string, back *undo) string {
	one := &note{once: once, ID: rand.Text(), Text: text, session: sessionOf(v), at: v.App.Now(), back: back, page: to}
	if back != nil {
		one.Undo = v.Path("/undo/%s", one.ID)
	}
	v.notes.keep(one)
	u, err := url.Parse(to)
	if err != nil {
		return to
	}
	q := u.Query()
	q.Del(DoQuery)
	q.Set(noteQuery, one.ID)
	u.RawQuery = q.Encode()
	return u.String()
}

// takeOnce gives the secret of a note to the first who asks.
func (n *notes) takeOnce(one *note) (once string) {
	if one == nil {
		return ""
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	once, one.once = one.once, ""
	return once
}

// said is what the address says was done, nil if it says nothing.
func (v *Visit) said() *note {
	return v.notes.find(v.R.URL.Query().Get(noteQuery), sessionOf(v), v.App.Now())
}

// undo takes a change back. What somebody changed since is not overwritten.
func (o *Pages) undo(w http.ResponseWriter, r *http.Request) {
	c, ok := o.staff(w, r, func() string { return asked(r) })
	if !ok {
		return
	}
	v, err := o.visiting(w, r, c, false)
	if err == nil {
		err = takeBack(v)
	}
	if err != nil {
		o.Site.Refuse(w, r, err)
	}
}

func takeBack(v *Visit) error {
	one := v.notes.find(v.R.PathValue("note"), sessionOf(v), v.App.Now())
	if one == nil || one.back == nil || one.back.company != v.Company.ID {
		return app.Missing("page")
	}
	sent, err := page.Form(v.W, v.R)
	if err != nil {
		return err
	}
	v.screen = &Screen{Template: v.Template(templates, "proof.html")}
	if done, err := v.proves(sent); !done || err != nil {
		return err
	}
	kept, err := one.back.do(v)
	if errors.Is(err, app.ErrStale) {
		return v.askProof(sent, "", err)
	}
	if err != nil {
		return err
	}
	text := v.View.T("office.undone")
	if kept > 0 {
		text = v.View.T("office.undone_but", "n", kept)
	}
	page.GoOn(v.W, v.R, v.note(cmp.Or(one.back.to, one.page), text, "", nil))
	return nil
}

// do takes back what can be, and tells how many cannot. Where that is all, it is refused.
func (u *undo) do(v *Visit) (kept int, err error) {
	c := *v.Caller
	c.Language = u.language
	for _, body := range u.bodies {
		_, why := v.API.Call(v.R, &c, u.operation, body)
		if why == nil {
			continue
		}
		if kind := app.KindOf(why); errors.Is(why, app.ErrStale) || kind == 0 || kind == app.Forbidden {
			return 0, why
		}
		kept, err = kept+1, why
	}
	if kept < len(u.bodies) {
		err = nil
	}
	return kept, err
}
