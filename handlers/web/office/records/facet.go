package records

import (
	"cmp"
	"marquee/handlers/web/office/screen"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"marquee/app"
)

// Facet is a filter of a list that people set: a chip once it is set.
type Facet struct {
	// Name is the filter of the area: its list: tag. Word is the key of what it is called, empty:
	// office.by_ and the name.
	Name, Word string
	// Options are what there is to choose from; nil: it is a day.
	Options func(v *screen.Visit) ([]screen.Option, error)
	// Stored is what the filter has for a value of an address; nil: the value itself.
	Stored func(string) (string, bool)
	// Days are offered beside any other day: so many from today.
	Days []string
	// Through: the day is the last one.
	Through bool

	kind reflect.Type
}

// many tells whether several values can be chosen.
func (f *Facet) many() bool { return f.kind.Kind() == reflect.Slice }

// day tells whether it is a day.
func (f *Facet) day() bool { return f.kind == reflect.TypeFor[*time.Time]() }

// filter is what an address asks of the area of a list.
func (l *List[R, F]) filter(v *screen.Visit, a *asking) (f F, err error) {
	for name, values := range a.all() {
		if err := l.set(v, &f, name, values); err != nil {
			return f, err
		}
	}
	return f, nil
}

func (l *List[R, F]) set(v *screen.Visit, f *F, name string, values []string) error {
	kind := filtersOf(f)[name]
	at := slices.IndexFunc(l.Facets, func(one Facet) bool { return one.Name == name })
	all := make([]any, 0, len(values))
	for _, text := range values {
		switch {
		case text == "":
			continue
		case kind == reflect.TypeFor[*time.Time]():
			t, ok := momentOf(text, v.Zone, v.App.Now(), at >= 0 && l.Facets[at].Through)
			if !ok {
				return app.Field(name, "must be a date such as %s", "2026-07-01")
			}
			all = append(all, t)
			continue
		case at >= 0 && l.Facets[at].Stored != nil:
			stored, ok := l.Facets[at].Stored(text)
			if !ok {
				return app.Field(name, "is not valid")
			}
			text = stored
		}
		all = append(all, text)
	}
	return setFilter(f, name, all)
}

// momentOf reads a time of an address: a day, so many days from today (-7d), or now. Through is the
// end of a day.
func momentOf(text string, zone *time.Location, now time.Time, through bool) (time.Time, bool) {
	if text == "now" {
		return now, true
	}
	day, err := time.ParseInLocation(time.DateOnly, text, zone)
	if number, relative := strings.CutSuffix(text, "d"); relative {
		n, bad := strconv.Atoi(number)
		y, m, d := now.In(zone).Date()
		if day, err = time.Date(y, m, d+n, 0, 0, 0, 0, zone), bad; n < -9999 || n > 9999 {
			return day, false
		}
	}
	if err != nil {
		return day, false
	}
	if through {
		day = day.AddDate(0, 0, 1)
	}
	return day.UTC(), true
}

// filterChip is a filter that is set, said as a sentence, with what takes it off.
type filterChip struct{ Label, Value, Off string }

// filterMenu is a filter that can be set.
type filterMenu struct {
	Label, Name string
	Options     []filterOption
	// Day: a day is asked for, beside what is asked already.
	Day    bool
	Hidden []pair
}

type filterOption struct {
	Text, To string
	Chosen   bool
}

// pair is a hidden field.
type pair struct{ Name, Value string }

// filters are the chips of what is set, and the menus of what can be.
func (l *List[R, F]) filters(v *screen.Visit, a *asking) (chips []filterChip, menus []filterMenu, err error) {
	for i := range l.Facets {
		f := &l.Facets[i]
		if _, fixed := a.fixed[f.Name]; fixed {
			continue
		}
		var options []screen.Option
		if f.Options != nil {
			if options, err = f.Options(v); err != nil {
				return nil, nil, err
			}
		}
		set := a.own[f.Name]
		if len(set) > 0 {
			chips = append(chips, filterChip{v.View.T(f.word()), f.said(v, options, set), a.with(f.Name)})
		}
		if f.many() || len(set) == 0 {
			menus = append(menus, f.menu(v, a, options, set))
		}
	}
	return chips, menus, nil
}

func (f *Facet) menu(v *screen.Visit, a *asking, options []screen.Option, set []string) filterMenu {
	m := filterMenu{Label: v.View.T(f.word()), Name: f.Name, Day: f.day()}
	if m.Day {
		m.Hidden = a.hidden(f.Name)
		for _, text := range f.Days {
			m.Options = append(m.Options, filterOption{Text: dayOf(v, text), To: a.with(f.Name, text)})
		}
		return m
	}
	for _, o := range options {
		next := []string{o.Value}
		chosen := slices.Contains(set, o.Value)
		if f.many() {
			next = slices.DeleteFunc(slices.Clone(set), func(s string) bool { return s == o.Value })
			if !chosen {
				next = append(next, o.Value)
			}
		}
		m.Options = append(m.Options, filterOption{o.Text, a.with(f.Name, next...), chosen})
	}
	return m
}

// word is the key of what the filter is called.
func (f *Facet) word() string { return cmp.Or(f.Word, "office.by_"+f.Name) }

// said is what is set, in words.
func (f *Facet) said(v *screen.Visit, options []screen.Option, set []string) string {
	words := make([]string, len(set))
	for i, text := range set {
		words[i] = text
		if f.day() {
			words[i] = dayOf(v, text)
		}
		if at := slices.IndexFunc(options, func(o screen.Option) bool { return o.Value == text }); at >= 0 {
			words[i] = options[at].Text
		}
	}
	return strings.Join(words, v.View.T("office.or"))
}

// dayOf is a time of an address in words.
func dayOf(v *screen.Visit, text string) string {
	if number, relative := strings.CutSuffix(text, "d"); relative {
		switch n, err := strconv.Atoi(number); {
		case err != nil:
		case n == 0:
			return v.View.T("office.today")
		case n < 0:
			return v.View.T("office.days_ago", "n", -n)
		default:
			return v.View.T("office.in_days", "n", n)
		}
	}
	if t, err := time.Parse(time.DateOnly, text); err == nil {
		return v.View.Lang.DayMonth(t) + " " + strconv.Itoa(t.Year())
	}
	return text
}

// asking is what an address asks of a list.
type asking struct {
	// at is the address of the list, view which of its views.
	at, view string
	// preset are the filters of the view, own those that somebody set, fixed those of the page.
	preset, own map[string][]string
	fixed       map[string]string
	page        int64
	cursor      string
}

// all are the filters that count: what somebody set beats the view, and the page beats both.
func (a *asking) all() map[string][]string {
	out := map[string][]string{}
	for name, values := range a.preset {
		out[name] = values
	}
	for name, values := range a.own {
		out[name] = values
	}
	for name, value := range a.fixed {
		out[name] = []string{value}
	}
	return out
}

// query is that of the same list, from its first page.
func (a *asking) query() url.Values {
	q := url.Values{}
	for name, values := range a.own {
		q[name] = values
	}
	if a.view != "" {
		q.Set(viewQuery, a.view)
	}
	return q
}

// with is the address of the list with a filter set anew; without values it is taken off.
func (a *asking) with(name string, values ...string) string {
	q := a.query()
	if q.Del(name); len(values) > 0 {
		q[name] = values
	}
	return address(a.at, q)
}

// hidden are the fields of a form that sets one filter beside the others.
func (a *asking) hidden(but string) (all []pair) {
	q := a.query()
	q.Del(but)
	for _, name := range sortedNames(q) {
		for _, value := range q[name] {
			all = append(all, pair{name, value})
		}
	}
	return all
}

func address(at string, q url.Values) string {
	if len(q) == 0 {
		return at
	}
	return at + "?" + q.Encode()
}
