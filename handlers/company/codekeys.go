package company

import (
	"context"
	"encoding/hex"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/rest"
)

type codeKeysJSON struct {
	Data []codeKeyJSON `json:"data" doc:"Oldest first. The last one signs."`
}

type codeKeyJSON struct {
	ID        int64     `json:"id"`
	PublicKey string    `json:"publicKey" doc:"Ed25519, in hex."`
	CreatedAt time.Time `json:"createdAt"`
}

type endCodeKeyIn struct {
	ID rest.ID `json:"id" required:"true" min:"1"`
}

// codeKeys are the routes of the keys of signed codes.
func codeKeys(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/code-keys", Summary: "List the keys of signed codes", Tag: "Door",
			Doc: "With them a scanner of any make can check the signed codes on tickets. Such a code is \"S:\" and base32 in the alphabet 23456789ABCDEFGHJKLMNPQRSTUVWXYZ, the last character filled up with zeros, of: " +
				"one byte of version (1); as LEB128 the ids of the key, the event, the order, the order item and the sale item; one byte, whose bits 0 and 1 are the kind (0 ticket, 1 product, 2 season ticket, 3 guest), " +
				"bit 2 that a beginning follows, bit 3 that an end does, each in minutes since 2020 as LEB128; the 23 characters of the barcode in 15 bytes of that base32; and 64 bytes of Ed25519 over \"marquee ticket\" and all before them. " +
				"A code that would be written in another way is none. A season ticket names the event that it was sold for, and when it is good there: at another event of its run it is good as long before and after.",
			Allow: app.ScanZones, Or: []app.Ability{app.EditEvents, app.EditCompany},
		}, func(ctx context.Context, c *app.Caller, _ nothingIn) (codeKeysJSON, error) {
			return codeKeysForm(company.ListCodeKeys(ctx, a, c))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/code-keys", Summary: "Sign codes by a new key", Tag: "Door",
			Doc: "Tickets that the key before signed stay good. Of that key only the public half is kept.", Proof: true, Allow: app.EditCompany, Status: 201,
		}, func(ctx context.Context, c *app.Caller, _ nothingIn) (codeKeysJSON, error) {
			return codeKeysForm(company.RotateCodeKey(ctx, a, c))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/code-keys/secret", Summary: "Draw the secret of rotating codes anew", Tag: "Door",
			Doc: "For when a device with the list of an event was lost: what it knows makes no good codes any more. Every rotating code is another one at once, also where the guest opens the order again. " +
				"The tickets are listed as changed by GET /entry/tickets soon after; a scanner that is offline denies the new codes until it has them.",
			Proof: true, Allow: app.EditCompany, Status: 204,
		}, func(ctx context.Context, c *app.Caller, _ nothingIn) (nothingJSON, error) {
			return nothingJSON{}, company.RotateCodeSecret(ctx, a, c)
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/code-keys", Summary: "End a key of signed codes", Tag: "Door",
			Doc: "What it signed is believed no more; the barcodes of those tickets are as good as before. The newest key cannot be ended.", Proof: true, Allow: app.EditCompany,
		}, func(ctx context.Context, c *app.Caller, in endCodeKeyIn) (codeKeysJSON, error) {
			return codeKeysForm(company.EndCodeKey(ctx, a, c, int64(in.ID)))
		}),
	}
}

func codeKeysForm(keys []company.CodeKey, err error) (out codeKeysJSON, _ error) {
	for _, k := range keys {
		out.Data = append(out.Data, codeKeyJSON{k.ID, hex.EncodeToString(k.Public), k.CreatedAt})
	}
	return out, err
}
