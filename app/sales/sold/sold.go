package sold

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/ticketcode/form"
)

// itemField is the request field that names a sold item.
const itemField = "orderItemId"

// Reissue gives a sold item another barcode. No gate takes the one before any more.
func Reissue(ctx context.Context, a *app.App, c *app.Caller, itemID int64) (order.Item, []order.OldBarcode, error) {
	barcode := order.NewBarcode(a)
	var old []order.OldBarcode
	it, err := alter(ctx, a, c, itemID, func(d *sales.Draft, u *rules.Unit) (err error) {
		if u.Barcode == "" {
			return app.Field(itemField, "has no barcode")
		}
		if err := notRedeemed(d, u); err != nil {
			return err
		}
		if err := notReturning(d); err != nil {
			return err
		}
		if err := reissue(d, u, barcode, order.OldBarcode{}); err != nil {
			return err
		}
		old, err = order.OldBarcodesOf(d.Tx, u.ID)
		return err
	})
	return it, old, err
}

// CodeChange gives a ticket a code that rotates, or one that does not.
type CodeChange struct {
	ItemID int64
	// Static: its code does not rotate. Staff say why.
	Static bool
	Reason string
}

func (in *CodeChange) check() error {
	var p app.Problems
	if in.Reason = strings.TrimSpace(in.Reason); in.Static && in.Reason == "" {
		p.Add("reason", "is required")
	}
	if utf8.RuneCountInString(in.Reason) > sales.MaxCodeReason {
		p.Add("reason", "must not be longer than %d characters", sales.MaxCodeReason)
	}
	return p.Err()
}

// ChangeCode gives one ticket another code than its event says: one that does not rotate,
// for a guest whose phone cannot show it, or back again. No gate takes the one before any
// more. What is so already stays.
func ChangeCode(ctx context.Context, a *app.App, c *app.Caller, in CodeChange) (it order.Item, old []order.OldBarcode, err error) {
	if err := in.check(); err != nil {
		return it, nil, err
	}
	barcode := order.NewBarcode(a)
	it, err = alter(ctx, a, c, in.ItemID, func(d *sales.Draft, u *rules.Unit) error {
		g, err := d.Cache.Get(u.SaleItemID)
		switch {
		case err != nil:
			return err
		case u.Barcode == "":
			return app.Field(itemField, "has no barcode")
		case g.Event == nil || !in.Static && g.Event.CodeForm(d.Company, u.Type, u.ParentItemID != 0) != form.Rotating:
			return app.Field(itemField, "is of an event, or of a type, without rotating codes")
		}
		if rotates := u.Form == form.Rotating; rotates == in.Static {
			if err := notReturning(d); err != nil {
				return err
			}
			u.SecureDisabled = in.Static
			if err := reissue(d, u, barcode, order.OldBarcode{Reason: in.Reason}); err != nil {
				return err
			}
		}
		old, err = order.OldBarcodesOf(d.Tx, u.ID)
		return err
	})
	return it, old, err
}

// Rename puts another name on a sold item; a blank one is none. Holder and barcode stay.
func Rename(ctx context.Context, a *app.App, c *app.Caller, itemID int64, name string) (order.Item, error) {
	name = strings.TrimSpace(name)
	if err := rules.CheckHolder(name); err != nil {
		return order.Item{}, err
	}
	return alter(ctx, a, c, itemID, func(d *sales.Draft, u *rules.Unit) error {
		u.Changed = u.Changed || u.NamedHolder != name
		u.NamedHolder = name
		return nil
	})
}

// alter changes one sold item, and tells the gates.
func alter(ctx context.Context, a *app.App, c *app.Caller, itemID int64, do func(*sales.Draft, *rules.Unit) error) (it order.Item, err error) {
	err = a.Update(ctx, c, app.EditOrders, func(tx app.Tx) error {
		d, err := sales.NewDraft(tx, c)
		if err != nil {
			return err
		}
		u, err := soldItem(d, itemID)
		if err != nil {
			return err
		}
		if err := do(d, u); err != nil {
			return err
		}
		it = u.Item
		if !u.Changed {
			return nil
		}
		if err := d.Store(); err != nil {
			return err
		}
		it = u.Item
		return order.PortsOf(tx).ItemsChanged(tx, []int64{itemID})
	})
	return it, err
}

// soldItem loads the order of a sold item that stands and is not locked.
func soldItem(d *sales.Draft, itemID int64) (*rules.Unit, error) {
	it, err := order.FindItem(d.Tx, itemID)
	if err != nil {
		return nil, err
	}
	switch {
	case !it.Admissible():
		return nil, app.Field(itemField, "is not sold, or does not stand any more")
	case it.Frozen:
		return nil, app.Field(itemField, "is locked")
	}
	o, err := order.Orders.Get(d.Tx, it.OrderID)
	if err != nil {
		return nil, err
	}
	return loaded(d, o, itemID)
}

// loaded loads an order, and finds a unit of it.
func loaded(d *sales.Draft, o order.Order, itemID int64) (*rules.Unit, error) {
	if err := d.Load(o); err != nil {
		return nil, err
	}
	return d.Units[slices.IndexFunc(d.Units, func(u *rules.Unit) bool { return u.ID == itemID })], nil
}

// notRedeemed refuses a voucher that somebody redeemed.
func notRedeemed(d *sales.Draft, u *rules.Unit) error {
	redeemed, err := sales.RedeemedOf(d.Tx, []order.Item{u.Item})
	if err == nil && redeemed[u.ID] {
		err = app.Field(itemField, "was redeemed")
	}
	return err
}

// notReturning refuses an order while a gateway is asked to give money of it back: what is
// in it would be voided behind the next holder's back.
func notReturning(d *sales.Draft) error {
	returning, err := order.Returning(d.Tx, d.Order.ID)
	if err == nil && returning {
		err = app.Field(itemField, "is being refunded")
	}
	return err
}

// reissue gives a unit another barcode; the one before is kept as a former one, with why that
// was.
func reissue(d *sales.Draft, u *rules.Unit, barcode string, old order.OldBarcode) error {
	former, err := order.OldBarcodesOf(d.Tx, u.ID)
	if err != nil {
		return err
	}
	if len(former) >= sales.MaxFormerBarcodes {
		return app.Field(itemField, "has had %d barcodes already", len(former))
	}
	old.OrderItemID, old.Old, old.New, old.ChangedAt = u.ID, u.Barcode, barcode, d.Now
	if old.Reason != "" {
		old.UserID = d.Caller.UserID
	}
	was := u.Item
	u.Reissued, u.Repeats, u.Changed = true, false, true
	if err := sales.GiveCode(d, u, barcode); err != nil {
		return err
	}
	return order.NoteBarcode(d.Tx, &was, &old)
}

// HandOver gives sold items to another holder, under other barcodes. The names on them
// were those of the holder before. It is part of a larger change.
func HandOver(tx app.Tx, c *app.Caller, in order.Handover) ([]order.Item, error) {
	d, err := sales.NewDraft(tx, c)
	if err != nil {
		return nil, err
	}
	all, err := order.Items.GetMany(tx, in.ItemIDs)
	if err != nil || len(all) != len(in.ItemIDs) || len(all) == 0 {
		return nil, errors.Join(err, errHandover)
	}
	o, err := order.Orders.Get(tx, all[0].OrderID)
	if err != nil {
		return nil, err
	}
	if err := d.Load(o); err != nil {
		return nil, err
	}
	if err := notReturning(d); err != nil {
		return nil, err
	}
	var handed []order.Handed
	for i := range all {
		at := slices.IndexFunc(d.Units, func(u *rules.Unit) bool { return u.ID == all[i].ID })
		if at < 0 || d.Units[at].Frozen {
			return nil, errHandover
		}
		u := d.Units[at]
		if err := notRedeemed(d, u); err != nil {
			return nil, err
		}
		u.NamedHolder, u.TransferID, u.Changed = "", 0, true
		handed = d.Order.HandOf(handed, &u.Item)
		u.GiveTo(in.HolderID)
		if u.Barcode == "" || in.KeepBarcodes {
			continue
		}
		if err := reissue(d, u, in.Barcode(), order.OldBarcode{Cause: order.PassedOn}); err != nil {
			return nil, err
		}
	}
	d.Order.HandedOver++
	if err := d.Store(); err != nil {
		return nil, err
	}
	for _, h := range handed {
		if err := order.PortsOf(tx).HandedOver(tx, h); err != nil {
			return nil, err
		}
	}
	if err := order.PortsOf(tx).ItemsChanged(tx, in.ItemIDs); err != nil {
		return nil, err
	}
	return order.Items.GetMany(tx, in.ItemIDs)
}

// errHandover is a hand-over of what is not there, or locked: whoever hands over looks first.
var errHandover = errors.New("a hand-over of items that are not free to go")
