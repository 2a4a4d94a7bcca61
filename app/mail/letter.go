package mail

import (
	"marquee/app"
	"marquee/app/locale"
)

// Letter is a mail as a mail server takes it.
type Letter struct {
	// ID is that of the mail wherever it is sent again: whoever gets it twice can tell.
	ID string
	// From is the address of the box office, FromName the company.
	From, FromName string
	// ReplyTo is an address, empty for none.
	ReplyTo    string
	To, ToName string
	Subject    string
	Language   string
	Text, HTML string
	// Leave is the address that whoever wants no more of these mails writes to; empty
	// where that makes no sense.
	Leave       string
	Attachments []Attachment
	// Pictures are those that the HTML shows.
	Pictures []Inline
}

// Attachment is a file with a mail.
type Attachment struct {
	Name, Type string
	Data       []byte
}

// written is a mail in words.
type written struct {
	subject, text string
	sheet         sheet // the HTML
	// kept is the text without what is secret, and keptSubject the subject that is stored.
	kept, keptSubject string
	language          string
	// notUsed is why the company's own text was passed over, nil where it was not.
	notUsed error
}

// write puts a mail into words: in the language of whoever gets it, with the text of the
// event, its schedule or the company where there is one.
func (f *facts) write(r app.Reader, m *Message) (written, error) {
	t, language, err := f.template(r, m)
	if err != nil {
		return written{}, err
	}
	out := f.inWords(t, m, language)
	out.notUsed = f.notUsed
	return out, nil
}

// inWords fills a text.
func (f *facts) inWords(t *template, m *Message, language string) written {
	fallback := first(f.company.Locales)
	w := &writing{facts: f, mail: m, texts: app.Language{Asked: language, Fallback: fallback}, words: locale.Of(language)}
	return w.filled(t, w.values())
}

// filled is a text with its placeholders filled, and what belongs around it.
func (w *writing) filled(t *template, v values) written {
	f, language := w.facts, w.texts.Asked
	color, ink := colors(f.company)
	out := written{subject: t.subjectOf(v), language: language}
	foot, tax := footIn(f, w.words), w.taxNote(t, v)
	out.sheet = sheet{f.company, language, out.subject, t.html(v, color, ink), tax, foot, f.company.Logo(), w.cover()}
	below := "\n" + foot.text()
	if tax != "" {
		below = "\n" + tax + "\n" + below
	}
	out.text = t.text(v, w.words, false) + below
	if w.delivery.ID != 0 { // a report may be called after a person, and its mails are found by nobody's number
		v["report.name"] = "#" + v["report.number"]
	}
	out.keptSubject = t.subjectOf(v)
	out.kept = t.text(v, w.words, true) + below
	return out
}
