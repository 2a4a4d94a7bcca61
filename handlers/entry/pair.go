package entry

import (
	"context"
	"net/http"

	"marquee/app"
	"marquee/app/entry"
	"marquee/handlers/rest"
)

type pairIn struct {
	Barcode rest.Text `json:"barcode" required:"true" maxlen:"255"`
	NFCID   rest.Text `json:"nfc-id" required:"true" maxlen:"255" doc:"The id of the tag. Case and separators do not count."`
	EventID *rest.ID  `json:"event-id" doc:"The event at which it is done. A ticket of another event is paired there."`
	Again   rest.Flag `json:"pair-barcode-again" doc:"A ticket that has a tag gets this one in its place."`
	UUID    string    `json:"uuid" maxlen:"255" doc:"Names this request, so that it can be sent again: one that paired returns the same answer and changes nothing. Kept for 30 days."`
}

func ticketsPair(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: http.MethodPost, Path: "/tickets/pair", Summary: "Pair a ticket with an NFC tag", Tag: "Door",
			Doc: "The tag is then scanned in place of the ticket. A tag of another ticket of the event moves to this one; at other events it stays what it is. " +
				"A ticket that has a tag already is denied, with that tag as nfcId, unless it is to be paired again. " +
				"So is a ticket that is void, locked or unknown. A denial is a 200 that changes nothing. The answer is that of a scan at the Entry zone.",
			Allow: app.ScanZones, Or: mayScan, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in pairIn) (scanJSON, error) {
			req := entry.PairRequest{UUID: in.UUID, Barcode: string(in.Barcode), Tag: string(in.NFCID), Again: bool(in.Again)}
			if in.EventID != nil {
				req.EventID = int64(*in.EventID)
			}
			res, err := entry.PairTag(ctx, a, c, req)
			return scanForm(res), err
		}),
	}
}
