package catalog

import (
	"slices"

	"marquee/app"
	"marquee/indexes"
)

// SharingRule says when units of a sale item may be given to others. The number is stored.
type SharingRule int64

// The rules.
const (
	// SharedAsEvent: what the event says for its type counts.
	SharedAsEvent SharingRule = iota
	NeverShared
	// SharedBefore: only during the checkout.
	SharedBefore
	// SharedAfter: only once they were bought.
	SharedAfter
	SharedAlways
	// SharedCompulsory: every unit is given to somebody during the checkout.
	SharedCompulsory
)

var sharingNames = []string{"event", "never", "before", "after", "always", "compulsory"}

// String is the rule as the API writes it.
func (s SharingRule) String() string {
	if s < 0 || int(s) >= len(sharingNames) {
		return ""
	}
	return sharingNames[s]
}

// SharingRules are the names of all rules.
func SharingRules() []string { return slices.Clone(sharingNames) }

// ParseSharing reads the name of a rule; an unknown one is that of the event.
func ParseSharing(name string) SharingRule {
	return SharingRule(max(0, slices.Index(sharingNames, name)))
}

// Shareable tells whether items of this type can be given to others. Vouchers can be during the
// checkout, whatever the rule: once somebody has the code it is given on by telling it.
func (t ItemType) Shareable() bool { return t == Ticket || t == SeasonTicket || t == Product }

// MayShareReserved tells whether units may be given to others while they are in a basket.
func (g *Goods) MayShareReserved() bool {
	switch {
	case g.Type == GiftVoucher:
		return true
	case g.Sharing != SharedAsEvent:
		return g.Sharing == SharedBefore || g.Sharing == SharedAlways || g.Sharing == SharedCompulsory
	case g.Event == nil:
		return false
	case g.Type == Product:
		return g.Event.Settings.ProductsBefore
	}
	return g.Event.Settings.TicketsBefore
}

// MayShareSold tells whether units that were bought may be given to others.
func (g *Goods) MayShareSold() bool {
	switch {
	case g.Sharing != SharedAsEvent:
		return g.Sharing == SharedAfter || g.Sharing == SharedAlways || g.Sharing == SharedCompulsory
	case g.Event == nil:
		return false
	case g.Type == Product:
		return g.Event.Settings.ProductsAfter
	}
	return g.Event.Settings.TicketsAfter
}

// checkCompulsory refuses a change after which units would have to be given to somebody before
// they are bought, and to be approved, too: nobody could buy them.
func checkCompulsory(r app.Reader, sale SaleItemChange, item ItemChange, itemID int64) error {
	if sale.Sharing == nil && item.RequiresApproval == nil {
		return nil
	}
	r = app.Whole(r) // it is sold at events that the caller may not see
	i, err := InventoryItems.Get(r, itemID)
	if err != nil || !i.RequiresApproval {
		return err
	}
	for e, err := range saleItemByItem.Keys(r, indexes.Equal(itemID)) {
		if err != nil {
			return err
		}
		s, err := SaleItems.Get(r, e.ID)
		switch {
		case err != nil:
			return err
		case s.DeletedAt != nil || s.Sharing != SharedCompulsory:
		case sale.Sharing != nil:
			return app.Field("saleItemData.sharing", "is not possible for what needs approval")
		default:
			return app.Field("itemData.requiresApproval", "is not possible for what has to be given to others")
		}
	}
	return nil
}
