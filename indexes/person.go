package indexes

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
)

// Person is what a table says of the people whom its records tell of. Every table says it:
// without it a program does not start. Whoever writes down what was changed shows no texts of
// records about people, and whoever erases somebody takes from a record what is said here.
type Person struct {
	fate  fate
	why   string
	clear func(rec any)
	keeps []string
}

// fate is what becomes of a record when somebody of whom it tells is erased.
type fate string

const (
	ofNobody fate = "nobody"
	stays    fate = "stays"
	cleared  fate = "cleared"
	removed  fate = "removed"
	searched fate = "searched"
)

// Nobody is said by a table whose records tell of no person, but of what is said.
func Nobody(what string) Person { return Person{fate: ofNobody, why: what} }

// Stays is said by a table whose records tell of people, and that no erasure changes: it says
// why.
func Stays(why string) Person { return Person{fate: stays, why: why} }

// Removed is said by a table whose records about somebody are deleted: it says with what.
func Removed(with string) Person { return Person{fate: removed, why: with} }

// Searched is said by a table in whose texts somebody may be named, and nobody knows where: an
// erasure looks through all of them.
func Searched(what string) Person { return Person{fate: searched, why: what} }

// Cleared is said by a table whose records stay without the person. Clear takes all texts from
// a record but those that are kept, each with a reason: "Reference: by which others know it". A
// record is of use without what is cleared, so the table does not start when clear forgets a
// text that nobody gave a reason for, or when one is gone for which there is a reason.
func Cleared[T any](clear func(*T), keeps ...string) Person {
	return Person{fate: cleared, clear: func(rec any) { clear(rec.(*T)) }, keeps: keeps}
}

// People tells whether records of the table tell of people.
func (p *Person) People() bool { return p.fate != ofNobody }

// check refuses a declaration that says nothing, or not what is so of an empty record.
func (p *Person) check(rec any) error {
	switch {
	case p.fate == "":
		return errors.New("does not say of whom its records tell")
	case p.fate == cleared:
		return p.checkCleared(rec)
	case p.why == "":
		return fmt.Errorf("does not say why its records about people are %s", p.fate)
	}
	return nil
}

// checkCleared clears a record that is full of texts, and holds what is left against what is
// kept.
func (p *Person) checkCleared(rec any) error {
	v := reflect.ValueOf(rec).Elem()
	fill(v, 0)
	p.clear(rec)
	left := textsLeft(v)
	var wrong []error
	for _, path := range left {
		if !slices.ContainsFunc(p.keeps, func(keep string) bool { return within(path, keep) }) {
			wrong = append(wrong, fmt.Errorf("neither clears %s nor keeps it for a reason", path))
		}
	}
	for _, keep := range p.keeps {
		if _, why, _ := strings.Cut(keep, ": "); why == "" || !slices.ContainsFunc(left, func(path string) bool { return within(path, keep) }) {
			wrong = append(wrong, fmt.Errorf("keeps nothing as %q, or for no reason", keep))
		}
	}
	return errors.Join(wrong...)
}

// within tells whether a text is one that is kept: it itself, or a part of it.
func within(path, keep string) bool {
	name, _, _ := strings.Cut(keep, ": ")
	return path == name || strings.HasPrefix(path, name+".")
}

// someText stands in every text of a record that is tried out.
const someText = "somebody's"

// deepest is how deep values within values are tried out.
const deepest = 6

// fill puts a text wherever a record may have one.
func fill(v reflect.Value, depth int) {
	if depth > deepest || v.Type() == reflect.TypeFor[time.Time]() {
		return
	}
	switch v.Kind() {
	case reflect.String:
		if free(v.Type()) {
			v.SetString(someText)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), depth+1)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), depth+1)
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key, depth+1)
		fill(value, depth+1)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Struct:
		for _, f := range personalFields(v.Type()) {
			fill(v.FieldByIndex(f.Index), depth+1)
		}
	}
}

// free tells whether a text is whatever somebody wrote. One of a type of its own is a word that
// the program chose.
func free(t reflect.Type) bool { return t.Kind() == reflect.String && t.PkgPath() == "" }

// personalFields are the fields of a struct that are stored, in whatever form.
func personalFields(t reflect.Type) (all []reflect.StructField) {
	for i := range t.NumField() {
		if f := t.Field(i); f.IsExported() && f.Tag.Get("msgpack") != "-" {
			all = append(all, f)
		}
	}
	return all
}

// textsLeft are the paths of the texts in a record that was tried out.
func textsLeft(v reflect.Value) (all []string) {
	eachText(v, "", func(path string, text reflect.Value) {
		if text.String() == someText && !slices.Contains(all, path) {
			all = append(all, path)
		}
	})
	return all
}

// eachText walks over the free texts of a value.
func eachText(v reflect.Value, path string, fn func(path string, text reflect.Value)) {
	switch v.Kind() {
	case reflect.String:
		if free(v.Type()) {
			fn(path, v)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			eachText(v.Elem(), path, fn)
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachText(v.Index(i), path, fn)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			eachText(key, path, fn)
			eachText(v.MapIndex(key), path, fn)
		}
	case reflect.Struct:
		for _, f := range personalFields(v.Type()) {
			name := strings.TrimPrefix(path+"."+f.Name, ".")
			if f.Anonymous {
				name = path
			}
			eachText(v.FieldByIndex(f.Index), name, fn)
		}
	}
}

// DescribePeople lists what each table says of people, and where its records have texts. It is
// kept as a golden file, so that whoever adds a text sees of whom the table says that it tells.
func (s *Schema) DescribePeople() string {
	var b strings.Builder
	for _, t := range s.sorted() {
		i := t.info()
		fmt.Fprintf(&b, "%s %s", i.Name, i.person.fate)
		if i.person.why != "" {
			fmt.Fprintf(&b, ": %s", i.person.why)
		}
		b.WriteByte('\n')
		i.person.describe(&b, i.fresh())
	}
	return b.String()
}

// describe lists the texts of a record, which is empty.
func (p *Person) describe(b *strings.Builder, rec any) {
	v := reflect.ValueOf(rec).Elem()
	fill(v, 0)
	switch texts := textsLeft(v); p.fate {
	case removed:
	case cleared:
		p.clear(rec)
		left := textsLeft(v)
		describeTexts(b, "clears", slices.DeleteFunc(texts, func(path string) bool { return slices.Contains(left, path) }))
		describeTexts(b, "keeps", p.keeps)
	default:
		describeTexts(b, "keeps", texts)
	}
}

func describeTexts(b *strings.Builder, what string, texts []string) {
	for _, text := range texts {
		fmt.Fprintf(b, "  %s %s\n", what, text)
	}
}

// Forget takes from a record what tells of somebody who is erased, as the table says; also
// changes what else follows, nil: nothing.
func (t Owned[T]) Forget(tx Tx, id int64, also func(*T)) (T, error) {
	return t.Update(tx, id, func(rec *T) error {
		t.core.person.clear(rec)
		if also != nil {
			also(rec)
		}
		return nil
	})
}

// Name is that of the table.
func (d Declared) Name() string { return d.core.name }

// Label is the key of a record as text.
func (d Declared) Label(pk []byte) string { return d.core.label(pk) }

// Person is what the table says of people.
func (d Declared) Person() *Person { return &d.core.person }

// Unaudited is why changes of its records are not written down, empty: they are.
func (d Declared) Unaudited() string { return d.core.unaudited }

// Secret tells whether a field is never shown.
func (d Declared) Secret(field string) bool { return slices.Contains(d.core.secret, field) }
