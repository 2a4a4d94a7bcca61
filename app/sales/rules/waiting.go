package rules

import (
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/payment"
)

// HoldUntil is how long an order keeps its stock while the gateway has not decided: one
// that waited for its payment at least as long as it would have waited. Nil is for ever.
func HoldUntil(o *order.Order, now time.Time) *time.Time {
	least := now.Add(payment.HoldTime)
	switch {
	case o.Status == order.Active:
		return &least
	case o.ExpiresAt == nil:
		return nil
	}
	return Later(o.ExpiresAt, least)
}

// Payable refuses an order of which nothing can be paid by card now.
func Payable(o *order.Order, ch catalog.Channel, now time.Time) error {
	switch {
	case o.Status.AwaitsPayment() && !o.Overdue(now):
		return nil
	case o.Channel != ch:
		return app.Missing("basket")
	}
	return StillOpen(o, now)
}

// Later is the later of two times, of which one may be missing.
func Later(a *time.Time, b time.Time) *time.Time {
	if a != nil && a.After(b) {
		return a
	}
	return &b
}

// StillOpen refuses a basket that can no longer be changed.
func StillOpen(o *order.Order, now time.Time) error {
	switch {
	case o.Status == order.Expired || o.Overdue(now):
		return app.Field("basketId", "has expired")
	case o.Status == order.Processing, o.Status == order.Unknown:
		return app.Field("basketId", "is being paid")
	case o.Status != order.Active:
		return app.Field("basketId", "is already complete")
	}
	return nil
}

// MayExtend decides whether an order may wait until then.
func MayExtend(o *order.Order, until *time.Time, now time.Time) error {
	switch {
	case o.Overdue(now) || o.Status == order.Expired:
		return app.Field("orderId", "has expired")
	case o.Status == order.Active || !o.Status.MayBecome(order.Expired) || o.Status == order.Processing:
		return app.Field("orderId", "waits for nothing")
	case until == nil && (o.Status == order.AwaitingPaymentLink || o.Status == order.PartiallyPaid):
		return app.Field("expiresAt", "is required")
	case until != nil && o.Status == order.AwaitingLocalPayment:
		return app.Field("expiresAt", "is not possible: the gateway says when the voucher has expired")
	case until != nil:
		return CheckUntil(until, now)
	}
	return nil
}

// CheckUntil wants the end of an order that waits to be ahead, and not too far.
func CheckUntil(until *time.Time, now time.Time) error {
	if !until.After(now) || until.After(now.Add(maxWait)) {
		return app.Field("expiresAt", "must be within the next %d days", int(maxWait/(24*time.Hour)))
	}
	return nil
}

// BeingPaid refuses what has to wait until a gateway has answered.
func BeingPaid() error {
	return &app.Error{Kind: app.Conflict, Message: app.Msg("The payment is being made. Please ask again in a moment."), RetryAfter: 5}
}
