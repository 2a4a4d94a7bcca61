package entry

import (
	"context"

	"marquee/app"
	"marquee/indexes"
)

// tagReaders may learn which item a tag belongs to: whoever may read orders or
// customers, or scans.
var tagReaders = app.AnyOf{app.ViewOrders, app.ListOrders, app.ViewCustomers, app.ScanZones}

// PairedItem finds the order item that an NFC tag is paired with; of several that of the
// newest event.
func PairedItem(ctx context.Context, a *app.App, c *app.Caller, tag string) (itemID int64, found bool, err error) {
	err = a.View(ctx, c, tagReaders, func(r app.Reader) error {
		for e, err := range ticketByTag.Keys(r, indexes.PrefixOf[int64](normalTag(tag)).Reversed().Limit(1)) {
			if err != nil {
				return err
			}
			itemID, found = e.ID, true
		}
		return nil
	})
	return itemID, found, err
}

// maxTagged is how many items of one tag are looked at: those that it was paired with at
// former events stay with it.
const maxTagged = 50

// ItemsOfTag are the order items that an NFC tag is paired with, the newest first.
func ItemsOfTag(r app.Reader, tag string) (ids []int64, err error) {
	for e, err := range ticketByTag.Keys(r, indexes.PrefixOf[int64](normalTag(tag)).Reversed().Limit(maxTagged)) {
		if err != nil {
			return nil, err
		}
		ids = append(ids, e.ID)
	}
	return ids, nil
}

// TagsOf gives the NFC tags that order items are paired with; items without one
// are left out.
func TagsOf(ctx context.Context, a *app.App, c *app.Caller, itemIDs []int64) (map[int64]string, error) {
	tags := map[int64]string{}
	err := a.View(ctx, c, tagReaders, func(r app.Reader) error {
		states, err := TicketStates.GetMany(r, itemIDs)
		for i := range states {
			if states[i].NFC != "" {
				tags[states[i].ID] = states[i].NFC
			}
		}
		return err
	})
	return tags, err
}
