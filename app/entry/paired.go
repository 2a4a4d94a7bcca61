package entry

import (
	"context"

	"marquee/app"
	"marquee/indexes"
)

// PairedItem finds the order item that an NFC tag is paired with; of several the
// newest.
func PairedItem(ctx context.Context, a *app.App, c *app.Caller, tag string) (itemID int64, found bool, err error) {
	err = a.View(ctx, c, func(r app.Reader) error {
		for e, err := range ticketByNF.Keys(r, indexes.Equal(normalTag(tag)).Reversed().Limit(1)) {
			if err != nil {
				return err
			}
			itemID, found = e.ID, true
		}
		return nil
	})
	return itemID, found, err
}

// TagsOf gives the NFC tags that order items are paired with; items without one
// are left out.
func TagsOf(ctx context.Context, a *app.App, c *app.Caller, itemIDs []int64) (map[int64]string, error) {
	tags := map[int64]string{}
	err := a.View(ctx, c, func(r app.Reader) error {
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
