package order

import (
	"bytes"
	"crypto/hmac" // the key of the company makes the links of all its orders
	"crypto/sha256"
	"crypto/subtle" // nobody finds a link letter by letter
	"encoding/binary"
	"time"

	"marquee/app"
	"marquee/app/company"
)

// NewPaymentLink gives the order a new payment link, and no other leads to it any more. A
// link is made of the company's key and of how many the order had: it is stored nowhere,
// and a mail can carry it again. The order keeps a hash of it.
func (o *Order) NewPaymentLink(c *company.Company) (token string, err error) {
	if len(c.LinkKey) == 0 {
		err := app.Refuse(app.Unavailable, "The box office is restarting. Please try again.")
		err.RetryAfter = 2
		return "", err
	}
	o.PaymentLinks++
	token = o.paymentToken(c)
	sum := sha256.Sum256([]byte(token))
	o.PaymentLink = bytes.Clone(sum[:])
	return token, nil
}

// PaymentToken is the secret of the payment link that leads to the order now; "" without
// one. Of links that an older release drew nobody knows the secret.
func (o *Order) PaymentToken(c *company.Company) string {
	if len(c.LinkKey) == 0 || len(o.PaymentLink) == 0 {
		return ""
	}
	token := o.paymentToken(c)
	if sum := sha256.Sum256([]byte(token)); !bytes.Equal(sum[:], o.PaymentLink) {
		return ""
	}
	return token
}

// paymentToken is a secret of 160 bits.
func (o *Order) paymentToken(c *company.Company) string {
	covered := binary.AppendVarint([]byte("payment link"), c.ID)
	covered = binary.AppendVarint(covered, o.ID)
	covered = binary.AppendVarint(covered, o.PaymentLinks)
	mac := hmac.New(sha256.New, c.LinkKey)
	mac.Write(covered)
	return spell(mac.Sum(nil)[:linkLength*5/8], linkLength)
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
