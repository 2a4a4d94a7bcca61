package invoice

import (
	"slices"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/person"
)

// Personal are the rules of documents, which are kept, and of whom the next ones are for: see
// Forget.
func Personal() []person.Rule { return []person.Rule{{Name: "invoices", Export: exportBought}} }

// exportBought adds the documents of the orders that somebody bought, and whom the next ones are
// for.
func exportBought(r app.Reader, x *person.Export) error {
	var written []Document
	var next []Recipient
	orders, _ := order.Exported(x)
	for i := range orders {
		if !slices.Contains(x.Who.IDs, orders[i].CustomerID) {
			continue
		}
		some, err := of(r, orders[i].ID)
		if err != nil {
			return err
		}
		written = append(written, some...)
		rec, found, err := recipients.Find(r, orders[i].ID)
		if err != nil {
			return err
		}
		if found {
			next = append(next, rec)
		}
	}
	x.Add("invoices", written)
	x.Add("invoiceRecipients", next)
	return nil
}
