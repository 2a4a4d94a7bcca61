package order

import (
	"bytes"
	"crypto/hmac" // one secret makes the links of all orders of a command
	"crypto/rand" // who knows other links must not guess this one
	"crypto/sha256"
	"crypto/subtle" // nor find it letter by letter
	"encoding/binary"
	"time"

	"marquee/app"
)

// PaymentLinks are the secrets of payment links, one for each order: the same at every
// run of a command.
type PaymentLinks struct{ seed [32]byte }

// DrawPaymentLinks draws what the links of one command are made of. It is not for use
// inside a transaction.
func DrawPaymentLinks() (l PaymentLinks) {
	rand.Read(l.seed[:])
	return l
}

// For is the secret of the link to an order, of 160 bits.
func (l PaymentLinks) For(orderID int64) string {
	mac := hmac.New(sha256.New, l.seed[:])
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(orderID)))
	return spell(mac.Sum(nil)[:linkLength*5/8], linkLength)
}

// SetPaymentLink lets a secret lead to the order, and no other any more. The order keeps
// a hash of it: whoever reads the store cannot pay with it.
func (o *Order) SetPaymentLink(token string) {
	sum := sha256.Sum256([]byte(token))
	o.PaymentLink = bytes.Clone(sum[:])
}

// ByPaymentLink finds the order that a payment link leads to. It is good as long as the
// order waits for that payment, and also while it is being paid.
func ByPaymentLink(r app.Reader, reference, token string, now time.Time) (Order, error) {
	o, err := Find(r, Key{Reference: reference})
	if err != nil {
		return Order{}, err
	}
	sum := sha256.Sum256([]byte(token))
	waits := o.Status == AwaitingPaymentLink && !o.Overdue(now) || o.Status == Processing
	if !waits || subtle.ConstantTimeCompare(sum[:], o.PaymentLink) != 1 {
		return Order{}, app.Missing("order")
	}
	return o, nil
}
