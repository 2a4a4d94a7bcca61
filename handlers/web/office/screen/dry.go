package screen

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/url"

	"marquee/app"
	"marquee/handlers/web/page"
)

// dryRun is the field by which an operation says what it would come to, and changes nothing.
const dryRun = "dryRun"

// Given is what a form was filled in with so far: by the address of a page that shows what would
// happen, or by a form that comes back. Nil: it was not touched yet.
func (v *Visit) Given() (url.Values, error) {
	if v.kept != nil {
		return maps.Clone(v.kept.values), nil
	}
	sent := v.R.URL.Query()
	if v.R.Method == http.MethodPost {
		var err error
		if sent, err = page.Form(v.W, v.R); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{DoQuery, TextQuery, noteQuery, keptQuery} {
		sent.Del(name)
	}
	if len(sent) == 0 {
		return nil, nil
	}
	return sent, nil
}

// Takes fills a form in with what was sent, and with what it showed where that says nothing.
func (f *Form) Takes(sent url.Values) {
	if sent == nil {
		return
	}
	f.Sent = url.Values{}
	for name, shown := range f.Values {
		f.Sent[name] = shown
	}
	for name, all := range sent {
		f.Sent[name] = all
	}
}

// Try asks the operation of a form what it would come to now, by the very call that its button
// makes. A refusal stands at the fields, and there is no answer then.
func (v *Visit) Try(f *Form, values url.Values, answer any) (bool, error) {
	asked := url.Values{dryRun: {"true"}}
	for name, all := range f.Route.Changed(values) {
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
	return true, Read(out, answer)
}

// Read takes out of the answer of an operation what a page shows of it.
func Read(out, answer any) error {
	text, err := json.Marshal(out)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, answer)
}
