package imports

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
)

func tags() *Type {
	return &Type{
		Name: "tags", About: "NFC tags that are paired with tickets. A tag of another ticket of the event moves.",
		Needs: []app.Ability{app.ScanZones, app.ViewEvents},
		Fields: []Field{
			{Name: "barcode", About: "Barcode of the ticket.", Also: []string{"ticket", "ticket code", "code"}},
			{Name: "nfcTag", About: "What stands on the tag.", Required: true, Unique: true, Wire: []string{"nfc-id"}, Also: []string{"nfc", "nfc id", "tag", "chip", "uid"}},
			{Name: "orderItemId", About: "Number of the order item, where there is no barcode."},
			{Name: "eventId", About: "Number of the event at which it is paired; that of the ticket where there is none."},
			{Name: "eventExternalId", About: "What another system calls the event."},
			{Name: "event", About: "Name of the event.", Also: []string{"event name"}},
			{Name: "eventStart", About: "Start of the event, where several have the name."},
		},
		Apply: applyTag,
	}
}

func applyTag(ctx context.Context, d *doing, rows []record) (m made, err error) {
	r := rows[0]
	event, err := r.event("eventId", "eventExternalId", "event", "eventStart")
	if err != nil {
		return m, err
	}
	item, found, err := r.ticket(event)
	if err != nil || r.failed() {
		return m, err
	}
	if !found || item.Barcode == "" {
		r.note("barcode", "is no ticket that there is")
		return m, nil
	}
	if !item.Type.Scannable() || item.Type == catalog.Product {
		r.note("barcode", "is no ticket that there is")
		return m, nil
	}
	return made{id: item.ID, did: Changed}, pair(ctx, d, item.Barcode, r.text("nfcTag"), event)
}

// ticket finds the order item that a row names: of several with a barcode that at the event.
func (r record) ticket(event int64) (order.Item, bool, error) {
	if code := r.text("barcode"); code != "" {
		return order.ItemAt(r.d.tx, code, event)
	}
	if id := r.id("orderItemId"); id != 0 {
		found, err := order.Items.GetMany(r.d.tx, []int64{id})
		if err != nil || len(found) == 0 {
			return order.Item{}, false, err
		}
		return found[0], true, nil
	}
	return order.Item{}, false, nil
}
