package setup

import (
	"errors"

	"marquee/app"
	"marquee/handlers/rest"
	"marquee/handlers/web/page"
)

// spec is how a field is asked for.
type spec struct {
	kind, auto, mode string
	most             int
	// loose fields may be empty; optional ones say so.
	loose, optional bool
}

// specs are the fields of all steps but the tickets. Each has its words: setup.f_name, and where
// there is more to say, setup.h_name.
var specs = map[string]spec{
	"code":     {kind: "text", auto: "off", most: 40},
	"name":     {kind: "text", auto: "name", most: 255},
	"email":    {kind: "email", auto: "username", mode: "email", most: 254},
	"password": {kind: "password", auto: "new-password", most: 512},
	"company":  {kind: "text", auto: "organization", most: 255},
	"title":    {kind: "text", auto: "off", most: 255},
	"day":      {kind: "date", auto: "off"},
	"time":     {kind: "time", auto: "off"},
	"place":    {kind: "text", auto: "off", most: 255, loose: true, optional: true},
	"street":   {kind: "text", auto: "off", most: 255, loose: true},
	"town":     {kind: "text", auto: "off", most: 90, loose: true},
	"holder":   {kind: "text", auto: "off", most: 70, loose: true},
	// Keys stand in no page again.
	"secret":      {kind: "password", auto: "off", most: 255, loose: true},
	"publishable": {kind: "text", auto: "off", most: 255, loose: true},
	"iban":        {kind: "text", auto: "off", most: 60, loose: true},
}

// helped are the fields that have more to say.
var helped = map[string]bool{"password": true, "place": true, "town": true, "code": true}

// field is one as a template draws it.
type field struct {
	ID, Label, Kind, Auto, Mode, Value, Help, Problem string
	Most                                              int
	Required, Optional                                bool
}

// form is what was typed, and what is wrong with it.
type form struct {
	view   *page.View
	values map[string]string
	wrong  map[string]string
}

// Field is a field by its name.
func (f *form) Field(name string) field {
	s := specs[name]
	out := field{
		ID: name, Label: f.view.T("setup.f_" + name), Kind: s.kind, Auto: s.auto, Mode: s.mode, Most: s.most, Required: !s.loose, Optional: s.optional,
		Value: f.values[name], Problem: f.wrong[name],
	}
	if helped[name] {
		out.Help = f.view.T("setup.h_" + name)
	}
	return out
}

// Value is what stands in a field.
func (f *form) Value(name string) string { return f.values[name] }

// Wrong is what is wrong with a field.
func (f *form) Wrong(name string) string { return f.wrong[name] }

// refused puts the problems of a refusal at the fields, as the page names them, and gives what
// belongs to none of them. Anything that is no refusal of what was typed is not told here.
func (f *form) refused(err error, names map[string]string) (other string, told bool) {
	var refused *app.Error
	if !errors.As(err, &refused) || refused.Kind != app.Invalid && refused.Kind != app.TooMany {
		return "", false
	}
	f.view.Refused = err
	if len(refused.Fields) == 0 {
		return rest.Translate(string(f.view.Lang), refused.Message), true
	}
	f.wrong = map[string]string{}
	for _, p := range refused.Fields {
		name := p.Field
		if as := names[name]; as != "" {
			name = as
		}
		f.wrong[name] = rest.Sentence(string(f.view.Lang), p.Message)
	}
	return f.view.T("setup.problems"), true
}
