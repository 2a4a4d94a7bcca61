package sales

import (
	"context"

	"marquee/app"
	"marquee/app/sales/guestlist"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type guestLinesIn struct {
	SaleItemID  rest.ID   `json:"saleItemId" required:"true" min:"1" doc:"The guest list."`
	Lines       string    `json:"lines" required:"true" maxlen:"40000" doc:"One guest on each line, at most 200: the name, an e-mail address and how many come, in any order, with commas, semicolons or tabs between. +2 is the guest and two more."`
	AutoApprove rest.Flag `json:"autoApprove" doc:"Nobody has to approve them."`
	InhibitMail rest.Flag `json:"inhibitConfirmationEmail" doc:"They are sent nothing."`
	UUID        rest.Text `json:"uuid" maxlen:"200" doc:"Names this call, so that it can be sent again: a repeated one finds the orders of the first."`
	wire.DryRunIn
}

type guestLinesJSON struct {
	Lines  []guestLineJSON `json:"lines"`
	Guests int64           `json:"guests" doc:"How many people that is: of the lines that have no problem."`
}

type guestLineJSON struct {
	Line           int64   `json:"line" doc:"Its number, from 1."`
	Name           string  `json:"name"`
	Email          *string `json:"email"`
	NumOfGuests    int64   `json:"numOfGuests"`
	OrderReference *string `json:"orderReference"`
	Problem        *string `json:"problem" doc:"With dryRun: why it would be refused."`
}

func guestLines(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/events/guest-lists/guests", Summary: "Put guests on a guest list", Tag: "Selling", Allow: app.Sell, MaxBody: 256 << 10, Turn: rest.InBulk,
			Doc: "Each line is an order of its own. All or none: what is wrong with a line is told as lines and its number. With dryRun it stands with the line, beside those that would be taken.",
		}, func(ctx context.Context, c *app.Caller, in guestLinesIn) (guestLinesJSON, error) {
			return wire.Do(ctx, a, c, in.DryRunIn, func(a *app.App) (guestLinesJSON, error) {
				all, err := guestlist.Sign(ctx, a, c, guestlist.SignUp{
					SaleItemID: int64(in.SaleItemID), Lines: in.Lines, AutoApprove: bool(in.AutoApprove), InhibitMail: bool(in.InhibitMail), UUID: string(in.UUID),
				})
				return guestLinesForm(c, all), err
			})
		}),
	}
}

func guestLinesForm(c *app.Caller, all []guestlist.Signed) guestLinesJSON {
	out := guestLinesJSON{Lines: []guestLineJSON{}}
	for _, s := range all {
		line := guestLineJSON{Line: int64(s.Number), Name: s.Name, Email: wire.OrNull(s.Email), NumOfGuests: s.Heads, OrderReference: wire.OrNull(s.Reference)}
		if s.Problem != nil {
			line.Problem = new(rest.Translate(c.Locale, *s.Problem))
		} else {
			out.Guests += s.Heads
		}
		out.Lines = append(out.Lines, line)
	}
	return out
}
