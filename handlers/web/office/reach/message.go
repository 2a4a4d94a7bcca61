package reach

import (
	"fmt"
	"slices"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/mail"
	"marquee/handlers/web/office/screen"
)

// messageBody is one message, or a new one.
type messageBody struct {
	E                    *eventOf
	Op, Back, Title, Who string
	ID                   int64
	Chip                 screen.Chip
	Draft, Running       bool
	Languages            []messageLanguage
	// Event is that of a new one, 0: it goes to a group.
	Event int64
	// Before says when another went to the same people, empty: none did.
	Before string
	Count  *messageCount
	Shown  []messageShown
	Email  string
	// Outcome are the figures of one that was sent, People what became of each.
	Outcome []screen.MoneyLine
	People  []messagePerson
	More    string
	// draft is what is thrown away, nil: it is none.
	draft *mail.Circular
}

// messageLanguage is one of the texts of the form, by its number there.
type messageLanguage struct {
	At         int
	Code, Name string
	First, On  bool
}

// messageCount is to how many people it goes, with why not to all.
type messageCount struct {
	Send  string
	Lines []screen.MoneyLine
	None  bool
}

// messageShown is how it reads in a language.
type messageShown struct{ Name, Code, Subject, Text string }

// messagePerson is what became of the mail to one person.
type messagePerson struct {
	Name, Email, Why string
	Chip             screen.Chip
}

// showNewMessage shows the form of a message that is not there yet.
func showNewMessage(v *screen.Visit) error {
	_, e, err := place(v)
	if err != nil {
		return err
	}
	v.View.Title = v.View.T("office.new_message")
	body := &messageBody{E: e, Op: "POST messages", Back: toMessages(v), Draft: true, Title: v.View.Title}
	f := v.Body.Add(body.Op)
	draft := mail.Circular{}
	if e != nil {
		body.Event = e.ID
		draft.To.EventIDs = []int64{e.ID}
	}
	if err := fillMessage(v, f, body, &draft); err != nil {
		return err
	}
	v.Body.It = body
	return nil
}

// showMessage shows a message: a draft to be changed, or what became of it.
func showMessage(v *screen.Visit) error {
	_, e, err := place(v)
	if err != nil {
		return err
	}
	m, err := mail.ReadCircular(v.R.Context(), v.App, v.Caller, v.ID("message"))
	if err != nil || e != nil && !slices.Contains(m.To.EventIDs, e.ID) {
		return orMissing(err)
	}
	v.View.Title = m.Texts[0].Subject
	body := &messageBody{
		E: e, Op: "POST messages/update", Back: toMessages(v), Title: v.View.Title, ID: m.ID, Chip: stateOfMessage(v, &m), Who: whoOf(v, &m.To),
		Draft: m.State == mail.Draft, Running: m.State == mail.Due || m.State == mail.Sending, Email: v.Caller.UserEmail,
	}
	if m.Before != nil {
		body.Before = v.View.T("office.message_before", "when", v.MomentOf(m.Before.In(v.Zone)))
	}
	if body.Draft {
		body.draft = &m.Circular
	}
	f := v.Body.Add(body.Op)
	f.About("circulars", m.ID)
	f.Since = m.UpdatedAt
	if err := fillMessage(v, f, body, &m.Circular); err != nil {
		return err
	}
	for _, op := range []string{"POST messages/test", "POST messages/stop", "DELETE messages"} {
		v.Body.Add(op).Fill(map[string]any{"id": m.ID})
	}
	send := v.Body.Add("POST messages/send").Fill(map[string]any{"id": m.ID, "at": ""})
	v.Body.It = body
	if body.Draft && v.Holds(app.SendMails) {
		if err := body.prepare(v, send, &m); err != nil {
			return err
		}
	}
	if !body.Draft {
		return body.tell(v, &m)
	}
	return nil
}

// fillMessage fills the form of a message.
func fillMessage(v *screen.Visit, f *screen.Form, body *messageBody, m *mail.Circular) error {
	f.Fill(map[string]any{"saleItemIds": typedIDs(m.To.SaleItemIDs), "customerGroupId": screen.IdOr(m.To.GroupID), "came": string(m.To.Came)})
	for i, code := range messageLocales(v, m) {
		l := messageLanguage{At: i, Code: code, Name: screen.LanguageName(code), First: i == 0}
		at := slices.IndexFunc(m.Texts, func(t mail.CircularText) bool { return t.Language == code })
		text := mail.CircularText{}
		if l.On = at >= 0; l.On {
			text = m.Texts[at]
		}
		f.Put(fmt.Sprintf("texts.%d.subject", i), text.Subject)
		f.Put(fmt.Sprintf("texts.%d.body", i), text.Body)
		body.Languages = append(body.Languages, l)
	}
	if body.E != nil {
		for i := range body.E.Items {
			f.Lists["saleItemIds"] = append(f.Lists["saleItemIds"], screen.Option{Value: screen.Number(body.E.Items[i].ID), Text: body.E.Items[i].Item.Name})
		}
	}
	for _, came := range append([]string{""}, mail.Came("").Values()...) {
		word := "office.message_" + came
		if came == "" {
			word = "office.message_came_or_not"
		}
		f.Lists["came"] = append(f.Lists["came"], screen.Option{Value: came, Text: v.View.T(word)})
	}
	if err := offerGroups(v, f); err != nil {
		return err
	}
	nobody := screen.Option{Text: v.View.T("office.message_no_group")}
	f.Lists["customerGroupId"] = slices.Concat([]screen.Option{nobody}, f.Lists["customerGroupId"], f.Lists["customerGroups"])
	return retyped(v, f)
}

// messageLocales are the languages of a message: those that it has, then the company's others.
func messageLocales(v *screen.Visit, m *mail.Circular) (all []string) {
	for _, t := range m.Texts {
		all = append(all, t.Language)
	}
	for _, l := range append(slices.Clone(v.Company.Locales), string(v.View.Lang)) {
		if !slices.Contains(all, l) {
			all = append(all, l)
		}
	}
	return all
}

// prepare counts to whom a draft goes, by the very operation that sends it, and shows how it reads.
func (b *messageBody) prepare(v *screen.Visit, send *screen.Form, m *mail.CircularView) error {
	var out struct {
		Counted struct {
			People, Mails, Unreachable, Suppressed int64
			Reasons                                map[string]int64
		}
	}
	known, err := v.Try(send, map[string][]string{"id": {screen.Number(m.ID)}}, &out)
	if err != nil {
		return err
	}
	if n := out.Counted; known {
		b.Count = &messageCount{Send: v.View.T("office.message_send", "n", n.Mails), None: n.Mails == 0}
		line := func(word string, n int64) {
			b.Count.Lines = append(b.Count.Lines, screen.MoneyLine{Text: v.View.T(word), Amount: v.View.Number(n)})
		}
		line("office.message_people", n.People)
		if n.Unreachable > 0 {
			line("office.message_unreachable", n.Unreachable)
		}
		if n.Suppressed > 0 {
			line("office.message_suppressed", n.Suppressed)
		}
		line("office.message_mails", n.Mails)
	}
	for _, t := range m.Texts {
		p, err := mail.ShowCircular(v.R.Context(), v.App, v.Caller, m.ID, t.Language)
		if err != nil {
			return err
		}
		b.Shown = append(b.Shown, messageShown{screen.LanguageName(t.Language), t.Language, p.Subject, p.Text})
	}
	return nil
}

// peopleShown is of how many people it is said what became of their mail.
const peopleShown = 100

var mailTones = map[mail.State]string{mail.Sent: "ok", mail.Queued: "info", mail.Dead: "bad", mail.Held: "warn"}

// tell says what became of a message.
func (b *messageBody) tell(v *screen.Visit, m *mail.CircularView) error {
	line := func(word string, n int64) {
		if n > 0 {
			b.Outcome = append(b.Outcome, screen.MoneyLine{Text: v.View.T(word), Amount: v.View.Number(n)})
		}
	}
	line("office.mail_queued", m.Outcome.Queued)
	line("office.mail_sent", m.Outcome.Sent)
	line("office.mail_held", m.Outcome.Held)
	line("office.mail_dead", m.Outcome.Dead)
	line("office.mail_suppressed", m.Outcome.Suppressed)
	line("office.message_unreachable", m.Nobody)
	if m.At != nil && m.State == mail.Due {
		b.Outcome = append(b.Outcome, screen.MoneyLine{Text: v.View.T("office.message_at"), Amount: v.MomentOf(m.At.In(v.Zone))})
	}
	if m.EndedAt != nil {
		b.Outcome = append(b.Outcome, screen.MoneyLine{Text: v.View.T("office.message_ended"), Amount: v.MomentOf(m.EndedAt.In(v.Zone))})
	}
	page, err := mail.List(v.R.Context(), v.App, v.Caller, mail.Filter{CircularID: m.ID, Request: list.Request{Limit: peopleShown}})
	for i := range page.Rows {
		one := &page.Rows[i]
		p := messagePerson{Chip: screen.Chip{Text: v.View.T("office.mail_" + one.State.String()), Tone: mailTones[one.State]}, Why: one.Reason}
		if v.Holds(app.ViewCustomers) {
			p.Name, p.Email = one.Name, one.To
		}
		b.People = append(b.People, p)
	}
	if page.HasMore {
		b.More = v.View.T("office.message_more", "n", page.Total-int64(len(page.Rows)))
	}
	return err
}
