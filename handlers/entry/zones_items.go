package entry

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"marquee/app"
	"marquee/app/entry"
	"marquee/app/list"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type zoneItemsIn struct {
	rest.Page
	ZoneID      rest.ID      `query:"zoneId" required:"true"`
	ScanType    string       `query:"scanType" enum:"in,out,in&out" blank:"true" doc:"in: inside now; out: left; in&out: ever scanned. Absent: everything that may enter."`
	Query       string       `query:"query" maxlen:"100" doc:"Part of a barcode or order reference, or parts of the holder's name and e-mail, in any order; case, accents and width do not matter."`
	WithTrashed rest.Trashed `query:"withTrashed" doc:"With those that were refunded, cancelled or rejected; deletedAt is when. Of a deleted zone too."`
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
		rest.HandleList(rest.Spec{
			Method: http.MethodGet, Path: "/zones/items", Summary: "List the tickets of a zone", Tag: "Door",
			Doc:   "In the order in which they were sold. A zone that hides its attendees answers 403.",
			Allow: app.ScanZones, Or: mayScan, Limit: entry.MaxPage,
		}, func(ctx context.Context, c *app.Caller, in zoneItemsIn) ([]zoneTicketJSON, list.Info, error) {
			page, err := entry.ListZoneItems(ctx, a, c, entry.ZoneItemQuery{
				ZoneID: int64(in.ZoneID), Visited: in.ScanType, Query: in.Query, WithTrashed: bool(in.WithTrashed),
				Request: list.Request{Offset: in.Offset, Limit: in.Limit},
			})
			out := make([]zoneTicketJSON, len(page.Items))
			for i := range page.Items {
				out[i] = zoneTicketForm(&page.Items[i])
			}
			return out, page.Info, err
		}),
	}
}

func zoneTicketForm(z *entry.ZoneItem) zoneTicketJSON {
	first, last := z.FirstAndLast()
	gone := cmp.Or(z.Item.DeletedAt, z.Item.CancelledAt, z.Item.RejectedAt)
	return zoneTicketJSON{
		Barcode: wire.OrNull(z.Item.Barcode), NFCID: wire.OrNull(z.State.NFC), IsGuest: z.State.Kind == entry.KindGuest,
		FirstName: wire.OrNull(first), LastName: wire.OrNull(last), Email: wire.OrNull(z.Email),
		LastScannedIn: wire.Moment(z.Zone.LastIn), LastScannedOut: wire.Moment(z.Zone.LastOut), OrderReference: z.Reference,
		SoftStamps: wire.SoftStampsOf(z.Item.CreatedAt, z.State.ChangedAt, gone),
	}
}
