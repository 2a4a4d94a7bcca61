package catalog

import (
	"cmp"
	"slices"
	"strings"

	"marquee/app"
)

// Texts holds what a record says in further languages. The plain fields of a record
// say it in the language in which it was first written.
type Texts struct {
	// Locale is the language of the plain fields. It is empty in records that are
	// older than translations: theirs is the fallback of the company.
	Locale string `msgpack:"l,omitempty"`
	// Others are ordered by field and language.
	Others []Translation `msgpack:"o,omitempty"`
}

// Translation is the text of one field in one language.
type Translation struct {
	Field  string `msgpack:"f"`
	Locale string `msgpack:"l"`
	Text   string `msgpack:"t"`
}

// english is read where there is a text neither in the language asked for nor in the
// fallback.
const english = "en"

// isPlain tells whether the plain fields are in the language of a call.
func (t *Texts) isPlain(l app.Language) bool {
	return l.Asked == "" || l.Asked == cmp.Or(t.Locale, l.Fallback)
}

// put writes a text in the language of the call and leaves all other languages alone.
func (t *Texts) put(l app.Language, field string, plain *string, given Maybe[string]) {
	switch {
	case !given.Given:
	case t.isPlain(l):
		given.Put(plain)
	case given.Value == nil || app.Blank(*given.Value):
		t.remove(field, l.Asked)
	default:
		t.set(field, l.Asked, *given.Value)
	}
}

func (t *Texts) find(field, locale string) (int, bool) {
	return slices.BinarySearchFunc(t.Others, Translation{Field: field, Locale: locale}, func(a, b Translation) int {
		return cmp.Or(strings.Compare(a.Field, b.Field), strings.Compare(a.Locale, b.Locale))
	})
}

// set and remove make a new list: records that were read share theirs.
func (t *Texts) set(field, locale, text string) {
	i, found := t.find(field, locale)
	t.Others = slices.Clone(t.Others)
	if !found {
		t.Others = slices.Insert(t.Others, i, Translation{Field: field, Locale: locale})
	}
	t.Others[i].Text = text
}

func (t *Texts) remove(field, locale string) {
	if i, found := t.find(field, locale); found {
		t.Others = slices.Delete(slices.Clone(t.Others), i, i+1)
	}
}

// read gives the text of a field: in the language asked for, else in the fallback,
// else in English, else in any.
func (t *Texts) read(l app.Language, field, plain string) string {
	if plain != "" && t.isPlain(l) || len(t.Others) == 0 {
		return plain
	}
	for _, locale := range []string{l.Asked, l.Fallback, english} {
		if plain != "" && locale == cmp.Or(t.Locale, l.Fallback) {
			return plain
		}
		if i, found := t.find(field, locale); found {
			return t.Others[i].Text
		}
	}
	if i, _ := t.find(field, ""); plain == "" && i < len(t.Others) && t.Others[i].Field == field {
		return t.Others[i].Text
	}
	return plain
}

// has tells whether a field says something in a language.
func (t *Texts) has(locale, fallback, field, plain string) bool {
	if locale == cmp.Or(t.Locale, fallback) {
		return !app.Blank(plain)
	}
	_, found := t.find(field, locale)
	return found
}

// take replaces a field in all languages by that of another record.
func (t *Texts) take(field string, plain *string, from *Texts, text string) {
	t.Others = slices.DeleteFunc(slices.Clone(t.Others), func(o Translation) bool { return o.Field == field })
	*plain = text
	for _, o := range from.Others {
		switch {
		case o.Field != field:
		case o.Locale == t.Locale:
			*plain = o.Text
		default:
			t.set(field, o.Locale, o.Text)
		}
	}
	if from.Locale != t.Locale && *plain != text {
		t.set(field, from.Locale, text)
	}
}

// problems looks at the translations of a field that may hold most characters.
func (t *Texts) problems(p *app.Problems, field, name string, most int) {
	size := 0
	for _, o := range t.Others {
		size += len(o.Text)
		if o.Field == field {
			wantText(p, name, o.Text, most)
			if field == nameText {
				wantLine(p, name, o.Text)
			}
		}
	}
	if size > maxTranslations {
		p.Add(name, "must not have more than %d bytes in all further languages together", maxTranslations)
	}
}

// The names under which translations of fields are stored.
const (
	nameText        = "n"
	descriptionText = "d"
	informationText = "ai"
)

// in brings what is shown into a language. So do its namesakes below.
func (v *EventView) in(l app.Language) {
	if v.Schedule != nil {
		v.Schedule.in(l)
	}
	v.Name = v.Texts.read(l, nameText, v.Name)
	v.Description = v.Texts.read(l, descriptionText, v.Description)
	v.Page = v.PageIn(l)
	for i := range v.Slots {
		v.Slots[i].in(l)
	}
	for i := range v.Items {
		v.Items[i].in(l)
	}
}

// Lacks are the texts of a stored event that are said in some language, and not in this one, by
// their names in the API.
func (e *Event) Lacks(l app.Language) (all []string) {
	look := func(name, field, plain string) {
		if e.Texts.read(l, field, plain) != "" && !e.Texts.has(l.Asked, l.Fallback, field, plain) {
			all = append(all, name)
		}
	}
	look("name", nameText, e.Name)
	look("description", descriptionText, e.Description)
	for i, t := range PageTextList {
		look(t.Name, t.Name, *e.Page.At(i))
	}
	return all
}

// NameIn is the name of the event in a language.
func (e *Event) NameIn(l app.Language) string { return e.Texts.read(l, nameText, e.Name) }

// NameIn is the name of the item in a language.
func (i *InventoryItem) NameIn(l app.Language) string { return i.Texts.read(l, nameText, i.Name) }

// InformationIn is what there is to know of what is sold, in a language.
func (s *SaleItem) InformationIn(l app.Language) string {
	return s.Texts.read(l, informationText, s.AdditionalInformation)
}

func (v *SlotView) in(l app.Language) { v.Name = v.Texts.read(l, nameText, v.Name) }

func (v *SaleItemView) in(l app.Language) {
	v.AdditionalInformation = v.InformationIn(l)
	v.Item.in(l)
}

func (i *InventoryItem) in(l app.Language) {
	i.Name = i.Texts.read(l, nameText, i.Name)
	i.Description = i.Texts.read(l, descriptionText, i.Description)
}

func (d *SaleItemDetail) in(l app.Language) {
	d.SaleItemView.in(l)
	if d.Event != nil {
		d.Event.in(l)
	}
	if d.Parent != nil {
		d.Parent.in(l)
	}
	if d.Slot != nil {
		d.Slot.in(l)
	}
}
