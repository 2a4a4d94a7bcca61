package mail

import (
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/mail"
	"marquee/app/order"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// Routes are the operations of this area.
func Routes(a *app.App) []rest.Route {
	return slices.Concat(mails(a), sending(a), circulars(a), settings(a), texts(a), suppressions(a))
}

const tag = "Mails"

// stateIn is a state of a mail.
type stateIn string

// Values are the states.
func (stateIn) Values() []string {
	var all []string
	for _, s := range mail.States {
		all = append(all, s.String())
	}
	return all
}

type mailsIn struct {
	rest.Page
	wire.CursorIn
	States  []string  `query:"states" enum:"queued,sent,dead,held,suppressed"`
	Kinds   []string  `query:"kinds" doc:"Kinds of mails, such as order-confirmation."`
	OrderID rest.Text `query:"orderId" maxlen:"20" doc:"The id or the reference of an order."`
	Message *rest.ID  `query:"messageId" blank:"true" doc:"A message to many."`
	Email   string    `query:"email" maxlen:"254" doc:"The whole address."`
}

type mailIn struct {
	ID rest.ID `query:"id" required:"true" min:"1"`
}

// mailJSON is who got which mail.
type mailJSON struct {
	Kind       mail.Kind  `json:"kind"`
	State      stateIn    `json:"state"`
	Reason     *string    `json:"reason" needs:"customers.view|mails.read" doc:"Why it was not sent, why the last attempt failed, or why it was sent without the company's own text."`
	Email      *string    `json:"email" needs:"customers.view"`
	Name       *string    `json:"name" needs:"customers.view"`
	Language   string     `json:"language"`
	Subject    *string    `json:"subject" needs:"customers.view|mails.read"`
	OrderID    *int64     `json:"orderId"`
	EventID    *int64     `json:"eventId"`
	CustomerID *int64     `json:"customerId"`
	Attempts   int64      `json:"attempts"`
	SentAt     *time.Time `json:"sentAt" doc:"When the mail server took it."`
	wire.Stamps
}

// wholeMailJSON is a mail with what stands in it.
type wholeMailJSON struct {
	mailJSON
	Text *string `json:"text" doc:"As it was sent, without what its links open; of one that was not sent, as it would be now, with links for those who may see orders. Null when it is not kept any more."`
	HTML *string `json:"html" doc:"Of one that was not sent, for those who may see orders."`
}

func mails(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/mails", Summary: "List mails", Tag: tag,
			Doc: "Newest first. queued: handed over as soon as may be. held: there was no mail server, or its address got many mails within an hour about orders that nobody paid for. dead: given up, for the reason told. " +
				"suppressed: not to be sent, for the reason told. " + wire.CursorDoc,
			Allow: app.ViewMails, Fields: true, Limit: mail.MaxPage,
		}, func(ctx context.Context, c *app.Caller, in mailsIn) (out rest.Many[mailJSON], l list.Info, err error) {
			id, err := order.IDOf(ctx, a, c, app.ViewMails, string(in.OrderID))
			if err != nil {
				return out, l, err
			}
			page, err := mail.List(ctx, a, c, mail.Filter{
				States: in.States, Kinds: in.Kinds, OrderID: id, Address: in.Email, CircularID: idOrNone(in.Message),
				Request: list.Request{Cursor: in.Cursor, Offset: in.Offset, Limit: in.Limit},
			})
			if err != nil {
				return out, l, err
			}
			return rest.ListOf(in.Page, page.Info, page.Rows, row), page.Info, nil
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/mail", Summary: "Read a mail", Tag: tag, Allow: app.ReadMails, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in mailIn) (rest.One[wholeMailJSON], error) {
			return rest.As(whole)(mail.Read(ctx, a, c, int64(in.ID)))
		}),
	}
}

func form(m *mail.Message) mailJSON {
	return mailJSON{
		Kind: m.Kind, State: stateIn(m.State.String()), Reason: wire.OrNull(m.Reason), Email: &m.To, Name: wire.OrNull(m.Name), Language: m.Language,
		Subject: wire.OrNull(m.Subject), OrderID: wire.OrNull(m.OrderID), EventID: wire.OrNull(m.EventID), CustomerID: wire.OrNull(m.CustomerID),
		Attempts: m.Attempts, SentAt: m.SentAt, Stamps: wire.StampsOf(m.CreatedAt, m.UpdatedAt),
	}
}

func row(m mail.Message) rest.Resource[mailJSON] {
	return rest.Resource[mailJSON]{Type: "mails", ID: m.ID, Attributes: form(&m)}
}

func whole(v mail.View) rest.One[wholeMailJSON] {
	return rest.One[wholeMailJSON]{Data: rest.Resource[wholeMailJSON]{
		Type: "mails", ID: v.ID,
		Attributes: wholeMailJSON{form(&v.Message), wire.OrNull(v.Text), wire.OrNull(v.HTML)},
	}}
}

type sendIn struct {
	ID    rest.ID `json:"id" min:"1" doc:"One mail that is held, dead, or waits for its next attempt."`
	State stateIn `json:"state" doc:"All that are held, or dead; instead of id."`
}

type sentJSON struct {
	Queued int64 `json:"queued" doc:"How many are sent now."`
}

type resendIn struct {
	OrderID rest.Text `json:"orderId" required:"true" maxlen:"20" doc:"The id or the reference of an order."`
	Email   string    `json:"email" maxlen:"254" doc:"Another address than the buyer's, for this once."`
}

type notifyIn struct {
	EventID rest.ID   `json:"eventId" required:"true" min:"1"`
	Kind    mail.Kind `json:"kind" required:"true" doc:"event-changed, or event-cancelled for a cancelled event."`
	Note    string    `json:"note" maxlen:"2000" doc:"What you want to say; plain text."`
}

func sending(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/orders/resend-confirmation", Summary: "Mail an order's confirmation again", Tag: "Orders", Allow: app.EditOrders,
			Doc: "The mail that fits its state: the confirmation, the payment link, or what else it waits for. Refused where the order has no e-mail. With another address the mail goes there alone, and the order stays its buyer's; order-timeline names the address.",
		}, func(ctx context.Context, c *app.Caller, in resendIn) (wire.SuccessJSON, error) {
			return wire.Done(mail.ResendTo(ctx, a, c, order.ParseKey(string(in.OrderID)), in.Email))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/mails/send", Summary: "Send mails that are held or dead", Tag: tag, Allow: app.SendMails, Weight: app.Medium,
		}, func(ctx context.Context, c *app.Caller, in sendIn) (out sentJSON, err error) {
			switch {
			case in.ID != 0:
				_, err = mail.SendNow(ctx, a, c, int64(in.ID))
				return sentJSON{1}, err
			case in.State == "":
				return out, app.Field("id", "is required")
			}
			n, err := mail.SendAll(ctx, a, c, mail.ParseState(string(in.State)))
			return sentJSON{int64(n)}, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/events/notify", Summary: "Mail everybody who holds something of an event", Tag: tag, Allow: app.SendMails,
			Doc: "That it changed, or was cancelled: cancelling an event mails nobody by itself. The mails are written in the background.",
		}, func(ctx context.Context, c *app.Caller, in notifyIn) (wire.SuccessJSON, error) {
			return wire.Done(mail.Notify(ctx, a, c, mail.Notice{EventID: int64(in.EventID), Kind: in.Kind, Note: in.Note}))
		}),
	}
}

func idOrNone(id *rest.ID) int64 {
	if id == nil {
		return 0
	}
	return int64(*id)
}
