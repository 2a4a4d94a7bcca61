package order

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"marquee/app"
)

// Remark is what one of the staff wrote about an order, for colleagues. Other than its notes it
// says who and when, is not written over, and gates are not told.
type Remark struct {
	At     time.Time `msgpack:"t"`
	UserID int64     `msgpack:"u,omitempty"`
	Text   string    `msgpack:"x"`
	// About is what it gives the reason of, empty for one that stands by itself.
	About string `msgpack:"a,omitempty"`
}

// AboutRefund is the reason of a refund.
const AboutRefund = "refund"

const (
	// MaxRemark is how many characters one has at most.
	MaxRemark = 500
	// maxRemarks is how many an order has at most, reasons aside: of these each needs something
	// that is done.
	maxRemarks = 100
)

// AddRemark notes something about an order beside what was noted before.
func AddRemark(ctx context.Context, a *app.App, c *app.Caller, k Key, text string) (o Order, err error) {
	if text = strings.TrimSpace(text); text == "" {
		return o, app.Field("text", "is required")
	}
	if utf8.RuneCountInString(text) > MaxRemark {
		return o, app.Field("text", "must not be longer than %d characters", MaxRemark)
	}
	err = a.Update(ctx, c, app.EditOrders, func(tx app.Tx) error {
		if o, err = Find(tx, k); err != nil {
			return err
		}
		switch {
		case o.DeletedAt != nil:
			return app.Missing("order")
		case len(o.Remarks) >= maxRemarks:
			return app.Field("text", "is one too many: an order has at most %d", maxRemarks)
		}
		o, err = orderTable.Update(tx, o.ID, func(o *Order) error {
			o.Remarks = WithRemark(o.Remarks, Remark{At: tx.Now(), UserID: c.UserID, Text: text})
			return nil
		})
		return err
	})
	return o, err
}

// WithRemark is the list with one more; the order as it was keeps its own.
func WithRemark(all []Remark, r Remark) []Remark { return append(slices.Clone(all), r) }
