package capture

import (
	"fmt"

	"marquee/app"
	"marquee/app/order"
	"marquee/indexes"
)

// checkResponses wants the field, the order and the item of every answer to be there, and
// the order to say that it has answers.
func checkResponses(r app.Reader, report func(app.Breach)) error {
	for hit, err := range Responses.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		k := &hit.Rec
		missing := func(what string, id int64) {
			report(app.Breach{ID: k.ID, Key: "answer", Expected: fmt.Sprintf("%s %d", what, id), Found: "none"})
		}
		fields, err := Fields.GetMany(r, []int64{k.FieldID})
		if err != nil {
			return err
		}
		if len(fields) == 0 || fields[0].QuestionID != k.QuestionID {
			missing("question field", k.FieldID)
		}
		orders, err := order.Orders.GetMany(r, []int64{k.OrderID})
		if err != nil {
			return err
		}
		if len(orders) == 0 || !orders[0].Answers {
			missing("order with answers", k.OrderID)
		}
		items, err := order.Items.GetMany(r, []int64{k.ItemID})
		if err != nil {
			return err
		}
		if k.ItemID != 0 && (len(items) == 0 || items[0].OrderID != k.OrderID) {
			missing("item of the order", k.ItemID)
		}
	}
	return nil
}
