package rest

import (
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"marquee/app"
)

// value reads one JSON value into dst.
func (d *decoder) value(s *shape, raw []byte, dst reflect.Value) {
	null := string(raw) == "null"
	switch s.kind {
	case kindPtr:
		if !null {
			p := reflect.New(s.elem.typ)
			d.value(s.elem, raw, p.Elem())
			dst.Set(p)
		}
	case kindOpt:
		dst.Field(0).SetBool(true)
		dst.Field(1).SetBool(null)
		if !null {
			d.value(s.elem, raw, dst.Field(2))
		}
	case kindRaw:
		dst.SetBytes(append([]byte(nil), raw...))
	case kindList, kindInclude:
		d.list(s, raw, null, dst)
	case kindMap:
		d.dict(s, raw, null, dst)
	case kindStruct:
		d.object(s, raw, null, dst)
	default:
		if !null {
			d.leaf(s, raw, dst)
		}
	}
}

func (d *decoder) list(s *shape, raw []byte, null bool, dst reflect.Value) {
	if null {
		return
	}
	if s.kind == kindInclude && raw[0] == '"' {
		text, ok := unquote(raw)
		if !ok {
			d.fail(app.Msg("contains characters that are not allowed"))
			return
		}
		d.textList(s, []string{text}, dst)
		return
	}
	if raw[0] != '[' {
		d.fail(app.Msg("must be a list"))
		return
	}
	out := reflect.MakeSlice(s.typ, 0, 4)
	for i, v := range elements(raw) {
		if i >= s.rules.maxItems {
			d.fail(app.Msg("must not have more than %d entries", s.rules.maxItems))
			return
		}
		one := reflect.New(s.elem.typ).Elem()
		d.push(strconv.Itoa(i))
		if string(v) == "null" && s.elem.kind != kindPtr && s.elem.kind != kindOpt {
			d.fail(app.Msg("must not be null"))
		} else {
			d.value(s.elem, v, one)
		}
		d.pop()
		out = s.appendOnce(out, one)
	}
	dst.Set(out)
}

// appendOnce adds an entry to a list. In a list of values, which are identifiers or
// words of an enumeration, each counts once however often it is said.
func (s *shape) appendOnce(list, one reflect.Value) reflect.Value {
	if s.elem.isValue() {
		for i := range list.Len() {
			if list.Index(i).Equal(one) {
				return list
			}
		}
	}
	return reflect.Append(list, one)
}

// isValue tells whether a list of the shape is a list of values.
func (s *shape) isValue() bool {
	return s.kind == kindID || s.kind == kindString && s.rules.enum != nil
}

func (d *decoder) dict(s *shape, raw []byte, null bool, dst reflect.Value) {
	if null {
		return
	}
	if raw[0] != '{' && string(raw) != "[]" {
		d.fail(app.Msg("must be an object"))
		return
	}
	out := reflect.MakeMap(s.typ)
	if raw[0] == '{' {
		for k, v := range members(raw) {
			d.entry(s, k, v, out)
		}
	}
	dst.Set(out)
}

func (d *decoder) entry(s *shape, k, v []byte, out reflect.Value) {
	name, ok := unquote(k)
	if !ok || strings.ContainsRune(name, 0) || utf8.RuneCountInString(name) > maxText {
		d.fail(app.Msg("contains characters that are not allowed"))
		return
	}
	if out.Len() >= s.rules.maxItems {
		d.fail(app.Msg("must not have more than %d entries", s.rules.maxItems))
		return
	}
	one := reflect.New(s.elem.typ).Elem()
	d.push(name)
	d.value(s.elem, v, one)
	d.pop()
	out.SetMapIndex(reflect.ValueOf(name).Convert(s.typ.Key()), one)
}

func (d *decoder) object(s *shape, raw []byte, null bool, dst reflect.Value) {
	if null {
		return
	}
	if raw[0] != '{' {
		d.fail(app.Msg("must be an object"))
		return
	}
	given := s.lastMembers(raw)
	for i, in := range s.fields {
		if given[i] == nil && in.silent {
			continue
		}
		d.push(in.name)
		d.member(in, given[i], dst.FieldByIndex(in.index))
		d.available(in, dst.FieldByIndex(in.index))
		d.pop()
	}
}

// leaf reads a JSON value that is not a container.
func (d *decoder) leaf(s *shape, raw []byte, dst reflect.Value) {
	if raw[0] == '"' {
		text, ok := unquote(raw)
		switch s.kind {
		case kindString, kindText, kindTime, kindID, kindBool, kindTrashed:
			if !ok {
				d.fail(app.Msg("contains characters that are not allowed"))
				return
			}
			d.scalar(s, text, dst)
		default:
			d.wrongType(s)
		}
		return
	}
	word := raw[0] == 't' || raw[0] == 'f'
	digits := raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9'
	switch s.kind {
	case kindTrashed:
		if !word {
			d.wrongType(s)
			return
		}
	case kindBool:
		if !word && string(raw) != "0" && string(raw) != "1" {
			d.wrongType(s)
			return
		}
	case kindText, kindInt, kindID, kindFloat:
		if !digits {
			d.wrongType(s)
			return
		}
	default:
		d.wrongType(s)
		return
	}
	d.scalar(s, string(raw), dst)
}

// wrongType says what should have been there.
func (d *decoder) wrongType(s *shape) {
	switch s.kind {
	case kindBool, kindTrashed:
		d.fail(app.Msg("must be true or false"))
	case kindInt, kindID:
		d.fail(app.Msg("must be an integer"))
	case kindFloat:
		d.fail(app.Msg("must be a number"))
	case kindTime:
		d.fail(timeMessage(s.rules))
	default:
		d.fail(app.Msg("must be text"))
	}
}

// texts reads query or header values into dst.
func (d *decoder) texts(s *shape, given []string, dst reflect.Value) {
	switch s.kind {
	case kindPtr:
		p := reflect.New(s.elem.typ)
		d.texts(s.elem, given, p.Elem())
		dst.Set(p)
	case kindOpt:
		dst.Field(0).SetBool(true)
		d.texts(s.elem, given, dst.Field(2))
	case kindList, kindInclude:
		d.textList(s, given, dst)
	case kindStruct, kindMap, kindRaw:
		d.textObject(s, given[len(given)-1], dst)
	default:
		d.scalar(s, given[len(given)-1], dst)
	}
}

// textObject reads a JSON value that stands in a query parameter.
func (d *decoder) textObject(s *shape, text string, dst reflect.Value) {
	raw := []byte(strings.TrimSpace(text))
	if depthOf(raw, maxDepth) > maxDepth || !wellFormed(raw) {
		d.fail(app.Msg("must be an object"))
		return
	}
	d.value(s, raw, dst)
}

// textList reads a list that is repeated, comma separated or a JSON array.
func (d *decoder) textList(s *shape, given []string, dst reflect.Value) {
	if len(given) == 1 && strings.HasPrefix(given[0], "[") {
		if raw := []byte(strings.TrimSpace(given[0])); depthOf(raw, maxDepth) <= maxDepth && wellFormed(raw) {
			d.list(s, raw, false, dst)
			return
		}
	}
	out := reflect.MakeSlice(s.typ, 0, len(given))
	said := 0
	for _, g := range given {
		for part := range strings.SplitSeq(g, ",") {
			if part = strings.TrimSpace(part); part == "" {
				continue
			}
			if said >= s.rules.maxItems {
				d.fail(app.Msg("must not have more than %d entries", s.rules.maxItems))
				return
			}
			one := reflect.New(s.elem.typ).Elem()
			d.push(strconv.Itoa(said))
			d.texts(s.elem, []string{part}, one)
			d.pop()
			out, said = s.appendOnce(out, one), said+1
		}
	}
	dst.Set(out)
}
