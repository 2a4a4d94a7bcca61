package order

import (
	"crypto/hmac"
	"encoding/binary"
	"encoding/hex"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/ticketcode/form"
)

// Wallets are the kinds of phones for which a company makes passes.
type Wallets struct{ Apple, Google bool }

// passPrint is the length in bytes of what a serial number says of whose a pass is.
const passPrint = 16

// HasPass tells whether phones can keep the item: gates read it, and its code stands still.
func (i *Item) HasPass() bool { return i.Type.Scannable() && i.Form != form.Rotating }

// OffersPass tells whether phones are offered a pass of an item: they can keep it, and what
// sold it, its event, the venue or the company wants them to.
func OffersPass(r app.Reader, i *Item) (bool, error) {
	if !i.HasPass() {
		return false, nil
	}
	return catalog.PassesAt(r, i.SaleItemID, i.EventID)
}

// saleOf is what sold an item, and the event that it is for.
type saleOf struct{ saleItem, event int64 }

// passable are the items of which phones are offered passes; offered remembers what sold them.
func passable(r app.Reader, items []Item, offered map[saleOf]bool) ([]bool, error) {
	all := make([]bool, len(items))
	for i := range items {
		it := &items[i]
		if !it.HasPass() {
			continue
		}
		at := saleOf{it.SaleItemID, it.EventID}
		if _, known := offered[at]; !known {
			var err error
			if offered[at], err = catalog.PassesAt(r, at.saleItem, at.event); err != nil {
				return nil, err
			}
		}
		all[i] = offered[at]
	}
	return all, nil
}

// HasPass tells whether phones are offered a pass of an item.
func (d *Downloads) HasPass(i int) bool { return i < len(d.Passable) && d.Passable[i] }

// PassSerial is the serial number of the pass of an item as it stands: another one once
// the item has another holder or barcode, or links of the order were revoked.
func (l *Links) PassSerial(o *Order, i *Item) string {
	if l.mac == nil {
		return ""
	}
	b := append([]byte("pass"), binary.AppendUvarint(nil, uint64(l.company))...)
	b = binary.AppendUvarint(b, uint64(i.ID))
	b = binary.AppendVarint(b, o.revoked(!o.Gave(i)))
	b = binary.AppendVarint(b, i.linked())
	return strconv.FormatInt(i.ID, 10) + "-" + l.code(append(b, i.Barcode...), passPrint)
}

// PassToken is what a phone shows to ask for the pass with a serial number, or empty.
func (l *Links) PassToken(serial string) string {
	if l.mac == nil {
		return ""
	}
	b := append([]byte("pass token"), binary.AppendUvarint(nil, uint64(l.company))...)
	return l.code(append(b, serial...), linkCode)
}

// MayAskForPass tells whether a token is that of a serial number.
func (l *Links) MayAskForPass(serial, token string) bool {
	want := l.PassToken(serial)
	return want != "" && hmac.Equal([]byte(want), []byte(token))
}

func (l *Links) code(over []byte, length int) string {
	l.mac.Reset()
	l.mac.Write(over)
	return hex.EncodeToString(l.mac.Sum(nil)[:length])
}

// ParsePassSerial gives the item of a serial number, without believing it.
func ParsePassSerial(serial string) (itemID int64, ok bool) {
	id, print, found := strings.Cut(serial, "-")
	itemID, err := strconv.ParseInt(id, 10, 64)
	if !found || err != nil || itemID < 1 || strconv.FormatInt(itemID, 10) != id || len(print) != 2*passPrint {
		return 0, false
	}
	return itemID, strings.Trim(print, "0123456789abcdef") == ""
}

// Claim is the secret with which somebody claims what a transfer gives: a code of 160 bits
// over the transfer and over how many links it had, so that a new link ends the one before.
// It is empty while the company has no key.
func (l *Links) Claim(transferID, number int64) string {
	return string(l.append(nil, Download{Company: l.company, Scope: ClaimOfTransfer, ID: transferID}, number, 0, ""))
}

// ParseClaim reads such a secret without believing it.
func ParseClaim(token string) (Download, bool) {
	d, ok := parseLink(token)
	return d, ok && d.Scope == ClaimOfTransfer
}
