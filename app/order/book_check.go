package order

import (
	"context"
	"fmt"

	"marquee/app"
	"marquee/app/ledger"
	"marquee/indexes"
)

// BookFormer is the migration that gives every order of an older store its entry.
func BookFormer() indexes.Migration {
	return indexes.Migration{Number: 2, Name: "the ledger of orders", Step: indexes.LookAtEach(Orders, bookFormer)}
}

// bookFormer posts all that moved for an order so far. What its records do not account
// for is no reason to leave a store as it is: it has an account of its own.
func bookFormer(tx app.Tx, o *Order) error {
	if !o.Moves() {
		return nil
	}
	items, err := ItemsOf(tx, o)
	if err != nil {
		return err
	}
	transactions, err := Transactions.GetMany(tx, o.TransactionIDs)
	if err != nil {
		return err
	}
	moves, sum := booked(o, items, transactions), int64(0)
	for _, amount := range moves {
		sum += amount
	}
	moves.Add(o.account(ledger.Unexplained), -sum)
	e := ledger.Entry{At: o.Date(), Event: eventOf(nil, o), OrderID: o.ID, UserID: o.UserID, Former: true}
	_, err = ledger.Post(tx, e, moves)
	return err
}

// checkBooks holds the entries of each order against its records.
func checkBooks(r app.Reader, report func(app.Breach)) error {
	named := int64(0)
	for hit, err := range Orders.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		if o := &hit.Rec; o.Moves() || len(o.Entries) > 0 {
			named += int64(len(o.Entries))
			if err := checkBook(r, o, report); err != nil {
				return err
			}
		}
	}
	err := ledger.Each(r, func(e *ledger.Entry) {
		if e.OrderID != 0 && !e.Former {
			named--
		}
	})
	if err == nil && named != 0 {
		report(app.Breach{Key: "ledger entries", Expected: "each named by its order", Found: fmt.Sprintf("orders name %+d", named)})
	}
	return err
}

func checkBook(r app.Reader, o *Order, report func(app.Breach)) error {
	items, err := ItemsOf(r, o)
	if err != nil {
		return err
	}
	transactions, err := Transactions.GetMany(r, o.TransactionIDs)
	if err != nil {
		return err
	}
	entries, err := entriesOf(r, o)
	if err != nil {
		return err
	}
	left := owing(o, items, transactions, entries)
	for a, amount := range left {
		report(app.Breach{ID: o.ID, Key: "order: ledger", Expected: fmt.Sprintf("%d more on %s", amount, a.Name()), Found: fmt.Sprint(len(entries), " entries")})
	}
	for i := range entries {
		if e := &entries[i]; e.OrderID != o.ID {
			report(app.Breach{ID: o.ID, Key: "order: ledger", Expected: "entries of its own", Found: fmt.Sprint("entry ", e.Seq)})
		}
	}
	return nil
}

// ReadLedger reads an order with its entries, the oldest first.
func ReadLedger(ctx context.Context, a *app.App, c *app.Caller, k Key) (o Order, all []ledger.Entry, err error) {
	err = a.View(ctx, c, app.ViewReports, func(r app.Reader) error {
		if o, err = Find(r, k); err != nil {
			return err
		}
		all, err = entriesOf(r, &o)
		return err
	})
	return o, all, err
}
