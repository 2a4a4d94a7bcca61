package mail

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/locale"
	"marquee/indexes"
	"marquee/kv"
)

// Scope is what a text of a company's own is for. The number is stored.
type Scope int64

// The scopes; the text of the narrowest counts.
const (
	OfCompany Scope = iota
	OfSchedule
	OfEvent
)

// Text is a text of a company's own.
type Text struct {
	Scope Scope `msgpack:"s"`
	// ID is the schedule or the event, 0 for the company.
	ID       int64  `msgpack:"i,omitempty"`
	Kind     Kind   `msgpack:"k"`
	Language string `msgpack:"l"`

	Subject   string    `msgpack:"su"`
	Body      string    `msgpack:"b"`
	UpdatedAt time.Time `msgpack:"ua"`
}

// textKey is scope, id, kind and language.
type textKey = kv.Triple[int64, int64, string]

func keyOfText(s Scope, id int64, k Kind, language string) textKey {
	return textKey{A: int64(s), B: id, C: string(k) + " " + language}
}

var texts = indexes.DefineKeyed(indexes.KeyedSpec[textKey, Text]{
	Name: "mail_texts", Version: 1,
	Person: indexes.Nobody("what mails say"),
	Key:    kv.TripleOf(kv.Int, kv.Int, kv.String),
	KeyOf:  func(t *Text) textKey { return keyOfText(t.Scope, t.ID, t.Kind, t.Language) },
	Check: func(t *Text) error {
		if !t.Kind.Known() || t.Language == "" || (t.Scope == OfCompany) != (t.ID == 0) {
			return fmt.Errorf("mail: a text of %q in %q is of nothing", t.Kind, t.Language)
		}
		return nil
	},
})

// template finds the text of a mail, and its language: the reader's language first, in
// each the narrowest text first, and then the one that comes with the box office. A text that
// could not be stored any more is passed over.
func (f *facts) template(r app.Reader, m *Message) (*template, string, error) {
	if f.circular.ID != 0 {
		t := f.circular.textFor(f.languages(m.Language))
		parsed, err := t.template()
		return parsed, t.Language, err
	}
	places := []textKey{{A: int64(OfCompany)}}
	if len(f.events) == 1 {
		if id := f.events[0].ScheduleID; id != 0 {
			places = append([]textKey{{A: int64(OfSchedule), B: id}}, places...)
		}
		places = append([]textKey{{A: int64(OfEvent), B: f.events[0].ID}}, places...)
	}
	for _, language := range f.languages(m.Language) {
		for _, at := range places {
			own, found, err := texts.Find(r, keyOfText(Scope(at.A), at.B, m.Kind, language))
			if err != nil {
				return nil, "", err
			}
			if !found {
				continue
			}
			t, err := own.template()
			if err == nil {
				return t, language, nil
			}
			f.notUsed = err
		}
		if w, ok := wordsIn(m.Kind, language); ok {
			return w.template, language, nil
		}
	}
	return nil, "", fmt.Errorf("mail: there is no text of %q", m.Kind)
}

// template reads a stored text: what was taken by an earlier release may be refused by now.
func (t *Text) template() (*template, error) {
	return parse(t.Subject, t.Body, t.Kind.Placeholders())
}

// Used tells whether mails are written with a text. One that could not be stored any more is
// passed over.
func (t *Text) Used() bool {
	_, err := t.template()
	return err == nil
}

// Which names a text: of the company, or of one schedule or event.
type Which struct {
	Kind     Kind
	Language string
	// ScheduleID and EventID exclude each other.
	ScheduleID, EventID int64
}

func (w Which) place() (Scope, int64) {
	switch {
	case w.EventID != 0:
		return OfEvent, w.EventID
	case w.ScheduleID != 0:
		return OfSchedule, w.ScheduleID
	}
	return OfCompany, 0
}

func (w Which) key() textKey {
	s, id := w.place()
	return keyOfText(s, id, w.Kind, w.Language)
}

// check wants a kind and a language that there are.
func (w Which) check() error {
	var p app.Problems
	if !w.Kind.Known() {
		p.Add("kind", "is not a known kind of mail")
	}
	if !company.KnownLocale(w.Language) {
		p.Add("language", "is not a known language")
	}
	if w.ScheduleID != 0 && w.EventID != 0 {
		p.Add("scheduleId", "cannot be given together with eventId")
	}
	return p.Err()
}

// exists wants the schedule or event to be there.
func (w Which) exists(r app.Reader) error {
	if w.EventID != 0 {
		e, err := catalog.EventByID(r, w.EventID)
		if err == nil && e.DeletedAt != nil {
			err = app.Missing("event")
		}
		return err
	}
	if w.ScheduleID == 0 {
		return nil
	}
	s, err := catalog.Schedules.Get(r, w.ScheduleID)
	if errors.Is(err, indexes.ErrNotFound) || err == nil && s.DeletedAt != nil {
		err = app.Missing("schedule")
	}
	return err
}

// ReadText reads a text: that of the company, the schedule or the event, else the one
// that comes with the box office. own tells whether it is one of the company; a language may have none.
func ReadText(ctx context.Context, a *app.App, c *app.Caller, w Which) (t Text, own bool, err error) {
	if err := w.check(); err != nil {
		return t, false, err
	}
	err = a.View(ctx, c, app.EditCompany, func(r app.Reader) (err error) {
		if err := w.exists(r); err != nil {
			return err
		}
		t, own, err = texts.Find(r, w.key())
		return err
	})
	if err != nil || own {
		return t, own, err
	}
	scope, id := w.place()
	usual, ok := wordsIn(w.Kind, w.Language)
	if !ok {
		return t, false, app.Missing("text")
	}
	return Text{Scope: scope, ID: id, Kind: w.Kind, Language: w.Language, Subject: usual.Subject, Body: usual.Body}, false, nil
}

// SetText gives a mail another text. One with a link that opens something to whoever follows
// it is for those who may do that anyway.
func SetText(ctx context.Context, a *app.App, c *app.Caller, w Which, subject, text string) (t Text, err error) {
	if err := w.check(); err != nil {
		return t, err
	}
	parsed, err := parse(subject, text, w.Kind.Placeholders())
	if err == nil && (parsed.carries() || w.Kind.trait().opens) {
		err = c.Need(app.ManageUsers)
	}
	if err != nil {
		return t, err
	}
	err = a.Update(ctx, c, app.EditCompany, func(tx app.Tx) error {
		if err := w.exists(tx); err != nil {
			return err
		}
		scope, id := w.place()
		t = Text{Scope: scope, ID: id, Kind: w.Kind, Language: w.Language, Subject: subject, Body: text, UpdatedAt: tx.Now()}
		return texts.Put(tx, &t)
	})
	return t, err
}

// DropText takes a text of one's own back.
func DropText(ctx context.Context, a *app.App, c *app.Caller, w Which) error {
	if err := w.check(); err != nil {
		return err
	}
	return a.Update(ctx, c, app.EditCompany, func(tx app.Tx) error {
		err := texts.Delete(tx, w.key())
		if errors.Is(err, indexes.ErrNotFound) {
			err = app.Missing("text")
		}
		return err
	})
}

// ListTexts lists the texts of the company's own, with those of schedules and events.
func ListTexts(ctx context.Context, a *app.App, c *app.Caller) (all []Text, err error) {
	err = a.View(ctx, c, app.EditCompany, func(r app.Reader) error {
		all = nil
		for hit, err := range texts.Scan(r, indexes.All[textKey]().Limit(maxTexts)) {
			if err != nil {
				return err
			}
			all = append(all, hit.Rec)
		}
		return nil
	})
	return all, err
}

// The texts of each language.
var (
	//go:embed texts/en.txt
	englishTexts string
	//go:embed texts/de.txt
	germanTexts string
	//go:embed texts/fr.txt
	frenchTexts string
)

// words are the texts of one kind as they come with the box office.
type words struct {
	Subject, Body string
	template      *template
}

// usual are the texts of every kind in every language that comes with the box office.
var usual = sync.OnceValue(func() map[locale.Language]map[Kind]words {
	all := map[locale.Language]map[Kind]words{}
	for l, text := range map[locale.Language]string{locale.English: englishTexts, locale.German: germanTexts, locale.French: frenchTexts} {
		all[l] = readWords(string(l), text)
	}
	return all
})

// readWords reads a file of texts: "== kind", the subject on the next line, then the
// body. A mistake panics: the file is part of the program.
func readWords(name, text string) map[Kind]words {
	all := map[Kind]words{}
	for _, part := range strings.Split("\n"+text, "\n== ")[1:] {
		kind, rest, _ := strings.Cut(part, "\n")
		subject, body, _ := strings.Cut(rest, "\n")
		w := words{Subject: subject, Body: strings.TrimSpace(body) + "\n"}
		var err error
		if w.template, err = parse(w.Subject, w.Body, Kind(kind).Placeholders()); err != nil || !Kind(kind).Known() {
			panic(fmt.Sprintf("mail: the text %q in %s: %v", kind, name, err))
		}
		all[Kind(kind)] = w
	}
	return all
}

// wordsIn is the text of a kind in a language, where one comes with the box office.
func wordsIn(k Kind, language string) (words, bool) {
	w, ok := usual()[locale.Language(language)][k]
	return w, ok
}
