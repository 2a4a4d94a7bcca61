package catalog

import (
	"reflect"
	"strconv"

	"marquee/app"
)

// PageTexts are what the page of an event says beside its description. A plain text is one field
// here, and its heading in the words of the shop: stored, checked, translated, imported, asked for
// and answered it is by this declaration. T is what a text is at that place: a string in a record,
// what may be absent in a request, what may be null in an answer.
type PageTexts[T any] struct {
	Summary T `json:"summary" msgpack:"s,omitempty" maxlen:"160" doc:"What it is, in one sentence: stands below the name, and where the page is shared."`
	Travel  T `json:"travel" msgpack:"t,omitempty" maxlen:"5000" doc:"How to get there."`
	Access  T `json:"access" msgpack:"a,omitempty" maxlen:"5000" doc:"What people with disabilities find: ways, seats, whom to ask."`
	Refunds T `json:"refundPolicy" msgpack:"r,omitempty" maxlen:"5000" doc:"Until when and how buyers get their money back."`
}

// PageText is one of them.
type PageText struct {
	// Name is that of the API, under which translations are stored too.
	Name, Doc string
	// Most is how many characters it has at most.
	Most int
}

// PageTextList has them in the order of the page.
var PageTextList = pageTextList()

func pageTextList() (all []PageText) {
	for f := range reflect.TypeFor[PageTexts[string]]().Fields() {
		most, _ := strconv.Atoi(f.Tag.Get("maxlen"))
		all = append(all, PageText{Name: f.Tag.Get("json"), Doc: f.Tag.Get("doc"), Most: most})
	}
	return all
}

// At is the text with a number, as in PageTextList.
func (t *PageTexts[T]) At(i int) *T {
	return reflect.ValueOf(t).Elem().Field(i).Addr().Interface().(*T)
}

// PageTextsOf makes each text of the one that another place has for it.
func PageTextsOf[T, F any](from PageTexts[F], of func(F) T) (to PageTexts[T]) {
	for i := range PageTextList {
		*to.At(i) = of(*from.At(i))
	}
	return to
}

// putPage writes the texts that a change names, in its language.
func (in *EventChange) putPage(e *Event) {
	for i, t := range PageTextList {
		e.Texts.put(in.lang, t.Name, e.Page.At(i), *in.Page.At(i))
	}
}

// pageProblems looks at the texts in all languages.
func (e *Event) pageProblems(p *app.Problems) {
	for i, t := range PageTextList {
		wantText(p, t.Name, *e.Page.At(i), t.Most)
		e.Texts.problems(p, t.Name, t.Name, t.Most)
	}
}

// PageIn are the texts of the page in a language.
func (e *Event) PageIn(l app.Language) (out PageTexts[string]) {
	for i, t := range PageTextList {
		*out.At(i) = e.Texts.read(l, t.Name, *e.Page.At(i))
	}
	return out
}

// takePage replaces the texts in all languages by those of another event.
func (e *Event) takePage(from *Event) {
	for i, t := range PageTextList {
		e.Texts.take(t.Name, e.Page.At(i), &from.Texts, *from.Page.At(i))
	}
}
