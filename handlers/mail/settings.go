package mail

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/mail"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type mailNothingIn struct{}

type mailSettingsJSON struct {
	ConfirmOnline    bool     `json:"confirmOnline" doc:"Orders of the shop and of kiosks are confirmed by mail."`
	ConfirmBoxOffice bool     `json:"confirmBoxOffice" doc:"Orders of the box office and of the API are."`
	PerEvent         bool     `json:"confirmationPerEvent" doc:"An order of several events gets a mail for each."`
	Attach           bool     `json:"attachTickets" doc:"Up to 50 tickets and 5 MB; more, and without it all, are behind a link."`
	TaxReceipts      bool     `json:"taxReceipts" doc:"Where there is tax on an order, a receipt comes with its confirmation."`
	Groups           bool     `json:"groupMails" doc:"Customers are told when somebody puts them into a group by hand."`
	ReminderHours    *int64   `json:"reminderHours" doc:"How long before an event its attendees are reminded of it; null: never."`
	SenderName       *string  `json:"senderName" doc:"Null: the name of the company."`
	ReplyTo          *string  `json:"replyTo"`
	PurchasesTo      []string `json:"purchasesTo" doc:"Who is told of purchases."`
	ApprovalsTo      []string `json:"approvalsTo" doc:"Who is told of what is to be approved: reservations, and events that are to be published."`
	EventsTo         []string `json:"eventsTo" doc:"Who is told of new events."`
	RefundsTo        []string `json:"refundsTo" doc:"Who is told when the refund of an event begins, and when it has come to its end."`
}

type mailSettingsIn struct {
	ConfirmOnline    *rest.Flag       `json:"confirmOnline"`
	ConfirmBoxOffice *rest.Flag       `json:"confirmBoxOffice" doc:"The API is the box office."`
	PerEvent         *rest.Flag       `json:"confirmationPerEvent"`
	Attach           *rest.Flag       `json:"attachTickets"`
	TaxReceipts      *rest.Flag       `json:"taxReceipts"`
	Groups           *rest.Flag       `json:"groupMails" doc:"Nobody is told of automatic groups, and of imports."`
	ReminderHours    rest.Opt[int64]  `json:"reminderHours" min:"1" max:"336" doc:"Null: never. What was due before is not sent any more."`
	SenderName       rest.Opt[string] `json:"senderName" maxlen:"255"`
	ReplyTo          rest.Opt[string] `json:"replyTo" maxlen:"254"`
	PurchasesTo      *[]string        `json:"purchasesTo" maxitems:"10" doc:"Replaces all, as do the lists below."`
	ApprovalsTo      *[]string        `json:"approvalsTo" maxitems:"10"`
	EventsTo         *[]string        `json:"eventsTo" maxitems:"10"`
	RefundsTo        *[]string        `json:"refundsTo" maxitems:"10"`
}

func settings(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/mail-settings", Summary: "Read which mails are sent", Tag: tag, Allow: app.EditCompany,
		}, func(ctx context.Context, c *app.Caller, _ mailNothingIn) (mailSettingsJSON, error) {
			return rest.As(settingsForm)(mail.ReadSettings(ctx, a, c))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/mail-settings", Summary: "Say which mails are sent", Tag: tag, Allow: app.EditCompany,
			Doc: "What is absent stays as it is.",
		}, func(ctx context.Context, c *app.Caller, in mailSettingsIn) (mailSettingsJSON, error) {
			return rest.As(settingsForm)(mail.ChangeSettings(ctx, a, c, mail.SettingsChange{
				Online: wire.Yes(in.ConfirmOnline), Office: wire.Yes(in.ConfirmBoxOffice), PerEvent: wire.Yes(in.PerEvent), Attach: wire.Yes(in.Attach),
				TaxReceipts: wire.Yes(in.TaxReceipts), Groups: wire.Yes(in.Groups),
				ReminderHours: wire.Maybe(in.ReminderHours), SenderName: wire.Maybe(in.SenderName), ReplyTo: wire.Maybe(in.ReplyTo),
				PurchasesTo: in.PurchasesTo, ApprovalsTo: in.ApprovalsTo, EventsTo: in.EventsTo, RefundsTo: in.RefundsTo,
			}))
		}),
	}
}

func settingsForm(s mail.Settings) mailSettingsJSON {
	list := func(all []string) []string { return append([]string{}, all...) }
	return mailSettingsJSON{
		ConfirmOnline: !s.NotOnline, ConfirmBoxOffice: !s.NotAtOffice, PerEvent: s.PerEvent, Attach: s.Attach,
		TaxReceipts: s.TaxReceipts, Groups: s.Groups,
		ReminderHours: wire.OrNull(s.ReminderHours), SenderName: wire.OrNull(s.SenderName), ReplyTo: wire.OrNull(s.ReplyTo),
		PurchasesTo: list(s.PurchasesTo), ApprovalsTo: list(s.ApprovalsTo), EventsTo: list(s.EventsTo), RefundsTo: list(s.RefundsTo),
	}
}

type suppressedIn struct {
	Behind string `query:"behind" maxlen:"254" doc:"Goes on behind this address."`
}

type suppressIn struct {
	Email  string `json:"email" required:"true" maxlen:"254"`
	Reason string `json:"reason" maxlen:"200"`
}

type allowIn struct {
	Email string `json:"email" required:"true" maxlen:"254"`
}

type suppressedJSON struct {
	Email  *string   `json:"email" needs:"customers.view"`
	Reason string    `json:"reason"`
	At     time.Time `json:"at"`
}

// suppressionJSON is the answer to whoever named the address.
type suppressionJSON struct {
	Reason string    `json:"reason"`
	At     time.Time `json:"at"`
}

type suppressedListJSON struct {
	Addresses []suppressedJSON `json:"addresses"`
}

func suppressions(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/mail-suppressions", Summary: "List addresses that get no mails", Tag: tag, Allow: app.ViewMails,
			Doc: "By address, a hundred at a time.",
		}, func(ctx context.Context, c *app.Caller, in suppressedIn) (suppressedListJSON, error) {
			all, err := mail.Blocks(ctx, a, c, in.Behind, mail.MaxPage)
			out := suppressedListJSON{Addresses: []suppressedJSON{}}
			for _, b := range all {
				out.Addresses = append(out.Addresses, suppressedForm(b))
			}
			return out, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/mail-suppressions", Summary: "Send no more mails to an address", Tag: tag, Allow: app.SendMails, Status: 201,
		}, func(ctx context.Context, c *app.Caller, in suppressIn) (suppressionJSON, error) {
			b, err := mail.Suppress(ctx, a, c, in.Email, in.Reason)
			return suppressionJSON{b.Reason, b.At}, err
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/mail-suppressions", Summary: "Send mails to an address again", Tag: tag, Allow: app.SendMails,
		}, func(ctx context.Context, c *app.Caller, in allowIn) (wire.SuccessJSON, error) {
			return wire.Done(mail.Allow(ctx, a, c, in.Email))
		}),
	}
}

func suppressedForm(b mail.Block) suppressedJSON {
	return suppressedJSON{Email: &b.Address, Reason: b.Reason, At: b.At}
}
