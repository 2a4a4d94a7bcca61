package rest

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Sort says what a field of a form is filled with.
type Sort string

// The sorts of fields.
const (
	SortText   Sort = "text"
	SortNumber Sort = "number"
	SortAmount Sort = "amount"
	SortTime   Sort = "time"
	SortYes    Sort = "yes" // or no
	SortChoice Sort = "choice"
	SortList   Sort = "list" // of values
)

// FormField is what is declared of a field of a body.
type FormField struct {
	Sort     Sort
	Required bool
	// MaxLen is 0 where the declaration does not say.
	MinLen, MaxLen int
	Min, Max       *float64
	Enum           []string
	Doc            string
	// Day: a day alone is enough.
	Day bool
	// Fraction: a number that may have decimals.
	Fraction bool
}

// FormField finds a field of the body by its path: name, saleItemData.pricing.0.basePrice.
func (rt *Route) FormField(path string) (FormField, bool) {
	s, in := rt.in, (*input)(nil)
	for part := range strings.SplitSeq(path, ".") {
		if s, in = s.inside(part, in); s == nil {
			return FormField{}, false
		}
	}
	if in == nil {
		return FormField{}, false
	}
	return formFieldOf(s, in), true
}

// inside is what lies below a name, or below a number of a list.
func (s *shape) inside(part string, at *input) (*shape, *input) {
	for s.kind == kindPtr || s.kind == kindOpt {
		s = s.elem
	}
	switch s.kind {
	case kindList:
		if _, err := strconv.Atoi(part); err == nil {
			return s.elem, at
		}
	case kindMap:
		return s.elem, at
	case kindStruct:
		if i := slices.IndexFunc(s.fields, func(in *input) bool { return in.source.written() && in.name == part }); i >= 0 {
			return s.fields[i].shape, s.fields[i]
		}
	}
	return nil, nil
}

func formFieldOf(s *shape, in *input) FormField {
	f := FormField{Required: in.rules.required, Min: in.rules.min, Max: in.rules.max, MinLen: in.rules.minLen, Doc: in.rules.doc, Day: in.rules.date, Sort: SortText}
	for s.kind == kindPtr || s.kind == kindOpt || s.kind == kindList {
		if s.kind == kindList {
			f.Sort = SortList
		}
		s = s.elem
	}
	if s.rules != nil {
		f.Enum = s.rules.enum
	}
	if in.rules.maxLen != maxText {
		f.MaxLen = in.rules.maxLen
	}
	switch {
	case f.Sort == SortList:
	case f.Enum != nil:
		f.Sort = SortChoice
	case s.kind == kindBool:
		f.Sort = SortYes
	case s.kind == kindTime:
		f.Sort = SortTime
	case in.rules.money:
		f.Sort = SortAmount
	case s.kind == kindInt, s.kind == kindID, s.kind == kindFloat:
		f.Sort, f.Fraction = SortNumber, s.kind == kindFloat
	}
	return f
}

// Changed leaves of a form what was changed: fields whose value is another than the one that
// they showed, and those that say nothing of what they showed. Of a list, or of objects in one,
// all stay or none.
func (rt *Route) Changed(sent url.Values) url.Values {
	shown, changed := map[string]bool{}, map[string]bool{}
	for name := range sent {
		if old, ok := strings.CutPrefix(name, WasPrefix); ok {
			group := rt.groupOf(old)
			shown[group] = true
			changed[group] = changed[group] || !rt.same(old, sent[name], sent[old])
		}
	}
	out := url.Values{}
	for name, values := range sent {
		if group := rt.groupOf(name); !strings.HasPrefix(name, WasPrefix) && (!shown[group] || changed[group]) {
			out[name] = values
		}
	}
	return out
}

// Restored is the form that takes a change back: what was changed, with what it showed.
func (rt *Route) Restored(sent url.Values) url.Values {
	out := rt.Changed(sent)
	for name := range out {
		if old, ok := sent[WasPrefix+name]; ok {
			out[name] = old
		}
	}
	return out
}

// groupOf is what is sent as a whole where any of it changed: the list that a name lies in, else
// the name. The rows of a list that say which record they are of are sent by themselves.
func (rt *Route) groupOf(name string) string {
	parts := strings.Split(name, ".")
	row := 0
	if len(parts) > 2 && isIndex(parts[1]) {
		if id, ok := rt.FormField(parts[0] + ".0.id"); ok && id.Required {
			row = 2
		}
	}
	for at := max(row, 1); at < len(parts); at++ {
		if isIndex(parts[at]) {
			return strings.Join(parts[:at], ".")
		}
	}
	return name
}

func isIndex(part string) bool {
	_, err := strconv.Atoi(part)
	return err == nil
}

// same tells whether a field shows what it showed.
func (rt *Route) same(name string, old, now []string) bool {
	if f, ok := rt.FormField(name); ok && f.Sort == SortList {
		said := func(all []string) []string {
			return slices.DeleteFunc(slices.Clone(all), func(s string) bool { return s == "" })
		}
		return slices.Equal(said(old), said(now))
	}
	last := func(all []string) string {
		return strings.ReplaceAll(append([]string{""}, all...)[len(all)], "\r\n", "\n")
	}
	return last(old) == last(now)
}
