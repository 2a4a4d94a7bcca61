package reach

import (
	"strings"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/mail"
	"marquee/handlers/rest"
	"marquee/handlers/web/office/screen"
)

// messagesBody is the list of messages of an event, or of all.
type messagesBody struct {
	Rows []messageRow
	New  string
}

// messageRow is a message in the list.
type messageRow struct {
	Subject, To, Who, When string
	Chip                   screen.Chip
	Sent                   string
}

func messagesScreens(o *screen.Pages, at string) []*screen.Screen {
	path := "/office/{alias}" + at + "/messages"
	return []*screen.Screen{{
		Get: "GET " + path, Needs: app.ViewMails, Template: o.Template(templates, "messages.html"), Show: showMessages,
	}, {
		Get: "GET " + path + "/new", Post: "POST " + path + "/new", Needs: app.SendMails, Template: o.Template(templates, "message.html"), Show: showNewMessage,
		Forms: map[string]screen.Then{"POST messages": {Say: "office.message_kept", To: func(v *screen.Visit, out any) string {
			if !v.Holds(app.ViewMails) {
				return v.Path("")
			}
			return toMessages(v) + "/" + screen.Number(rest.IDOf(out))
		}}},
	}, {
		Get: "GET " + path + "/{message}", Post: "POST " + path + "/{message}", Needs: app.ViewMails, Template: o.Template(templates, "message.html"), Show: showMessage,
		Forms: map[string]screen.Then{
			"POST messages/update": {Say: "office.saved", Undo: true},
			"POST messages/test":   {Say: "office.message_tried"},
			"POST messages/send":   {Say: "office.message_goes"},
			"POST messages/stop":   {Say: "office.message_stopped"},
			"DELETE messages":      {Say: "office.message_dropped", To: func(v *screen.Visit, _ any) string { return toMessages(v) }, Remake: draftAgain},
		},
	}}
}

// toMessages leads to the list of messages.
func toMessages(v *screen.Visit) string {
	if v.R.PathValue("id") == "" {
		return v.Path("/messages")
	}
	return v.Path("/events/%d/messages", v.ID("id"))
}

// messagesShown is how many messages the list has.
const messagesShown = 50

func showMessages(v *screen.Visit) error {
	_, e, err := place(v)
	if err != nil {
		return err
	}
	v.View.Title = v.View.T("office.messages")
	f := mail.CircularFilter{Request: list.Request{Limit: messagesShown}}
	if e != nil {
		f.EventID = e.ID
	}
	page, err := mail.ListCirculars(v.R.Context(), v.App, v.Caller, f)
	if err != nil {
		return err
	}
	body := &messagesBody{}
	if v.Body.May("POST messages") {
		body.New = toMessages(v) + "/new"
	}
	for i := range page.Rows {
		m := &page.Rows[i]
		row := messageRow{Subject: m.Texts[0].Subject, To: toMessages(v) + "/" + screen.Number(m.ID), Chip: stateOfMessage(v, m), Who: whoOf(v, &m.To)}
		row.When = v.MomentOf(whenOf(m).In(v.Zone))
		if m.State != mail.Draft {
			row.Sent = v.View.Number(m.Mails)
		}
		body.Rows = append(body.Rows, row)
	}
	v.Body.It = body
	return nil
}

// whenOf is when something was last decided about a message.
func whenOf(m *mail.CircularView) time.Time {
	switch {
	case m.EndedAt != nil:
		return *m.EndedAt
	case m.BegunAt != nil:
		return *m.BegunAt
	case m.At != nil:
		return *m.At
	}
	return m.UpdatedAt
}

var messageTones = map[mail.CircularState]string{mail.Due: "info", mail.Sending: "info", mail.CircularSent: "ok", mail.Stopped: "warn"}

func stateOfMessage(v *screen.Visit, m *mail.CircularView) screen.Chip {
	return screen.Chip{Text: v.View.T("office.message_is_" + m.State.String()), Tone: messageTones[m.State]}
}

// whoOf says to whom a message goes.
func whoOf(v *screen.Visit, to *mail.Audience) string {
	parts := []string{v.View.T("office.message_holders")}
	if len(to.EventIDs) == 0 {
		parts[0] = v.View.T("office.message_group")
	} else if to.GroupID != 0 {
		parts = append(parts, v.View.T("office.message_in_group"))
	}
	if len(to.SaleItemIDs) > 0 {
		parts[0] = v.View.T("office.message_some_tickets")
	}
	if to.Came != "" {
		parts = append(parts, v.View.T("office.message_"+string(to.Came)))
	}
	return strings.Join(parts, ", ")
}
