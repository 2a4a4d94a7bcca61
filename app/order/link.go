package order

import (
	"crypto/rand"   // who knows other links must not guess this one
	"crypto/subtle" // nor find it letter by letter
	"strings"
	"time"

	"marquee/app"
	"marquee/app/catalog"
)

// Link lets whoever has it go on with a basket in a browser, without logging in.
type Link struct {
	// Token is secret and belongs to this basket alone; empty: it opens nothing any more.
	Token string `msgpack:"t"`
	// SuccessURL and FailureURL are where the browser goes afterwards; empty: nowhere.
	SuccessURL string `msgpack:"s,omitempty"`
	FailureURL string `msgpack:"f,omitempty"`
}

// linkLength is the length of a token: 160 random bits.
const linkLength = 32

// NewLinkToken draws the secret of a link. It is not for use inside a transaction.
func NewLinkToken() string {
	var b [linkLength * 5 / 8]byte
	rand.Read(b[:])
	return spell(b[:], linkLength)
}

// ByLink finds the basket that a link leads to. A link is good as long as its basket:
// once that is bought or has expired there is nothing behind it, and neither is there
// behind one that was altered.
func ByLink(r app.Reader, reference, token string, now time.Time) (Order, error) {
	o, err := Find(r, Key{Reference: reference})
	if app.KindOf(err) == app.NotFound {
		return Order{}, app.Missing("basket")
	}
	if err != nil {
		return Order{}, err
	}
	if !o.openedBy(token) || o.Status != Active || o.Overdue(now) {
		return Order{}, app.Missing("basket")
	}
	return o, nil
}

// openedBy tells whether a text is the secret of the order's link.
func (o *Order) openedBy(token string) bool {
	return o.Link != nil && o.Link.Token != "" && subtle.ConstantTimeCompare([]byte(o.Link.Token), []byte(token)) == 1
}

// OfGuest tells that a buyer made it in the shop, without any user.
func (o *Order) OfGuest() bool { return o.UserID == 0 && o.Channel == catalog.Shop && o.Link != nil }

// CompanyOf tells to which company of the installation the order with a reference belongs.
func CompanyOf(r app.Reader, reference string) (int64, error) {
	companyID, _, err := orderByReference.GetAny(r, strings.ToUpper(reference))
	return companyID, absent(err, "order")
}
