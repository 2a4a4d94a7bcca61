package rest

import (
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"marquee/app"
)

// Form is what a form of a page sends for an operation. The name of a field is its path in the
// body, with dots: saleItemData.pricing.0.basePrice. A name that is there several times is a
// list. What is left blank is absent; of an Opt it is null. A boolean is the last that was sent
// for it, so that a box which is not ticked can be told from one that is not there.
//
// Amounts and times are written as people write them, and become what the declaration says:
// minor units, and moments in UTC.
type Form struct {
	Values url.Values
	// Zone is by whose clocks times are written.
	Zone *time.Location
	// Point stands before the decimals of amounts: a dot or a comma.
	Point byte
	// Decimals is how many decimals amounts have in a currency; 0 is that of the company.
	Decimals func(currency int64) int

	problems app.Problems
}

// WasPrefix is in front of the name of a field that tells what another one showed.
const WasPrefix = "was."

// Body is the JSON body that a form stands for.
func (rt *Route) Body(f *Form) ([]byte, error) {
	f.problems = nil
	body, _ := f.object(rt.in, "")
	return body, f.problems.Err()
}

// found is what a form says of a field.
type found uint8

const (
	absent found = iota
	blank
	emptied // a text without a letter: null where there need be none
	given
)

// value is the JSON of a field, and whether the form has it at all.
func (f *Form) value(s *shape, name string) ([]byte, found) {
	switch s.kind {
	case kindPtr:
		v, is := f.value(s.elem, name)
		if is == emptied {
			is = given
		}
		return v, is
	case kindOpt:
		v, is := f.value(s.elem, name)
		if is == blank || is == emptied {
			return []byte("null"), given
		}
		return v, is
	case kindList, kindInclude:
		return f.list(s, name)
	case kindMap, kindStruct:
		return f.object(s, name)
	}
	sent, there := f.Values[name]
	if !there {
		return nil, absent
	}
	return f.leaf(s, name, sent[len(sent)-1])
}

// list is a list of values under one name, or of objects by their numbers.
func (f *Form) list(s *shape, name string) ([]byte, found) {
	var all [][]byte
	sent, there := f.Values[name]
	for _, text := range sent {
		if v, is := f.leaf(s.elem, name, text); is == given {
			all = append(all, v)
		}
	}
	for _, number := range f.below(name) {
		there = true
		if v, is := f.value(s.elem, name+"."+number); is == given {
			all = append(all, v)
		}
	}
	if !there {
		return nil, absent
	}
	return slices.Concat([]byte("["), join(all), []byte("]")), given
}

// below are the next parts of the names that lie below one, numbers in their order.
func (f *Form) below(name string) (all []string) {
	for key := range f.Values {
		rest, ok := strings.CutPrefix(key, name+".")
		if part, _, _ := strings.Cut(rest, "."); ok && !slices.Contains(all, part) {
			all = append(all, part)
		}
	}
	slices.SortFunc(all, func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
	return all
}

// object is an object of the fields that the form has, and there is none where all of them are
// blank. In a row of a list an empty list is blank, too.
func (f *Form) object(s *shape, name string) ([]byte, found) {
	var all [][]byte
	says := name == ""
	row := isIndex(name[strings.LastIndexByte(name, '.')+1:])
	put := func(key string, s *shape) {
		path := key
		if name != "" {
			path = name + "." + key
		}
		if v, is := f.value(s, path); is == given || is == emptied {
			quoted, _ := json.Marshal(key)
			all = append(all, slices.Concat(quoted, []byte(":"), v))
			says = says || is == given && !(row && string(v) == "[]")
		}
	}
	if s.kind == kindMap {
		for _, key := range f.below(name) {
			put(key, s.elem)
		}
	}
	for _, in := range s.fields {
		if in.source.written() {
			put(in.name, in.shape)
		}
	}
	if !says {
		return nil, absent
	}
	return slices.Concat([]byte("{"), join(all), []byte("}")), given
}

func join(all [][]byte) (out []byte) {
	for i, v := range all {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, v...)
	}
	return out
}

// leaf is a value of a form. What cannot be read goes on as text: the decoder refuses it in
// its own words.
func (f *Form) leaf(s *shape, name, text string) ([]byte, found) {
	if s.kind == kindPtr || s.kind == kindOpt {
		return f.leaf(s.elem, name, text)
	}
	if s.kind == kindString || s.kind == kindText {
		text = strings.ReplaceAll(text, "\r\n", "\n")
		if text == "" && s.rules.enum == nil {
			return []byte(`""`), emptied
		}
	} else {
		text = strings.TrimSpace(text)
	}
	if text == "" {
		return nil, blank
	}
	switch {
	case s.rules.money && s.kind == kindInt:
		text = f.minor(name, text)
	case s.kind == kindTime:
		text = f.moment(text)
	}
	if isNumber(s, text) {
		return []byte(text), given
	}
	quoted, _ := json.Marshal(text)
	return quoted, given
}

// isNumber tells whether a text stands in the body as a number.
func isNumber(s *shape, text string) bool {
	switch s.kind {
	case kindInt, kindID, kindRaw:
		_, err := strconv.ParseInt(text, 10, 64)
		return err == nil && text[0] != '+'
	case kindFloat:
		_, err := strconv.ParseFloat(text, 64)
		return err == nil && json.Valid([]byte(text))
	}
	return false
}

// currencyOf is the currency that stands beside an amount, or else beside what that lies in.
func (f *Form) currencyOf(name string) int64 {
	for within := true; within; {
		i := strings.LastIndexByte(name, '.')
		if beside := name[:i+1] + "currencyId"; f.Values.Has(beside) {
			id, _ := strconv.ParseInt(f.Values.Get(beside), 10, 64)
			return id
		}
		if within = i >= 0; within {
			name = name[:i]
		}
	}
	return 0
}

// minor reads an amount as minor units of its currency.
func (f *Form) minor(name, text string) string {
	n, ok := Minor(text, f.Point, f.Decimals(f.currencyOf(name)))
	if !ok {
		f.problems.Add(name, "must be an amount such as 12.50")
		return text
	}
	return strconv.FormatInt(n, 10)
}

// localTimes are how forms write times by the clocks of a place.
var localTimes = []string{"2006-01-02T15:04", "2006-01-02T15:04:05", time.DateOnly}

// moment is a time by the clocks of a place in UTC.
func (f *Form) moment(text string) string {
	for _, layout := range localTimes {
		if t, err := time.ParseInLocation(layout, text, f.Zone); err == nil {
			return t.UTC().Format(time.RFC3339)
		}
	}
	return text
}

// Minor reads an amount as people write it, with so many decimals: "1.234,50", "1 234,5",
// "€12". Point is what stands before the decimals where both could be meant: three digits
// behind the other sign are a group of thousands, fewer are decimals.
func Minor(text string, point byte, decimals int) (int64, bool) {
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.Is(unicode.Sc, r) || r == '\'' || r == '’' {
			return -1
		}
		return r
	}, text)
	whole, fraction := text, ""
	if i := strings.LastIndexAny(text, ".,"); i >= 0 && (text[i] == point || len(text)-i-1 != 3) {
		whole, fraction = text[:i], text[i+1:]
	}
	whole, ok := ungrouped(whole)
	if !ok || len(fraction) > decimals || whole == "" && fraction == "" || !digits(strings.TrimPrefix(whole, "-")) || !digits(fraction) {
		return 0, false
	}
	n, err := strconv.ParseInt(whole+fraction+strings.Repeat("0", decimals-len(fraction)), 10, 64)
	return n, err == nil
}

// ungrouped is a whole number without the signs between its groups of three digits.
func ungrouped(text string) (string, bool) {
	groups := strings.FieldsFunc(text, func(r rune) bool { return r == '.' || r == ',' })
	for _, g := range groups[min(len(groups), 1):] {
		if len(g) != 3 {
			return "", false
		}
	}
	return strings.Join(groups, ""), !strings.Contains(text, ".") || !strings.Contains(text, ",")
}

func digits(text string) bool { return strings.Trim(text, "0123456789") == "" }
