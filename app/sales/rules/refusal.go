package rules

import (
	"errors"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/app/catalog"
)

// Blame lays refusals of what bundles bring on the bundles that were asked for, each of
// which is refused once.
func (r *Refusals) Blame(own Demand) {
	found := *r
	*r = nil
	for _, e := range found {
		r.Add(e.Type, own.askedFor(e.ID), e.Message)
	}
}

// FewerMayFit tells whether fewer units may fit where a refusal of this type was given.
func FewerMayFit(typ string) bool {
	return typ == TypeStock || typ == typeEventFull || typ == typeEventItemFull || typ == TypePurchaseLimit || typ == TypeSize
}

// TypeOf is the type of a refusal.
func TypeOf(err error) string {
	var e *app.Error
	if errors.As(err, &e) && len(e.Reasons) > 0 {
		return e.Reasons[0].Type
	}
	return TypeNotOnSale
}

// The types of basket refusals.
const (
	TypeSize          = "basket_size_limit_exceeded"
	TypeCurrency      = "currency_mismatch"
	typeMinimum       = "forced_minimum_order_quantity"
	typeSeveralEvents = "global_basket_exception"
	typeEventFull     = "no_available_event_capacity"
	typeEventItemFull = "no_available_event_item_capacity"
	TypeStock         = "not_enough_stock"
	TypeNotOnSale     = "not_on_sale"
	TypeInvalid       = "order_item_invalid"
	TypePurchaseLimit = "purchase_limit"
	typePass          = "event_pass"
	TypeAmount        = "variable_price_invalid"
)

// Refusals collects what the basket rules find, so that the caller hears of all
// of it at once. A sale item is refused once.
type Refusals []app.Reason

// Add notes a refusal; sale item 0 is the basket as a whole.
func (r *Refusals) Add(typ string, saleItem int64, why app.Message) {
	if saleItem != 0 && r.Has(saleItem) {
		return
	}
	*r = append(*r, app.Reason{Type: typ, Ref: "saleItemId", ID: saleItem, Message: why})
}

// Has tells whether a sale item was refused.
func (r Refusals) Has(saleItem int64) bool {
	for _, e := range r {
		if e.ID == saleItem {
			return true
		}
	}
	return false
}

// Err is nil when nothing was refused. The message is that of the first refusal.
func (r Refusals) Err() error {
	if len(r) == 0 {
		return nil
	}
	return &app.Error{Kind: app.Invalid, Message: r[0].Message, Reasons: r}
}

// Path spells the path of a request field: items.0.id.
func Path(list string, i int, name string) string {
	return strings.Join([]string{list, strconv.Itoa(i), name}, ".")
}

// Shortage says what is short, and what is left of it.
func Shortage(s *catalog.Shortage, name string) (typ string, why app.Message) {
	switch s.Layer {
	case catalog.LayerEvent:
		return typeEventFull, noRoom(s.Left, name)
	case catalog.LayerTickets, catalog.LayerProducts, catalog.LayerGuests, catalog.LayerCharity:
		return typeEventItemFull, noRoom(s.Left, name)
	}
	if s.Left > 0 {
		return TypeStock, app.Msg("Only %d left of %s.", s.Left, name)
	}
	return TypeStock, app.Msg("%s is sold out.", name)
}

func noRoom(left int64, name string) app.Message {
	if left > 0 {
		return app.Msg("The event has room left for only %d of %s.", left, name)
	}
	return app.Msg("The event has no room left for %s.", name)
}

// AddOffer notes a refusal of an item that somebody sells on.
func (r *Refusals) AddOffer(itemID int64, why app.Message) {
	*r = append(*r, app.Reason{Type: TypeInvalid, Ref: "orderItemId", ID: itemID, Message: why})
}
