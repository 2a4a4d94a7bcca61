package order

import (
	"cmp"
	"crypto/rand"   // who knows other links must not guess this one
	"crypto/subtle" // nor find it letter by letter
	"slices"
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

// Links are made over who bought an order and who holds an item, so that they end when these
// change hands. Where two customers become one nothing does: whoever had a link has it still.
// Links go on to be made over the customer who was merged then, until something is given to
// somebody else. Of what an erased customer was given they are made over the number below
// zero: whoever finds the old ones opens nothing, and the box office gives others.

// GiveTo makes somebody else the purchaser of an order, 0: nobody.
func (o *Order) GiveTo(customerID int64) { o.CustomerID, o.LinkedAs = customerID, 0 }

// PassTo is GiveTo of an order that went through: what follows from what somebody bought
// follows for the former purchaser no more, and their links end.
func (o *Order) PassTo(customerID int64) {
	if former := o.CustomerID; former != 0 {
		o.Former = slices.DeleteFunc(slices.Clone(o.Former), func(id int64) bool { return id == former })
		o.Former = append(o.Former, former)
		o.Former = o.Former[max(0, len(o.Former)-maxFormer):]
	}
	o.GiveTo(customerID)
	o.EndLinks()
}

// GiveTo makes somebody else the holder of an item, 0: nobody.
func (i *Item) GiveTo(customerID int64) { i.CustomerID, i.LinkedAs = customerID, 0 }

// inherit makes it the order of a customer into whom its purchaser was merged.
func (o *Order) inherit(customerID int64) {
	if o.downloadable() {
		o.LinkedAs = o.linked()
	}
	o.CustomerID = customerID
}

// inherit makes it an item of a customer into whom its holder was merged.
func (i *Item) inherit(o *Order, customerID int64) {
	if o.downloadable() {
		i.LinkedAs = i.linked()
	}
	i.CustomerID = customerID
}

func (o *Order) linked() int64 { return cmp.Or(o.LinkedAs, o.CustomerID) }
func (i *Item) linked() int64  { return cmp.Or(i.LinkedAs, i.CustomerID) }

// Gave tells whether whoever bought an order gave an item of it to somebody else, who has
// links of their own since. Both may be one customer now.
func (o *Order) Gave(i *Item) bool { return i.CustomerID != 0 && i.linked() != o.linked() }
