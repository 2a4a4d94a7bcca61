package order

import (
	"bytes"
	"crypto/hmac" // the key of the company makes the links of all its orders
	"crypto/sha256"
	"crypto/subtle" // nobody finds a link letter by letter
	"encoding/binary"

	"marquee/app"
	"marquee/app/company"
)

// NewPaymentLink gives the order a new payment link, and no other leads to it any more, nor does
// the address of its page, to which the one before led. A link is made of the company's key and of how many the order had: it is stored nowhere,
// and a mail can carry it again. The order keeps a hash of it.
func (o *Order) NewPaymentLink(c *company.Company) (token string, err error) {
	if len(c.LinkKey) == 0 {
		err := app.Refuse(app.Unavailable, "The box office is restarting. Please try again.")
		err.RetryAfter = 2
		return "", err
	}
	if o.PaymentLinks++; o.PaymentLinks > 1 {
		o.BuyerRevoked++
	}
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

// PaidWith tells whether a text is the secret of the payment link of an order. A basket has none.
func (o *Order) PaidWith(token string) bool {
	sum := sha256.Sum256([]byte(token))
	return o.Status != Active && subtle.ConstantTimeCompare(sum[:], o.PaymentLink) == 1
}

// BuyerSecret is what lets whoever has the page of the order pay for it; "" where nobody does.
func (o *Order) BuyerSecret(c *company.Company) string {
	if o.Link != nil && o.Link.Token != "" {
		return o.Link.Token
	}
	return o.PaymentToken(c)
}

// ByPaymentLink finds the order that a payment link leads to, whatever became of it. A
// link that another took the place of leads nowhere.
func ByPaymentLink(r app.Reader, reference, token string) (Order, error) {
	o, err := Find(r, Key{Reference: reference})
	if err == nil && (o.DeletedAt != nil || !o.PaidWith(token)) {
		err = app.Missing("order")
	}
	return o, err
}
