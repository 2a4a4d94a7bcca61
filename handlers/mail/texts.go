package mail

import (
	"context"

	"marquee/app"
	"marquee/app/mail"
	"marquee/app/order"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type textIn struct {
	Kind       mail.Kind `query:"kind" required:"true"`
	Language   string    `query:"language" required:"true" maxlen:"35" doc:"A language tag, such as de or fr-CH."`
	EventID    rest.ID   `query:"eventId" min:"1" doc:"The text of one event."`
	ScheduleID rest.ID   `query:"scheduleId" min:"1" doc:"Or of one schedule; without both the company's."`
}

type whichIn struct {
	Kind       mail.Kind `json:"kind" required:"true"`
	Language   string    `json:"language" required:"true" maxlen:"35" doc:"A language tag, such as de or fr-CH."`
	EventID    rest.ID   `json:"eventId" min:"1" doc:"The text of one event."`
	ScheduleID rest.ID   `json:"scheduleId" min:"1" doc:"Or of one schedule; without both the company's."`
}

func (in *whichIn) which() mail.Which {
	return mail.Which{Kind: in.Kind, Language: in.Language, EventID: int64(in.EventID), ScheduleID: int64(in.ScheduleID)}
}

type setTextIn struct {
	whichIn
	Subject string `json:"subject" required:"true" maxlen:"200"`
	Body    string `json:"body" required:"true" maxlen:"20000" doc:"Paragraphs with blank lines between them; \"# \" before a heading, \"- \" before an item of a list, a button on a line of its own as [Your tickets]({tickets.link}). {order.reference} is a placeholder, {{ a brace. Links, and codes of vouchers, stand in a button or alone on their line. A line one of whose placeholders has nothing is left out; {?tickets.link} does that alone."`
}

type previewIn struct {
	setTextIn
	OrderID rest.Text `json:"orderId" maxlen:"20" doc:"With the facts of this order, by id or reference; without it placeholders stand for themselves."`
}

type textJSON struct {
	Kind         mail.Kind `json:"kind"`
	Language     string    `json:"language"`
	EventID      *int64    `json:"eventId"`
	ScheduleID   *int64    `json:"scheduleId"`
	IsOwn        bool      `json:"isOwn" doc:"False: it comes with the box office."`
	IsUsed       bool      `json:"isUsed" doc:"False: it could not be stored any more, and mails are written with the text that comes with the box office."`
	Subject      string    `json:"subject"`
	Body         string    `json:"body"`
	Placeholders []string  `json:"placeholders" doc:"Those that this mail has."`
}

type textsJSON struct {
	Texts []textJSON  `json:"texts"`
	Kinds []mail.Kind `json:"kinds" doc:"All kinds of mails."`
}

type previewJSON struct {
	Subject string `json:"subject"`
	Text    string `json:"text"`
	HTML    string `json:"html"`
}

func texts(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/mail-texts", Summary: "List texts of one's own", Tag: tag, Allow: app.EditCompany,
			Doc: "Of the company, then of schedules and events. What is not here comes with the box office, in English, German and French.",
		}, func(ctx context.Context, c *app.Caller, _ mailNothingIn) (textsJSON, error) {
			all, err := mail.ListTexts(ctx, a, c)
			out := textsJSON{Texts: []textJSON{}, Kinds: mail.Kinds()}
			for _, t := range all {
				out.Texts = append(out.Texts, textForm(&t, true))
			}
			return out, err
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/mail-text", Summary: "Read the text of a mail", Tag: tag, Allow: app.EditCompany,
		}, func(ctx context.Context, c *app.Caller, in textIn) (textJSON, error) {
			t, own, err := mail.ReadText(ctx, a, c, mail.Which{Kind: in.Kind, Language: in.Language, EventID: int64(in.EventID), ScheduleID: int64(in.ScheduleID)})
			return textForm(&t, own), err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/mail-texts", Summary: "Give a mail another text", Tag: tag, Allow: app.EditCompany,
			Doc: "The text of an event counts before that of its schedule, and that before the company's. An order of several events gets the company's. " +
				"A text with a link that opens something, or of a mail that is sent for one, is for those who may manage users.",
		}, func(ctx context.Context, c *app.Caller, in setTextIn) (textJSON, error) {
			t, err := mail.SetText(ctx, a, c, in.which(), in.Subject, in.Body)
			return textForm(&t, true), err
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/mail-texts", Summary: "Take a text of one's own back", Tag: tag, Allow: app.EditCompany,
		}, func(ctx context.Context, c *app.Caller, in whichIn) (wire.SuccessJSON, error) {
			return wire.Done(mail.DropText(ctx, a, c, in.which()))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/mail-texts/preview", Summary: "See how a text would look", Tag: tag, Allow: app.EditCompany,
			Doc: "Nothing is stored and nothing is sent. The facts of an order are for those who may read mails and see orders.",
		}, func(ctx context.Context, c *app.Caller, in previewIn) (previewJSON, error) {
			id, err := order.IDOf(ctx, a, c, app.EditCompany, string(in.OrderID))
			if err != nil {
				return previewJSON{}, err
			}
			p, err := mail.Show(ctx, a, c, in.which(), in.Subject, in.Body, id)
			return previewJSON{p.Subject, p.Text, p.HTML}, err
		}),
	}
}

func textForm(t *mail.Text, own bool) textJSON {
	out := textJSON{Kind: t.Kind, Language: t.Language, IsOwn: own, IsUsed: t.Used(), Subject: t.Subject, Body: t.Body, Placeholders: t.Kind.Placeholders()}
	switch t.Scope {
	case mail.OfEvent:
		out.EventID = &t.ID
	case mail.OfSchedule:
		out.ScheduleID = &t.ID
	}
	return out
}
