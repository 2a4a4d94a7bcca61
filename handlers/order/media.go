package order

import (
	"context"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/message"
	"marquee/app/order"
	"marquee/app/paper"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// printable is a form in which tickets are printed. All of them are built in.
type printable struct {
	id         int64
	externalID string
	name       string
	format     paper.Format
}

// printables are the forms, the one that is taken when nothing is said first.
var printables = []printable{
	{1, "a4", "Ticket on A4, to fold", paper.A4},
	{2, "a6", "Ticket on A6", paper.A6},
	{3, "roll", "Ticket on a roll of 80 mm", paper.Roll},
}

type mediasIn struct {
	rest.Page
	WithTrashed rest.Trashed `query:"withTrashed" doc:"None is ever deleted."`
}

type mediaJSON struct {
	Name                 string        `json:"name"`
	GlobalDefaults       mediaDefaults `json:"globalDefaults" doc:"For what it is taken when nothing is said."`
	ThumbnailURL         *string       `json:"thumbnailUrl"`
	IsVisibleInBoxOffice bool          `json:"isVisibleInBoxOffice"`
}

type mediaDefaults struct {
	Fallback     bool `json:"fallback"`
	Ticket       bool `json:"ticket"`
	Product      bool `json:"product"`
	SeasonTicket bool `json:"seasonTicket"`
}

type mediaLinkIn struct {
	OrderID     rest.Text `query:"orderId" required:"true" maxlen:"20" doc:"The id or the reference of an order."`
	Items       []rest.ID `query:"items" maxitems:"1000" doc:"Ids of order items; none: all of the order."`
	MediaID     *rest.ID  `query:"eventMediaId"`
	ExternalID  string    `query:"eventMediaExternalId" maxlen:"20"`
	Transferred rest.Flag `query:"includeTransferredItems" doc:"Those that others hold by now too."`
}

type mediaLinkJSON struct {
	URL rest.Path `json:"url" doc:"Opens the tickets as PDF, for whoever has it."`
	// Replaced is empty nearly always.
	Replaced []otherwiseJSON `json:"replaced" doc:"Names that are printed otherwise than they are written, because no font has some of their letters."`
}

type otherwiseJSON struct {
	Text    string `json:"text" doc:"What is written."`
	Printed string `json:"printed" doc:"What is printed: a ? stands for letters that are lost."`
}

// medias are the routes of tickets to print.
func medias(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/event-medias", Summary: "List the forms in which tickets are printed", Tag: "Orders",
			Doc: "All of them are built in.", Allow: app.ViewOrders, Fields: true, Limit: 100,
		}, func(_ context.Context, c *app.Caller, in mediasIn) (rest.Many[mediaJSON], list.Info, error) {
			if err := c.NeedSome(app.ViewOrders); err != nil {
				return rest.Many[mediaJSON]{}, list.Info{}, err
			}
			page := list.Held(printables, list.Request{Offset: in.Offset, Limit: in.Limit})
			out := rest.List[mediaJSON](in.Page, page.Info)
			for _, p := range page.Rows {
				first := p.id == printables[0].id
				out.Data = append(out.Data, rest.Resource[mediaJSON]{Type: "eventMedia", ID: p.id, Attributes: mediaJSON{
					Name: p.name, GlobalDefaults: mediaDefaults{first, first, first, first}, IsVisibleInBoxOffice: true,
				}})
			}
			return out, page.Info, nil
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/event-media/generate-link", Summary: "Make the download link of some tickets", Tag: "Orders",
			Doc:   "Of the whole order, or of the items that are named. Needs customers.view too, because tickets show names.",
			Allow: app.ViewOrders,
		}, func(ctx context.Context, c *app.Caller, in mediaLinkIn) (mediaLinkJSON, error) {
			p, err := in.printable()
			if err != nil {
				return mediaLinkJSON{}, err
			}
			id, err := order.IDOf(ctx, a, c, app.ViewOrders, string(in.OrderID))
			if err != nil {
				return mediaLinkJSON{}, err
			}
			token, err := order.MediaLink(ctx, a, c, order.MediaRequest{OrderID: id, ItemIDs: wire.IDs(in.Items), Transferred: bool(in.Transferred)})
			if err != nil {
				return mediaLinkJSON{}, err
			}
			replaced, err := message.Replaced(ctx, a, token)
			out := mediaLinkJSON{rest.Path(wire.TicketsPath + "/" + token + p.query()), make([]otherwiseJSON, len(replaced))}
			for i, r := range replaced {
				out.Replaced[i] = otherwiseJSON(r)
			}
			return out, err
		}),
	}
}

// printable is the form that is asked for.
func (in *mediaLinkIn) printable() (*printable, error) {
	for i := range printables {
		p := &printables[i]
		if in.MediaID != nil && int64(*in.MediaID) != p.id || in.ExternalID != "" && in.ExternalID != p.externalID {
			continue
		}
		return p, nil
	}
	return nil, app.Missing("event media")
}

// query chooses the form behind a link.
func (p *printable) query() string {
	if p == &printables[0] {
		return ""
	}
	return "?format=" + string(p.format)
}
