package order

import (
	"context"
	"strings"
	"unicode/utf8"

	"marquee/app"
)

// MaxNotes is how many characters the notes of an order or of an item have at most.
const MaxNotes = 2_000

// SetNotes writes what staff note about an order, for colleagues and for who scans its
// tickets. Blank notes are none. Buyers never see them.
func SetNotes(ctx context.Context, a *app.App, c *app.Caller, k Key, text string) (o Order, err error) {
	text, err = notesFrom(text)
	if err != nil {
		return o, err
	}
	err = a.Update(ctx, c, app.EditOrders, func(tx app.Tx) error {
		if o, err = Find(tx, k); err != nil {
			return err
		}
		if o.DeletedAt != nil {
			return app.Missing("order")
		}
		if o.Notes == text {
			return nil
		}
		if o, err = orderTable.Update(tx, o.ID, func(o *Order) error { o.Notes = text; return nil }); err != nil {
			return err
		}
		items, err := ItemsOf(tx, &o)
		if err != nil {
			return err
		}
		return gatesLearnOf(tx, items...)
	})
	return o, err
}

// SetItemNotes writes what staff note about one item of an order.
func SetItemNotes(ctx context.Context, a *app.App, c *app.Caller, itemID int64, text string) (it Item, err error) {
	text, err = notesFrom(text)
	if err != nil {
		return it, err
	}
	err = a.Update(ctx, c, app.EditOrders, func(tx app.Tx) error {
		if it, err = FindItem(tx, itemID); err != nil {
			return err
		}
		if it.DeletedAt != nil {
			return app.Missing("order item")
		}
		if it.Notes == text {
			return nil
		}
		if it, err = itemTable.Update(tx, it.ID, func(i *Item) error { i.Notes = text; return nil }); err != nil {
			return err
		}
		return gatesLearnOf(tx, it)
	})
	return it, err
}

func notesFrom(text string) (string, error) {
	text = strings.TrimSpace(text)
	if utf8.RuneCountInString(text) > MaxNotes {
		return "", app.Field("notes", "must not be longer than %d characters", MaxNotes)
	}
	return text, nil
}

// gatesLearnOf tells gates of items that they may let in.
func gatesLearnOf(tx app.Tx, items ...Item) error {
	var ids []int64
	for i := range items {
		if items[i].Admissible() {
			ids = append(ids, items[i].ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	return PortsOf(tx).ItemsChanged(tx, ids)
}
