package order

import "fmt"

// check holds the promises every stored order keeps.
func (o *Order) check() error {
	t := o.Totals
	switch {
	case o.Reference == "":
		return fmt.Errorf("order %d: no reference", o.ID)
	case o.Status.Slug() == "":
		return fmt.Errorf("order %d: unknown status %d", o.ID, o.Status)
	case t.Total < 0, t.Tax < 0, t.Fees < 0, t.Discount < 0, t.Paid < 0, t.Refunded < 0:
		return fmt.Errorf("order %d: negative amount in %+v", o.ID, t)
	case t.Tax > t.Total:
		return fmt.Errorf("order %d: tax %d above total %d", o.ID, t.Tax, t.Total)
	case t.Paid > t.Total:
		return fmt.Errorf("order %d: paid %d of %d", o.ID, t.Paid, t.Total)
	case o.Deposit < 0 || o.Deposit > t.Paid:
		return fmt.Errorf("order %d: a deposit of %d, and %d paid", o.ID, o.Deposit, t.Paid)
	case o.Status == PartiallyPaid && (o.Deposit == 0 || o.ExpiresAt == nil):
		return fmt.Errorf("order %d: partially paid without a deposit, or for ever", o.ID)
	case o.Instant && o.Status != AwaitingInvoice && o.Status != Processing && o.Status != Unknown:
		return fmt.Errorf("order %d: %s, and its tickets are good", o.ID, o.Status.Slug())
	case t.Refunded > t.Paid:
		return fmt.Errorf("order %d: refunded %d of %d paid", o.ID, t.Refunded, t.Paid)
	case o.Status == Active && o.ExpiresAt == nil:
		return fmt.Errorf("order %d: a basket without expiry", o.ID)
	case o.Status.Sold() && (o.CompletedAt == nil || o.ExpiresAt != nil):
		return fmt.Errorf("order %d: %s without completion, or with expiry", o.ID, o.Status.Slug())
	}
	return nil
}
