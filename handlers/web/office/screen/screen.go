package screen

import (
	"net/http"
	"net/url"
	"strings"

	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/web/page"
)

// Screen is a page of the office.
type Screen struct {
	// Get and post are its patterns; post is empty where it has no forms.
	Get, Post string
	Needs     app.Requirement
	// Outside: it is of no company; around it stands that for which somebody works.
	Outside bool
	// Live: it is asked for again and again while somebody looks, which keeps no session alive.
	Live     bool
	Template *page.Template
	// Show reads what the page shows, and what its forms are filled with.
	Show func(v *Visit) error
	// File answers with something else than a page, nil: it is one.
	File func(v *Visit) error
	// Forms are the operations that its forms are for: "POST events/update".
	Forms map[string]Then
	// MaxForm is what its forms may send, in bytes, 0: as all others.
	MaxForm int64
}

// Then is what comes after an operation.
type Then struct {
	// Say is a key of the words: what was done. What a form that sets a field says instead is in
	// sets: "onSale=false".
	Say  string
	Sets map[string]string
	// Tell says what was done in words of its own, with what the answer says; nil: Say does.
	Tell func(v *Visit, out any) string
	// To is where it leads, nil: the page itself.
	To func(v *Visit, out any) string
	// Holds refuses what is not as the page had shown it; nil: nothing is held against it.
	Holds func(v *Visit, f *Form) error
	// Restore is the operation that takes it back by the id alone: what was deleted.
	Restore string
	// Unmake is the operation that takes back by its id alone each of what was made, and Made says
	// what that is. What it refuses stays.
	Unmake string
	Made   func(out any) []int64
	// Remake makes anew what was deleted for good, and nobody names by its id: the operation, and its
	// body as the page had read the thing. Nil, or without a body: it stays deleted.
	Remake func(v *Visit) (operation string, body any)
	// Once is a secret in the answer, which the next page shows this once; nil: there is none.
	Once func(out any) string
	// Answer puts the answer onto the page that is shown then, instead of leading anywhere: what
	// several things come of, and is kept nowhere.
	Answer func(v *Visit, out any) error
	// Whole are objects that the operation replaces: where a field of one was changed, all of it is sent.
	// An empty name is all of the form.
	Whole []string
	// Stays: what was typed stays in the forms of the page that Answer is put onto.
	Stays bool
	// Tried puts what a dry run comes to onto the page, beside the form as it was filled in; nil: the
	// form has no button for one.
	Tried func(v *Visit, out any) error
	// Undo: it can be taken back by the same operation with what the form had shown.
	Undo bool
}

// said is the key of what a form did.
func (t *Then) said(changed url.Values) string {
	for set, word := range t.Sets {
		if name, value, _ := strings.Cut(set, "="); changed.Get(name) == value {
			return word
		}
	}
	return t.Say
}

// serve answers requests for a page.
func (o *Pages) serve(s *Screen) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if s.Live || asksAgain(r) {
			r = r.WithContext(company.Unused(r.Context()))
		}
		c, ok := o.staff(w, r, func() string { return o.keep(s, w, r) })
		if !ok {
			return
		}
		v, err := o.visiting(w, r, c, s.Outside)
		if err == nil && !v.Holds(s.Needs) {
			err = app.Missing("page")
		}
		if err == nil {
			err = v.answer(s)
		}
		if err != nil {
			o.Site.Refuse(w, r, err)
		}
	}
}

// againHeader marks what a script asks by itself while somebody looks: how far a job is.
const againHeader = "Asks-Again"

func asksAgain(r *http.Request) bool {
	return r.Method == http.MethodGet && r.Header.Get(againHeader) != ""
}

func (v *Visit) answer(s *Screen) error {
	v.screen = s
	takeKept(v)
	if !s.Outside && v.Company.Alias != v.R.PathValue("alias") && v.R.Method == http.MethodGet { // one that it had before
		http.Redirect(v.W, v.R, v.Path("")+"/", http.StatusFound)
		return nil
	}
	if s.File != nil {
		return s.File(v)
	}
	if err := s.Show(v); err != nil {
		return err
	}
	if v.R.Method == http.MethodPost {
		return v.posted()
	}
	if v.Leads != "" {
		page.GoOn(v.W, v.R, v.Leads)
		return nil
	}
	showKept(v)
	v.Body.Note = v.said()
	v.Body.Once = v.notes.takeOnce(v.Body.Note)
	v.frame()
	v.Site.Show(v.W, v.R, s.Template, v.View)
	return nil
}
