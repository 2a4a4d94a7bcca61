package order

import (
	"marquee/app"
	"marquee/app/customer"
	"marquee/indexes"
	"marquee/kv"
)

// ItemsForApproval lists the items of a sale item that a customer asked for and that
// need approval, decided ones too, the newest of them up to a limit. Those that still lie
// in a basket are among them.
func ItemsForApproval(r app.Reader, saleItemID int64, email string, limit int) ([]Item, error) {
	who, err := customer.ByEmail(r, email)
	if err != nil {
		return nil, err
	}
	at := kv.Pair2[int64, int64]{A: saleItemID, B: who.ID}
	return indexes.Records(itemForApproval.Scan(r, indexes.Equal(at).Reversed().Limit(limit)))
}

// FindItem reads an order item of the company.
func FindItem(r app.Reader, id int64) (Item, error) {
	i, err := Items.Get(r, id)
	return i, absent(err, "order item")
}
