package sales

import (
	"strconv"
	"strings"

	"marquee/app"
)

// The types of basket refusals.
const (
	typeSize          = "basket_size_limit_exceeded"
	typeCurrency      = "currency_mismatch"
	typeMinimum       = "forced_minimum_order_quantity"
	typeSeveralEvents = "global_basket_exception"
	typeEventFull     = "no_available_event_capacity"
	typeEventItemFull = "no_available_event_item_capacity"
	typeStock         = "not_enough_stock"
	typeNotOnSale     = "not_on_sale"
	typeInvalid       = "order_item_invalid"
	typePurchaseLimit = "purchase_limit"
	typePass          = "event_pass"
	typeAmount        = "variable_price_invalid"
)

// refusals collects what the basket rules find, so that the caller hears of all
// of it at once. A sale item is refused once.
type refusals []app.Reason

// add notes a refusal; sale item 0 is the basket as a whole.
func (r *refusals) add(typ string, saleItem int64, why app.Message) {
	if saleItem != 0 && r.has(saleItem) {
		return
	}
	*r = append(*r, app.Reason{Type: typ, Ref: "saleItemId", ID: saleItem, Message: why})
}

func (r refusals) has(saleItem int64) bool {
	for _, e := range r {
		if e.ID == saleItem {
			return true
		}
	}
	return false
}

// err is nil when nothing was refused. The message is that of the first refusal.
func (r refusals) err() error {
	if len(r) == 0 {
		return nil
	}
	return &app.Error{Kind: app.Invalid, Message: r[0].Message, Reasons: r}
}

// field spells the path of a request field: items.0.id.
func field(list string, i int, name string) string {
	return strings.Join([]string{list, strconv.Itoa(i), name}, ".")
}
