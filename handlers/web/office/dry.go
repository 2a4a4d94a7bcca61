package office

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"

	"marquee/app"
	"marquee/handlers/web/page"
)

// dryRun is the field by which an operation says what it would come to, and changes nothing.
const dryRun = "dryRun"

// given is what a form was filled in with so far: by the address of a page that shows what would
// happen, or by a form that comes back. Nil: it was not touched yet.
func (v *visit) given() (url.Values, error) {
	sent := v.r.URL.Query()
	if v.r.Method == http.MethodPost {
		var err error
		if sent, err = page.Form(v.w, v.r); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{doQuery, textQuery, noteQuery} {
		sent.Del(name)
	}
	if len(sent) == 0 {
		return nil, nil
	}
	return sent, nil
}

// takes fills a form in with what was sent, and with what it showed where that says nothing.
func (f *form) takes(sent url.Values) {
	if sent == nil {
		return
	}
	f.sent = url.Values{}
	for name, shown := range f.values {
		f.sent[name] = shown
	}
	for name, all := range sent {
		f.sent[name] = all
	}
}

// try asks the operation of a form what it would come to now, by the very call that its button
// makes. A refusal stands at the fields, and there is no answer then.
func (v *visit) try(f *form, values url.Values, answer any) (bool, error) {
	asked := url.Values{dryRun: {"true"}}
	for name, all := range f.route.Changed(values) {
		asked[name] = all
	}
	out, err := v.call(f, asked)
	if refusal, ok := errors.AsType[*app.Error](err); ok && refusal.Kind != app.Forbidden && refusal.Kind != app.NotFound {
		f.refuse(refusal)
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, read(out, answer)
}

// read takes out of the answer of an operation what a page shows of it.
func read(out, answer any) error {
	text, err := json.Marshal(out)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, answer)
}
