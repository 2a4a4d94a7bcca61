package order

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/indexes"
)

// Scope is what a download link opens.
type Scope byte

// The scopes.
const (
	// WholeOrder is every item of an order.
	WholeOrder Scope = 1
	// OfPurchaser are the items of an order that its purchaser holds.
	OfPurchaser Scope = 2
	// OneItem is an item by itself.
	OneItem Scope = 3
)

// Download names what a link opens: an order, or an item where the scope says so.
type Download struct {
	Company int64
	Scope   Scope
	ID      int64
}

// Links makes and checks download links of one company. A link is what it opens and a
// code of 160 bits over that, over what must not change meanwhile (the purchaser; the
// holder and barcode of an item), and over how often links of the order were revoked.
// Nothing of it is stored. It is not for use by two goroutines at once.
type Links struct {
	company int64
	mac     hash.Hash // nil while the company has no key: then there are no links
	buf     []byte
}

// linkCode is the length of the code in bytes.
const linkCode = 20

// NewLinks makes the links of a company with its key.
func NewLinks(companyID int64, key []byte) *Links {
	l := &Links{company: companyID}
	if len(key) > 0 {
		l.mac = hmac.New(sha256.New, key)
	}
	return l
}

// Order is the link to an order's items. It is empty where nothing may be downloaded.
func (l *Links) Order(o *Order, scope Scope) string {
	if !o.downloadable() || scope == OfPurchaser && o.CustomerID == 0 {
		return ""
	}
	return l.token(Download{l.company, scope, o.ID}, o.LinksRevoked, o.CustomerID, "")
}

// Item is the link to one item.
func (l *Links) Item(o *Order, i *Item) string {
	if !o.downloadable() || !i.Downloadable() {
		return ""
	}
	return l.token(Download{l.company, OneItem, i.ID}, o.LinksRevoked, i.CustomerID, i.Barcode)
}

func (l *Links) token(d Download, revoked, customer int64, barcode string) string {
	if l.mac == nil {
		return ""
	}
	head := d.append(nil)
	return base64.RawURLEncoding.EncodeToString(append(head, l.code(head, revoked, customer, barcode)...))
}

func (l *Links) code(head []byte, revoked, customer int64, barcode string) []byte {
	l.buf = append(append(l.buf[:0], "download"...), head...)
	l.buf = binary.AppendVarint(l.buf, revoked)
	l.buf = binary.AppendVarint(l.buf, customer)
	l.buf = append(l.buf, barcode...)
	l.mac.Reset()
	l.mac.Write(l.buf)
	return l.mac.Sum(nil)[:linkCode]
}

func (d Download) append(b []byte) []byte {
	b = append(b, byte(d.Scope))
	b = binary.AppendUvarint(b, uint64(d.Company))
	return binary.AppendUvarint(b, uint64(d.ID))
}

// ParseDownload reads a link without believing it: Links.Opens tells whether it is good.
func ParseDownload(token string) (Download, bool) {
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(raw) <= linkCode+1 {
		return Download{}, false
	}
	head := raw[:len(raw)-linkCode]
	companyID, n := binary.Uvarint(head[1:])
	if n <= 0 {
		return Download{}, false
	}
	id, m := binary.Uvarint(head[1+n:])
	d := Download{int64(companyID), Scope(head[0]), int64(id)}
	ok := m > 0 && d.Company > 0 && d.ID > 0 && d.Scope >= WholeOrder && d.Scope <= OneItem
	return d, ok && string(d.append(nil)) == string(head)
}

// Opens tells whether a token is the link of today to an order, or to one of its items:
// what was revoked, voided or has changed hands is opened by no older one.
func (l *Links) Opens(token string, d Download, o *Order, i *Item) bool {
	want := ""
	if d.Scope == OneItem {
		want = l.Item(o, i)
	} else {
		want = l.Order(o, d.Scope)
	}
	return want != "" && subtle.ConstantTimeCompare([]byte(want), []byte(token)) == 1
}

// downloadable tells whether anything of the order may be.
func (o *Order) downloadable() bool {
	return o.DeletedAt == nil && (o.Status == Complete || o.Status == PartiallyRefunded || o.Instant)
}

// Downloadable tells whether the item can be printed: it is sold, stands, is approved
// where that is needed, nobody has locked it, and it is something to show.
func (i *Item) Downloadable() bool {
	return i.Valid() && !i.Frozen && i.Barcode != "" && i.Type.HasCode()
}

// linksOf reads what the download links of orders are made of.
func linksOf(r app.Reader, views []View) (*Links, map[int64]bool, error) {
	c, err := company.SettingsOf(r)
	if err != nil {
		return nil, nil, err
	}
	withheld := map[int64]bool{}
	for v := range slices.Values(views) {
		for i := range v.Items {
			if err := withhold(r, v.Items[i].SaleItemID, withheld); err != nil {
				return nil, nil, err
			}
		}
	}
	return NewLinks(c.ID, c.LinkKey), withheld, nil
}

// withhold notes whether the tickets of a sale item may be downloaded.
func withhold(r app.Reader, saleItemID int64, known map[int64]bool) error {
	if _, seen := known[saleItemID]; seen {
		return nil
	}
	s, err := catalog.SaleItems.GetShared(r, saleItemID)
	if errors.Is(err, indexes.ErrNotFound) {
		known[saleItemID] = false
		return nil
	}
	if err == nil {
		known[saleItemID] = s.NoDownload
	}
	return err
}

// Printed are the items of an order that a link opens, in their order.
func Printed(r app.Reader, d Download, o *Order, items []Item) ([]Item, error) {
	withheld := map[int64]bool{}
	var out []Item
	for i := range items {
		it := &items[i]
		if err := withhold(r, it.SaleItemID, withheld); err != nil {
			return nil, err
		}
		others := d.Scope == OfPurchaser && it.CustomerID != o.CustomerID && it.CustomerID != 0
		if it.Downloadable() && !withheld[it.SaleItemID] && !others {
			out = append(out, *it)
		}
	}
	return out, nil
}
