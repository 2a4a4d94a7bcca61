package rules

import (
	"marquee/app"
	"marquee/app/resale"
)

// RefuseOffer refuses what cannot be bought on its own account.
func RefuseOffer(b *Basket, r *Refusals, o *resale.Offer) {
	id := o.Contract.ItemID
	switch {
	case o.Contract.State == resale.Reserved && o.Contract.BasketID == b.Order.ID && b.Order.ID != 0:
		r.AddOffer(id, app.Msg("This item is in the basket already."))
	case o.Contract.State == resale.Reserved:
		r.AddOffer(id, app.Msg("This item is in the basket of somebody else."))
	case !o.Buyable(b.Order.Channel, b.Wall):
		r.AddOffer(id, app.Msg("This item cannot be bought now."))
	case o.Contract.CurrencyID != b.Order.CurrencyID:
		*r = append(*r, app.Reason{Type: TypeCurrency, Ref: "orderItemId", ID: id, Message: app.Msg("This item is not sold in %s.", Code(b.Order.CurrencyID))})
	}
}
