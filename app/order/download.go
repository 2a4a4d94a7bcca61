package order

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"slices"
	"strconv"
	"strings"
	"time"

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
	// SomeItems are items of an order that the link names.
	SomeItems Scope = 5
	// OrderPage is no download: the page on which a buyer finds an order.
	OrderPage Scope = 4
	// ItemsAnyTime is SomeItems, whether their tickets are open yet or not: for staff.
	ItemsAnyTime Scope = 7
	// ClaimOfTransfer is no download: what is given to whoever has the link.
	ClaimOfTransfer Scope = 6
)

// Download names what a link opens: an order, or an item where the scope says so.
type Download struct {
	Company int64
	Scope   Scope
	ID      int64
	// Items are the ids that SomeItems has, ascending.
	Items []int64
}

// Links makes and checks download links of one company. A link is what it opens and a
// code of 160 bits over that, over what must not change meanwhile (the purchaser; the
// holder and barcode of an item; for a whole order how often items of it were handed over),
// and over how often links of the order were revoked.
// Nothing of it is stored. It is not for use by two goroutines at once.
type Links struct {
	company int64
	mac     hash.Hash // nil while the company has no key: then there are no links
	// head, covered and sum are kept between links, of which a page has hundreds.
	head, covered, sum []byte
}

// maxLinked is how many items a link names at most; a whole order has a link of its own.
const maxLinked = 100

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
func (l *Links) Order(o *Order, scope Scope) string { return string(l.appendOrder(nil, o, scope)) }

// BuyerScope is what the buyer of an order gets of it: everything, but for what others
// were given.
func (o *Order) BuyerScope() Scope {
	if o.HandedOver > 0 {
		return OfPurchaser
	}
	return WholeOrder
}

// Item is the link to one item.
func (l *Links) Item(o *Order, i *Item) string { return string(l.appendItem(nil, o, i)) }

func (l *Links) appendOrder(b []byte, o *Order, scope Scope) []byte {
	if !o.downloadable() || scope == OfPurchaser && o.CustomerID == 0 && o.HandedOver == 0 {
		return b
	}
	handed := ""
	if scope == WholeOrder && o.HandedOver > 0 {
		handed = strconv.FormatInt(o.HandedOver, 10) // who had the link before must not get what others hold now
	}
	return l.append(b, Download{Company: l.company, Scope: scope, ID: o.ID}, o.revoked(true), o.linked(), handed)
}

func (l *Links) appendItem(b []byte, o *Order, i *Item) []byte {
	if !o.downloadable() || !i.Downloadable() {
		return b
	}
	return l.append(b, Download{Company: l.company, Scope: OneItem, ID: i.ID}, o.revoked(!o.Gave(i)), i.linked(), i.Barcode)
}

// buyerHas tells whether nobody else than the buyer of the order has an item.
func (o *Order) buyerHas(i *Item) bool { return i.CustomerID == 0 || i.CustomerID == o.CustomerID }

// revoked is how often links were made worthless, those of the buyer or those of others.
func (o *Order) revoked(buyers bool) int64 {
	if buyers {
		return o.LinksRevoked + o.BuyerRevoked
	}
	return o.LinksRevoked
}

// Items is the link to some items of an order, in the order of their ids.
func (l *Links) Items(o *Order, items []Item) string { return l.someItems(o, SomeItems, items) }

func (l *Links) someItems(o *Order, scope Scope, items []Item) string {
	d, held, buyers := Download{Company: l.company, Scope: scope, ID: o.ID}, "", false
	for i := range items {
		buyers = buyers || !o.Gave(&items[i])
		if !o.downloadable() || !items[i].showable() {
			return ""
		}
		d.Items = append(d.Items, items[i].ID)
		held += fmt.Sprintf("%d %s ", items[i].linked(), items[i].Barcode)
	}
	if len(items) == 0 || len(items) > maxLinked || !slices.IsSorted(d.Items) {
		return ""
	}
	return string(l.append(nil, d, o.revoked(buyers), o.linked(), held))
}

// OpensItems is Opens for a link to some items, which are those given.
func (l *Links) OpensItems(token string, o *Order, items []Item) bool {
	d, ok := ParseDownload(token)
	if !ok || !d.NamesItems() {
		return false
	}
	want := l.someItems(o, d.Scope, items)
	return want != "" && subtle.ConstantTimeCompare([]byte(want), []byte(token)) == 1
}

// append adds what the link opens, and the code over that and what must not change.
func (l *Links) append(b []byte, d Download, revoked, customer int64, barcode string) []byte {
	if l.mac == nil {
		return b
	}
	l.head = d.append(l.head[:0])
	l.covered = append(append(l.covered[:0], "download"...), l.head...)
	l.covered = binary.AppendVarint(l.covered, revoked)
	l.covered = binary.AppendVarint(l.covered, customer)
	l.covered = append(l.covered, barcode...)
	l.mac.Reset()
	l.mac.Write(l.covered)
	l.sum = l.mac.Sum(l.sum[:0])
	l.head = append(l.head, l.sum[:linkCode]...)
	return base64.RawURLEncoding.AppendEncode(b, l.head)
}

func (d Download) append(b []byte) []byte {
	b = append(b, byte(d.Scope))
	b = binary.AppendUvarint(b, uint64(d.Company))
	b = binary.AppendUvarint(b, uint64(d.ID))
	for _, id := range d.Items {
		b = binary.AppendUvarint(b, uint64(id))
	}
	return b
}

// ParseDownload reads a link without believing it: Links.Opens tells whether it is good.
func ParseDownload(token string) (Download, bool) {
	d, ok := parseLink(token)
	return d, ok && (d.Scope >= WholeOrder && d.Scope <= OneItem || d.NamesItems())
}

// NamesItems tells whether the link names items.
func (d *Download) NamesItems() bool { return d.Scope == SomeItems || d.Scope == ItemsAnyTime }

func parseLink(token string) (Download, bool) {
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
	d := Download{Company: int64(companyID), Scope: Scope(head[0]), ID: int64(id)}
	ok := m > 0 && d.Company > 0 && d.ID > 0
	if ok && d.NamesItems() {
		d.Items, ok = itemsIn(head[1+n+m:])
	}
	return d, ok && string(d.append(nil)) == string(head)
}

// itemsIn reads the ids of items: at least one, ascending, and not too many.
func itemsIn(b []byte) (ids []int64, ok bool) {
	last := int64(0)
	for len(b) > 0 && len(ids) <= maxLinked {
		id, n := binary.Uvarint(b)
		if n <= 0 || int64(id) <= last {
			return nil, false
		}
		last, b = int64(id), b[n:]
		ids = append(ids, last)
	}
	return ids, len(ids) > 0 && len(ids) <= maxLinked
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
// where that is needed, nobody has locked it, it is not on its way to somebody else, and it
// is something to show.
func (i *Item) Downloadable() bool { return i.showable() && i.TransferID == 0 }

// showable tells whether whoever holds the item has something to look at, though it may be on
// its way to somebody else.
func (i *Item) showable() bool {
	return i.Valid() && !i.Frozen && i.Barcode != "" && i.Type.HasCode()
}

// Downloads are the links of an order and of its items, in their order; empty where
// there is none. Those of the order are, where none of its items can be downloaded.
type Downloads struct {
	Whole, Own string
	Items      []string
	// Wallets are the phones that can keep them, and Passes how many of those behind Own
	// they can.
	Wallets Wallets
	Passes  int
	// Passable are the items that phones can keep, in their order; nil: none.
	Passable []bool
}

// loadLinks makes the links of orders with their items. What stands in front of each is
// part of it. They share one text, because a page has hundreds.
func loadLinks(r app.Reader, views []View, at string) error {
	c, err := company.SettingsOf(r)
	if err != nil {
		return err
	}
	wallets, err := PortsOf(r).ForWallets(r)
	if err != nil {
		return err
	}
	l, n := linkText{links: NewLinks(c.ID, c.LinkKey), at: at}, 0
	withheld, offered := map[int64]bool{}, map[saleOf]bool{}
	for v := range views {
		n += len(views[v].Items) + 2
		if wallets != (Wallets{}) {
			if views[v].Downloads.Passable, err = passable(r, views[v].Items, offered); err != nil {
				return err
			}
		}
		for i := range views[v].Items {
			if err := withhold(r, views[v].Items[i].SaleItemID, withheld, false); err != nil {
				return err
			}
		}
	}
	l.ends = make([]int, 0, n)
	l.text.Grow(n * (len(at) + usualLink))
	for v := range views {
		l.add(&views[v], withheld)
	}
	all := l.split()
	for v := range views {
		items := len(views[v].Items)
		d := &views[v].Downloads
		d.Whole, d.Own, d.Items, d.Wallets, d.Passes = all[0], all[1], all[2:2+items:2+items], wallets, views[v].passes(withheld)
		all = all[2+items:]
	}
	return nil
}

// usualLink is how long a link is, of a company and an item of five figures.
const usualLink = 36

// linkText is links one behind the other, and where each ends.
type linkText struct {
	links *Links
	at    string
	text  strings.Builder
	ends  []int
	// one is the link that is being made.
	one []byte
}

// add writes the links of an order: of the whole, of its purchaser, of each item.
func (l *linkText) add(v *View, withheld map[int64]bool) {
	whole, own := false, false
	for i := range v.Items {
		it := &v.Items[i]
		open := it.Downloadable() && !withheld[it.SaleItemID]
		whole = whole || open
		own = own || open && v.buyerHas(it)
	}
	l.put(whole, func(b []byte) []byte { return l.links.appendOrder(b, v.Order, WholeOrder) })
	l.put(own, func(b []byte) []byte { return l.links.appendOrder(b, v.Order, OfPurchaser) })
	for i := range v.Items {
		it := &v.Items[i]
		l.put(!withheld[it.SaleItemID], func(b []byte) []byte { return l.links.appendItem(b, v.Order, it) })
	}
}

// passes counts what phones can keep of what the purchaser holds.
func (v *View) passes(withheld map[int64]bool) (n int) {
	for i := range v.Items {
		if it := &v.Items[i]; v.Downloads.HasPass(i) && it.Downloadable() && !withheld[it.SaleItemID] && v.buyerHas(it) {
			n++
		}
	}
	return n
}

// put adds a link, or none.
func (l *linkText) put(wanted bool, link func([]byte) []byte) {
	if wanted {
		if l.one = link(l.one[:0]); len(l.one) > 0 {
			l.text.WriteString(l.at)
			l.text.Write(l.one)
		}
	}
	l.ends = append(l.ends, l.text.Len())
}

func (l *linkText) split() []string {
	text, all, begin := l.text.String(), make([]string, len(l.ends)), 0
	for i, end := range l.ends {
		all[i], begin = text[begin:end], end
	}
	return all
}

// TicketsFrom is when the first of the items opens that are withheld until their time, on the
// clocks of its event; false where none is.
func TicketsFrom(r app.Reader, items []Item) (first time.Time, some bool, err error) {
	for i := range items {
		it := &items[i]
		if !it.showable() || it.Type == catalog.GiftVoucher {
			continue
		}
		at, closed, err := catalog.TicketsClosed(r, it.EventID)
		if err != nil {
			return first, false, err
		}
		if closed && (!some || at.Before(first)) {
			first, some = at, true
		}
	}
	return first, some, nil
}

// withhold notes whether the tickets of a sale item may be downloaded; anyTime: also before
// they are open. Gift vouchers are for no event, though one sells them.
func withhold(r app.Reader, saleItemID int64, known map[int64]bool, anyTime bool) error {
	if _, seen := known[saleItemID]; seen {
		return nil
	}
	s, err := catalog.SaleItems.GetShared(r, saleItemID)
	if errors.Is(err, indexes.ErrNotFound) {
		known[saleItemID] = false
		return nil
	}
	if err != nil {
		return err
	}
	closed := s.NoDownload
	if !closed && !anyTime && s.Type != catalog.GiftVoucher {
		_, closed, err = catalog.TicketsClosed(r, s.EventID)
	}
	known[saleItemID] = closed
	return err
}

// Printed are the items of an order that a link opens, in their order.
func Printed(r app.Reader, d Download, o *Order, items []Item) ([]Item, error) {
	withheld := map[int64]bool{}
	var out []Item
	for i := range items {
		it := &items[i]
		if err := withhold(r, it.SaleItemID, withheld, d.Scope == ItemsAnyTime); err != nil {
			return nil, err
		}
		others := d.Scope == OfPurchaser && it.CustomerID != o.CustomerID && it.CustomerID != 0
		if it.Downloadable() && !withheld[it.SaleItemID] && !others {
			out = append(out, *it)
		}
	}
	return out, nil
}
