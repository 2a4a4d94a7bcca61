package rest

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"marquee/app"
)

// scalar reads a leaf from its text: a query value, a JSON string, or a JSON
// number or boolean as it was written.
func (d *decoder) scalar(s *shape, text string, dst reflect.Value) {
	switch s.kind {
	case kindString, kindText:
		d.str(s, text, dst)
	case kindBool, kindTrashed:
		d.boolean(s, text, dst)
	case kindInt, kindID:
		d.integer(s, text, dst)
	case kindFloat:
		d.float(s, text, dst)
	case kindTime:
		t, ok := ParseTime(text, s.rules.date)
		if !ok {
			d.fail(timeMessage(s.rules))
			return
		}
		dst.Set(reflect.ValueOf(t))
	}
}

// boolean reads every boolean of every request in the same way; of a Trashed, which is one
// of two words, numbers are none.
func (d *decoder) boolean(s *shape, text string, dst reflect.Value) {
	on, ok := flagIn(text)
	if !ok || s.kind == kindTrashed && (text == "0" || text == "1") {
		d.wrongType(s)
		return
	}
	dst.SetBool(on)
}

// flagIn reads true, false, 1 and 0; blank is false.
func flagIn(text string) (on, ok bool) {
	switch text {
	case "true", "1":
		return true, true
	case "false", "0", "":
		return false, true
	}
	return false, false
}

// FlagOf reads a JSON value as any boolean of a request: true, "true", 1 and so on; null is
// false.
func FlagOf(raw Raw) (on, ok bool) {
	if string(raw) == "null" {
		return false, true
	}
	text, quoted := string(raw), false
	if len(raw) > 0 && raw[0] == '"' {
		if text, quoted = unquote(raw); !quoted {
			return false, false
		}
	}
	on, ok = flagIn(text)
	return on, ok && (quoted || text != "")
}

func (d *decoder) str(s *shape, text string, dst reflect.Value) {
	r := s.rules
	n := utf8.RuneCountInString(text)
	switch {
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		d.fail(app.Msg("contains characters that are not allowed"))
	case n > r.maxLen:
		d.fail(app.Msg("must not be longer than %d characters", r.maxLen))
	case n < r.minLen:
		d.fail(app.Msg("must have at least %d characters", r.minLen))
	case r.enum != nil && !slices.Contains(r.enum, text):
		d.fail(app.Msg("must be one of: %s", strings.Join(r.enum, ", ")))
	case r.required && strings.TrimSpace(text) == "":
		d.fail(app.Msg("is required"))
	default:
		dst.SetString(text)
	}
}

func (d *decoder) integer(s *shape, text string, dst reflect.Value) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || strings.HasPrefix(text, "+") {
		d.fail(app.Msg("must be an integer"))
		return
	}
	if dst.OverflowInt(n) {
		d.fail(app.Msg("is out of range"))
		return
	}
	if d.bounds(s.rules, float64(n)) {
		dst.SetInt(n)
	}
	if s.rules.enum != nil && !slices.Contains(s.rules.enum, text) {
		d.fail(app.Msg("must be one of: %s", strings.Join(s.rules.enum, ", ")))
	}
}

func (d *decoder) float(s *shape, text string, dst reflect.Value) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) || strings.ContainsAny(text, "xX_pP") {
		d.fail(app.Msg("must be a number"))
		return
	}
	if d.bounds(s.rules, f) {
		dst.SetFloat(f)
	}
}

// bounds checks min and max.
func (d *decoder) bounds(r *rules, f float64) bool {
	switch {
	case r.min != nil && f < *r.min && *r.min == math.Trunc(*r.min):
		d.fail(app.Msg("must be at least %d", int64(*r.min)))
	case r.min != nil && f < *r.min:
		d.fail(app.Msg("must be at least %s", plainNumber(*r.min)))
	case r.max != nil && f > *r.max && *r.max == math.Trunc(*r.max):
		d.fail(app.Msg("must be at most %d", int64(*r.max)))
	case r.max != nil && f > *r.max:
		d.fail(app.Msg("must be at most %s", plainNumber(*r.max)))
	default:
		return true
	}
	return false
}

func plainNumber(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
