package office

import (
	"net/http"
	"net/url"
	"strings"

	"marquee/app"
	"marquee/handlers/web/page"
)

// screen is a page of the office.
type screen struct {
	// get and post are its patterns; post is empty where it has no forms.
	get, post string
	needs     app.Requirement
	template  *page.Template
	// show reads what the page shows, and what its forms are filled with.
	show func(v *visit) error
	// file answers with something else than a page, nil: it is one.
	file func(v *visit) error
	// forms are the operations that its forms are for: "POST events/update".
	forms map[string]then
}

// then is what comes after an operation.
type then struct {
	// say is a key of the words: what was done. What a form that sets a field says instead is in
	// sets: "onSale=false".
	say  string
	sets map[string]string
	// to is where it leads, nil: the page itself.
	to func(v *visit, out any) string
	// holds refuses what is not as the page had shown it; nil: nothing is held against it.
	holds func(v *visit, f *form) error
	// restore is the operation that takes it back by the id alone: what was deleted.
	restore string
	// undo: it can be taken back by the same operation with what the form had shown.
	undo bool
}

// said is the key of what a form did.
func (t *then) said(changed url.Values) string {
	for set, word := range t.sets {
		if name, value, _ := strings.Cut(set, "="); changed.Get(name) == value {
			return word
		}
	}
	return t.say
}

// serve answers requests for a page.
func (o *Office) serve(s *screen) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c, ok := o.staff(w, r)
		if !ok {
			return
		}
		v, err := o.visiting(w, r, c)
		if err == nil && !v.holds(s.needs) {
			err = app.Missing("page")
		}
		if err == nil {
			err = v.answer(s)
		}
		if err != nil {
			o.site.Refuse(w, r, err)
		}
	}
}

func (v *visit) answer(s *screen) error {
	v.screen = s
	if v.company.Alias != v.r.PathValue("alias") && v.r.Method == http.MethodGet { // one that it had before
		http.Redirect(v.w, v.r, v.path("")+"/", http.StatusFound)
		return nil
	}
	if s.file != nil {
		return s.file(v)
	}
	if err := s.show(v); err != nil {
		return err
	}
	if v.r.Method == http.MethodPost {
		return v.posted()
	}
	if v.leads != "" {
		page.GoOn(v.w, v.r, v.leads)
		return nil
	}
	v.body.Note = v.said()
	v.frame()
	v.site.Show(v.w, v.r, s.template, v.view)
	return nil
}
