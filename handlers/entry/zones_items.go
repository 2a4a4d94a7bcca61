package entry

import (
	"context"
	"net/http"
	"time"

	"marquee/app"
	"marquee/app/entry"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type zoneItemsIn struct {
	rest.Page
	ZoneID      rest.ID      `query:"zoneId" required:"true"`
	ScanType    string       `query:"scanType" enum:"in,out,in&out" blank:"true" doc:"in: inside now; out: left; in&out: ever scanned. Absent: everything that may enter."`
	Query       string       `query:"query" maxlen:"100" doc:"Part of a barcode, order reference, name or e-mail. What is named outright is always found; a part is looked for among the 5,000 tickets that changed first."`
	WithTrashed rest.Trashed `query:"withTrashed"`
}

type zoneTicketJSON struct {
	Barcode        *string    `json:"barcode"`
	NFCID          *string    `json:"nfcId"`
	IsGuest        bool       `json:"isGuest"`
	FirstName      *string    `json:"firstName"`
	LastName       *string    `json:"lastName"`
	Email          *string    `json:"email"`
	LastScannedIn  *time.Time `json:"lastScannedIn"`
	LastScannedOut *time.Time `json:"lastScannedOut"`
	OrderReference string     `json:"orderReference"`
	wire.SoftStamps
}

func zonesItems(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: http.MethodGet, Path: "/zones/items", Summary: "List the tickets of a zone", Tag: "Door",
			Doc:   "In the order of their last change. A zone that hides its attendees answers 403.",
			Allow: app.ScanZones, Or: mayScan, Limit: entry.MaxPage,
		}, func(ctx context.Context, c *app.Caller, in zoneItemsIn) ([]zoneTicketJSON, error) {
			all, err := entry.ListZoneItems(ctx, a, c, entry.ZoneItemQuery{
				ZoneID: int64(in.ZoneID), Visited: in.ScanType, Query: in.Query,
				Offset: in.Offset, Limit: in.Limit, WithTrashed: bool(in.WithTrashed),
			})
			out := make([]zoneTicketJSON, len(all))
			for i := range all {
				out[i] = zoneTicketForm(&all[i])
			}
			return out, err
		}),
	}
}

func zoneTicketForm(z *entry.ZoneItem) zoneTicketJSON {
	first, last := z.FirstAndLast()
	gone := z.Item.DeletedAt
	if gone == nil {
		gone = z.Item.CancelledAt
	}
	return zoneTicketJSON{
		Barcode: wire.OrNull(z.Item.Barcode), NFCID: wire.OrNull(z.State.NFC), IsGuest: z.State.Kind == entry.KindGuest,
		FirstName: wire.OrNull(first), LastName: wire.OrNull(last), Email: wire.OrNull(z.Email),
		LastScannedIn: wire.Moment(z.Zone.LastIn), LastScannedOut: wire.Moment(z.Zone.LastOut), OrderReference: z.Reference,
		SoftStamps: wire.SoftStampsOf(z.Item.CreatedAt, z.State.ChangedAt, gone),
	}
}
